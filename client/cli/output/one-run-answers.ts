// What the views of one run and its watching write.
import { z } from 'zod';
import { fixKinds } from '../../../core/output-guard/repair';
import type {
  CostReport,
  GuardAttempt,
  GuardFinding,
  StateAtStep,
  TimelineEntry,
  TimelineMove,
  ToolReceiptLine,
  WatchEvent,
  WatchEnd,
} from '../../index';
import {
  anyObject,
  callSpend,
  effectRecord,
  effectRow,
  epochMs,
  reviewRow,
  runKey,
  runStatus,
  verdictLine,
} from './rows';

const micro = z.int().describe('millionths of a US dollar');
export const words = z
  .enum(['opened', 'erased', 'noKeys'])
  .describe('whether words open here; where they do not, what is words is null');

export const waitingFor = z.strictObject({
  kind: z.enum(['review', 'money', 'customer']),
  reviewId: z.string().nullable(),
  sinceMs: epochMs,
  dueMs: epochMs.nullable(),
});

export const timelineMove = z.strictObject({
  kind: z.literal('move'),
  atMs: epochMs,
  move: z.int(),
  step: z.int(),
  node: z.string(),
  event: z.string(),
  verdicts: z.array(verdictLine).describe('leave (continue) first'),
  spend: callSpend.nullable(),
}) satisfies z.ZodType<TimelineMove>;

const timelineEntry = z.discriminatedUnion('kind', [
  timelineMove,
  z.strictObject({
    kind: z.literal('reviewOpened'),
    atMs: epochMs,
    reviewId: z.string(),
    round: z.int(),
    tool: z.string(),
    rule: z.string(),
    dueMs: epochMs,
  }),
  z.strictObject({
    kind: z.literal('decided'),
    atMs: epochMs,
    reviewId: z.string(),
    round: z.int(),
    state: reviewRow.shape.state,
    by: z.string().nullable(),
    reasonCode: z.string().nullable(),
  }),
  z.strictObject({
    kind: z.literal('effect'),
    atMs: epochMs,
    tool: z.string(),
    effectKey: z.string(),
    state: effectRow.shape.state,
    amountMinor: z.int().nullable(),
    currency: z.string().nullable(),
  }),
  z.strictObject({
    kind: z.enum(['stopped', 'resumed', 'aborted']),
    atMs: epochMs,
    by: z.string(),
    cause: z.string().nullable(),
  }),
]) satisfies z.ZodType<TimelineEntry>;

export const timelineView = {
  run: runKey,
  status: z.string(),
  model: z.string(),
  words,
  entries: z.array(timelineEntry),
};

const budget = {
  committed: z.int(),
  reserved: z.int().nullable(),
  released: z.int().nullable(),
  limit: z.int().nullable(),
  keptForAnswer: z.int().nullable(),
};
const made = z.strictObject({ made: z.int(), limit: z.int() }).nullable();

const costs = {
  modelLabel: z.string(),
  steps: z.array(
    z.strictObject({
      step: z.int(),
      calls: z.int(),
      reservedTokens: z.int().nullable(),
      tokens: z.int(),
      releasedTokens: z.int().nullable(),
      reservedCostMicro: micro.nullable(),
      costMicro: micro,
      releasedCostMicro: micro.nullable(),
      costUnknown: z.boolean(),
      estimated: z.boolean(),
    }),
  ),
  tokens: z.strictObject(budget),
  costMicro: z.strictObject({ ...budget, unknown: z.boolean() }),
  toolCalls: made,
  modelCalls: made,
  estimated: z.boolean().describe('a call without a count stands with all it had reserved'),
};
export const costReport = z.strictObject(costs) satisfies z.ZodType<Omit<CostReport, 'turnKey' | 'words'>>;

export const costView = { run: runKey, ...costs, words };

