import { z } from 'zod';
import { effectStates } from '../known-values';
import type { AnswersOf } from './answer';
import { effectRow, epochMs, hold } from './rows';

const money = { amountMinor: z.int().nullable(), currency: z.string().nullable() };

const point = z.strictObject({ seq: z.int(), hash: z.string() });

const adoptedCharge = z.strictObject({
  effectKey: z.string(),
  chargeId: z.string(),
  amountMinor: z.int(),
  currency: z.string(),
});

const held = {
  scope: z.string().describe('all, or agent:NAME'),
  by: z.string(),
  reasonCode: z.string(),
  changed: z.boolean(),
  holds: z.array(hold),
};

export const effectAnswers: AnswersOf = {
  'effects list': { body: { holds: z.array(hold), effects: z.array(effectRow) } },
  'effects verify': {
    body: {
      findings: z.array(z.strictObject({ code: z.string(), subject: z.string(), words: z.string() })),
      open: z.array(
        z.strictObject({
          effectKey: z.string(),
          caseId: z.string(),
          state: z.enum(['started', 'unknown']),
          ...money,
          outside: z.enum(['charged', 'none', 'notAsked']),
        }),
      ),
      adopted: z.array(adoptedCharge.extend({ by: z.string() })),
      checked: z.strictObject({
        journalRows: z.int(),
        effects: z.int(),
        reviews: z.int(),
        charges: z.int().nullable().describe('null: the gateway was not asked'),
      }),
    },
  },
  'effects reconcile': {
    body: {
      lines: z.array(
        z.strictObject({
          effectKey: z.string(),
          caseId: z.string(),
          before: z.enum(effectStates),
          after: z.enum(effectStates),
          action: z.enum(['sentAgain', 'lookedUp', 'inFlight', 'staleStore']),
          cause: z.string().nullable(),
          closableFromMs: epochMs.nullable(),
        }),
      ),
      recovery: z
        .strictObject({
          oldAnchor: point.nullable(),
          anchor: point,
          keptAs: z.string().nullable(),
          adopted: z.array(adoptedCharge),
          lost: z.array(z.string()),
        })
        .describe('what --all did for a store older than its anchor')
        .exactOptional(),
    },
  },
  'effects hold': { body: held },
  'effects release': { body: held },
};
