import { z } from 'zod';
import type { AnswersOf } from './answer';
import { anyObject, authenticated, decisionRecord, epochMs, note, reviewRow, runKey } from './rows';

const decided = {
  reviewId: z.string(),
  round: z.int(),
  decision: z.enum(['approve', 'reject', 'ask']),
  by: z.string(),
  turnKey: runKey,
  parked: z.boolean().describe('the run is stopped: carried out when a named person resumes it'),
  approvals: z.strictObject({ given: z.int(), needed: z.int() }).nullable().describe('while more persons must approve'),
  amount: z.string().nullable().describe('an exact decimal'),
  currency: z.string().nullable(),
  authenticated,
};

/** `--print-signal`. */
const printed = {
  sent: z.literal(false),
  signed: z.boolean(),
  keyId: z.string().nullable(),
  turnKey: runKey,
  signalName: z.literal('reviewDecision'),
  decision: anyObject.describe('the input of the signal'),
  signal: z.string().describe('the command line of Temporal that sends it'),
};

const trace = z.strictObject({
  field: z.string(),
  value: z.string(),
  from: z.enum(['trusted', 'untrusted', 'nowhere']),
  sources: z.array(z.string()),
});

export const reviewAnswers: AnswersOf = {
  'review list': { body: { reviews: z.array(reviewRow) } },
  'review show': {
    body: {
      review: reviewRow,
      amount: z.string().nullable().describe('an exact decimal'),
      args: anyObject.nullable().describe('null where the words cannot be read any more'),
      edited: z.strictObject({ original: anyObject.nullable(), by: z.string() }).nullable(),
      taken: z
        .strictObject({
          decision: z.enum(['approve', 'reject', 'ask', 'edit']),
          by: z.string(),
          decidedMs: epochMs,
          parked: z.boolean().describe('carried out when a named person resumes the run'),
        })
        .nullable()
        .describe('a decision that counts and is not carried out yet'),
      startedBy: z.string().nullable(),
      customerMessages: z.array(z.string()),
      laterMessages: z.array(z.strictObject({ turn: z.int(), text: z.string().nullable() })),
      earlier: z.array(z.strictObject({ speaker: z.enum(['customer', 'agent']), text: z.string() })),
      traces: z.array(trace),
      approvals: z.strictObject({ given: z.int().nullable(), needed: z.int() }),
      model: z.string(),
      evidenceDigests: z.array(z.string()).describe('PART:DIGEST of what is shown here, as a decision records it'),
      decisions: z.array(decisionRecord),
      notes: z.array(note).describe('what persons wrote with them'),
      signal: z
        .string()
        .nullable()
        .describe('the command line of Temporal that approves it, to be filled in; null where that can count no more'),
    },
  },
  'review approve': { body: decided, views: [printed] },
  'review reject': { body: decided, views: [printed] },
  'review ask': { body: decided, views: [printed] },
  'review edit': {
    body: {
      reviewId: z.string(),
      round: z.int(),
      by: z.string(),
      turnKey: runKey,
      changed: z.array(z.string()),
      parked: z.boolean(),
      waitsIn: z.strictObject({ reviewId: z.string(), round: z.int() }).nullable(),
      authenticated,
    },
  },
};
