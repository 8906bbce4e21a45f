import { z } from 'zod';
import type { AnswersOf } from './answer';
import { anyObject, charge, effectRecord, reviewRow, runKey, verdictAt } from './rows';

const count = z.int();
const counts = z.record(z.string(), count);
const rate = z.strictObject({
  hits: count,
  of: count,
  rate: z.number().nullable(),
  standardError: z.number().nullable(),
  wilson95: z.tuple([z.number(), z.number()]).nullable(),
});

const figures = {
  turns: count,
  modelCalls: count,
  tokens: count,
  costMicro: count,
  suppressed: count,
  repliesSentBack: count,
  refusals: counts,
  reviewRules: counts,
};

const split = z.strictObject({
  tasks: count,
  success: rate,
  handedOff: rate,
  rightTool: rate,
  rightOrder: rate,
  proposedOfExpected: rate,
  wrongWrites: count,
  tasksWithWrongWrites: rate,
  stuck: count,
  turnsUsedUp: count,
  reviews: z.strictObject({ asked: count, approved: count, rejected: count }),
  ...figures,
});

const task = z.strictObject({
  id: z.string(),
  split: z.string(),
  isCounted: z.boolean(),
  isMet: z.boolean(),
  end: z.enum(['answered', 'handedOff', 'stuck', 'turnsUsedUp']),
  wrongWrites: count,
  wrong: z.array(z.string()),
  proposals: count,
  rightTool: count,
  rightOrder: count,
  expectedCalls: count,
  expectedProposed: count,
  reviewsAsked: count,
  reviewsApproved: count,
  reviewsRejected: count,
  ...figures,
});

const environment = z.enum(['development', 'production']);

const part = z.strictObject({
  name: z.string(),
  place: z.string(),
  pid: z.int().nullable().describe('null: it was running before and is left alone'),
  webUi: z.string().nullable(),
});

export const systemAnswers: AnswersOf = {
  'eval run': {
    body: {
      set: z.string(),
      model: z.string(),
      policy: z.string(),
      prompt: z.string(),
      notes: z.array(z.string()),
      tasks: count,
      counted: count,
      success: count,
      handedOff: count,
      wrongWrites: count,
      wallMs: count,
      splits: z.record(z.string(), split),
      results: z.array(task),
    },
  },
  demo: {
    body: {
      scenario: z.string(),
      workflowId: runKey,
      status: z.string(),
      outcome: z.string().nullable(),
      model: z.string(),
      reply: z.string().nullable(),
      verdicts: z.array(verdictAt),
      reviews: z.array(reviewRow),
      ledger: z.array(effectRecord),
      gateway: z.strictObject({ charges: z.array(charge) }),
      historyEvents: count,
      webUi: z.string().nullable(),
      claims: z.array(z.strictObject({ what: z.string(), holds: z.boolean() })),
    },
  },
  dev: {
    body: {},
    endsInError: true,
    lines: [
      z
        .strictObject({
          ready: z.literal(true),
          home: z.string(),
          environment,
          requireSignatures: z.boolean(),
          parts: z.array(part),
        })
        .describe('as soon as everything answers'),
    ],
  },
  serve: {
    body: {},
    endsInError: true,
    lines: [
      z
        .strictObject({
          ready: z.literal(true),
          url: z.string(),
          namespace: z.string(),
          origins: z.array(z.string()).describe('pages that may ask'),
          tokenFile: z.string(),
          webUiUrlFile: z.string().describe('holds the address for the Web UI, token and all: a secret'),
          auditFile: z.string(),
        })
        .describe('as soon as it answers'),
    ],
  },
  doctor: {
    body: {
      checks: z.array(
        z.strictObject({
          name: z.string(),
          state: z.enum(['ok', 'warn', 'fail']),
          words: z.string(),
          fix: z.string().exactOptional(),
        }),
      ),
    },
  },
  schema: {
    body: {
      commands: z.array(z.string()).describe('without a command: all that have one').exactOptional(),
      command: z.string().exactOptional(),
      schema: anyObject.exactOptional(),
    },
  },
  completion: { body: { shell: z.string(), script: z.string() } },
  help: {
    body: {
      help: z.string().exactOptional(),
      exitCodes: z.record(z.string(), z.string()).describe('help exit-codes').exactOptional(),
    },
  },
};
