import { z } from 'zod';
import type { AnswersOf } from './answer';
import { anyObject, epochMs, runKey } from './rows';

const does = z.enum(['alone', 'person', 'refused', 'limit', 'review']);

const read = {
  agent: z.string(),
  file: z.string(),
  id: z.string().describe('id@version'),
  digest: z.string().describe("SHA-256 of the file's canonical JSON"),
  lines: z.array(z.strictObject({ does, tool: z.string(), words: z.string() })),
  warnings: z.array(z.string()),
};

const counts = z.strictObject({ allow: z.int(), review: z.int(), refuse: z.int() });
const ruled = z.strictObject({ answer: z.enum(['allow', 'review', 'refuse']), rule: z.string() });

export const policyAnswers: AnswersOf = {
  'policy show': {
    body: {
      policies: z.array(
        z.strictObject({
          ...read,
          modelToday: z
            .strictObject({ tokens: z.int(), costMicro: z.int(), unpricedCalls: z.int() })
            .nullable()
            .describe('null where there is no store'),
          worker: z
            .strictObject({
              worker: z.string(),
              agent: z.string(),
              policy: z.string(),
              digest: z.string(),
              startedMs: epochMs,
            })
            .nullable()
            .describe('a worker that runs under another policy than the file'),
        }),
      ),
    },
  },
  'policy check': {
    body: {
      ...read,
      id: read.id.exactOptional(),
      digest: read.digest.exactOptional(),
      lines: read.lines.exactOptional(),
      faults: z.array(z.string()),
    },
  },
  'policy test': {
    body: {
      agent: z.string(),
      policy: z.strictObject({ id: z.string() }),
      cases: z.int(),
      unreadable: z.int(),
      before: counts,
      after: counts,
      changed: z.array(
        z.strictObject({
          turnKey: runKey,
          callId: z.string(),
          tool: z.string(),
          amountMinor: z.int().nullable(),
          currency: z.string().nullable(),
          before: ruled.extend({ policy: z.string().nullable() }),
          after: ruled,
          words: z.strictObject({ args: anyObject, lastMessage: z.string() }).describe('with --words').exactOptional(),
        }),
      ),
      notTestable: z.array(z.strictObject({ turnKey: runKey, why: z.string() })),
    },
  },
};