const stateAtStep = z.strictObject({
  step: z.int(),
  steps: z.array(z.int()),
  atMs: epochMs,
  status: runStatus,
  node: z.string(),
  outcome: z.string().nullable(),
  cause: z.string().nullable(),
  waiting: waitingFor.nullable(),
  verdict: verdictLine.nullable(),
  upToMove: z.int(),
  tokens: z.int(),
  costMicro: micro,
  costUnknown: z.boolean(),
  head: z.strictObject({ address: z.string(), depth: z.int(), bytes: z.int(), tokensUpper: z.int() }),
  state: anyObject.nullable().describe('the state as the run keeps it; its fields belong to the version of the run'),
  words,
});
type Opened = z.infer<typeof stateAtStep>;
// The state itself is told as it is; everything around it is named.
export const stateView: z.ZodRawShape = (
  stateAtStep satisfies z.ZodType<Omit<StateAtStep, 'turnKey' | 'state'> & Pick<Opened, 'state'>>
).extend({ run: runKey }).shape;

const finding = z.strictObject({
  attempt: z.int(),
  outcome: z.enum(['accepted', 'proposed', 'failed']),
  stage: z.enum(['channel', 'completion', 'parse', 'shape', 'meaning']),
  errorKind: z.enum(['CHANNEL', 'COMPLETION', 'PARSE', 'VALIDATION', 'SEMANTIC']).nullable(),
  errors: z.array(z.string()),
  fixes: z.array(z.enum(fixKinds)),
  parsed: z.boolean().nullable(),
  shapeOk: z.boolean().nullable(),
  semanticOk: z.boolean().nullable(),
  unchecked: z.array(z.string()).exactOptional(),
  replyDigest: z.string(),
  ending: z.enum([
    'answered',
    'toolsProposed',
    'cut',
    'contextFull',
    'paused',
    'refused',
    'filtered',
    'stoppedBySequence',
    'empty',
    'unknown',
  ]),
  usage: z.strictObject({ inputTokens: z.int(), outputTokens: z.int() }).nullable(),
  latencyMs: z.number(),
  prompt: z.string(),
}) satisfies z.ZodType<GuardFinding>;

const guardAttempt = z.strictObject({
  receiptKey: z.string(),
  atMs: epochMs,
  found: finding.nullable(),
  errorCount: z.int().nullable(),
  feedbackHash: z.string().nullable(),
  costMicro: micro.nullable(),
  stopReason: z.enum(['accepted', 'attempt_cap', 'transport_error', 'completion_limit', 'refused']).nullable(),
  model: z.string().nullable(),
}) satisfies z.ZodType<GuardAttempt>;

const toolLine = z.strictObject({
  receiptKey: z.string(),
  atMs: epochMs,
  status: z.string().nullable(),
  code: z.string().nullable(),
}) satisfies z.ZodType<ToolReceiptLine>;

export const receipts = { guard: z.array(guardAttempt), tools: z.array(toolLine), effects: z.array(effectRecord) };

export const receiptView = { run: runKey, ...receipts, words };

const place = z.strictObject({
  kind: z.literal('at'),
  atMs: epochMs,
  node: z.string(),
  step: z.int(),
  move: z.int(),
  remainingMs: z.number(),
  tokens: z.strictObject({ committed: z.int(), reserved: z.int(), limit: z.int() }),
});

const begin = z.strictObject({
  kind: z.literal('begin'),
  atMs: epochMs,
  turnKey: runKey,
  modelLabel: z.string(),
  status: z.string(),
  tokensMax: z.int().nullable(),
  costMicroMax: micro.nullable(),
  remainingMs: z.number().nullable(),
  deadlineAtMs: epochMs.nullable().describe('null while the clock stands'),
});

const waits = z.strictObject({
  kind: z.literal('waits'),
  atMs: epochMs,
  waitingKind: z.string().nullable(),
  reviewId: z.string().nullable(),
  dueMs: epochMs.nullable(),
});

const silence = z.strictObject({ kind: z.literal('noAnswer'), atMs: epochMs });

export const watchLines: readonly z.ZodType<Exclude<WatchEvent, WatchEnd>>[] = [
  begin,
  timelineMove,
  place,
  silence,
  waits,
];
