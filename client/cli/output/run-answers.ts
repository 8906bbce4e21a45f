import { z } from 'zod';
import { reviewRequestSchema } from '../../../core/human-review/review-request';
import { attentionReasons, type AttentionRun } from '../../attention-reasons';
import type { ReconciledRun } from '../../reconcile-runs';
import { listedStatuses } from '../known-values';
import type { AnswersOf } from './answer';
import { costView, receiptView, stateView, timelineView, watchLines, words } from './one-run-answers';
import { runExport } from './run-export-answer';
import {
  decisionRecord,
  effectRecord,
  effectRow,
  epochMs,
  handOff,
  hold,
  moveLine,
  note,
  reviewRow,
  runAct,
  runKey,
  runRow,
  runStatus,
  verdictAt,
  verdictLine,
} from './rows';

const started = {
  run: runKey,
  case: z.string().nullable().describe('the fresh case; null where the reference is your own'),
  model: z.string(),
};

const waited = {
  status: z.string().describe('a status of the life cycle, or starting').exactOptional(),
  outcome: z.string().nullable().exactOptional(),
  reply: z.string().nullable().exactOptional(),
  interimReply: z.string().nullable().exactOptional(),
  reviewId: z.string().nullable().exactOptional(),
  cause: z.string().nullable().exactOptional(),
  steps: z.int().exactOptional(),
};

const ended = {
  status: z.string(),
  outcome: z.string().nullable(),
  reply: z.string().nullable(),
  interimReply: z.string().nullable(),
  reviewId: z.string().nullable(),
  cause: z.string().nullable(),
  steps: z.int(),
};

const execution = z.strictObject({
  name: z.string(),
  runId: z.string(),
  cancelRequested: z.boolean(),
  agentStatus: z.string().nullable(),
  historyLength: z.int(),
});

const effectLine = z.strictObject({
  callId: z.string(),
  tool: z.string(),
  effectKey: z.string(),
  kind: z.string(),
  amountMinor: z.int().nullable(),
  currency: z.string().nullable(),
});

const ignoredDecisions = z.strictObject({ total: z.int(), last: z.string().nullable() });

const view = z.strictObject({
  turnKey: runKey,
  status: runStatus,
  node: z.string(),
  step: z.int(),
  modelCalls: z.int(),
  move: z.int(),
  remainingMs: z.number(),
  modelLabel: z.string(),
  waiting: z
    .strictObject({
      kind: z.enum(['review', 'money', 'customer']),
      reviewId: z.string().nullable(),
      sinceMs: epochMs,
      dueMs: epochMs.nullable(),
    })
    .nullable(),
  reviews: z.array(reviewRequestSchema),
  ignoredDecisions,
  effects: z.array(effectLine),
  verdict: verdictLine.nullable(),
  stop: z.strictObject({ by: z.string(), reasonRef: z.string().nullable(), atMs: epochMs }).nullable(),
  park: z
    .strictObject({
      status: z.enum(['cancelled', 'failed_resumable']),
      node: z.string(),
      cause: z.string(),
      atMs: epochMs,
    })
    .nullable(),
  movesMoneyNext: z.boolean(),
  resumeRefused: z.string().nullable(),
  tokens: z.strictObject({ committed: z.int(), reserved: z.int(), limit: z.int() }),
  costMicro: z
    .strictObject({ committed: z.int(), reserved: z.int(), limit: z.int(), unknown: z.boolean() })
    .describe('millionths of a US dollar; absent in what an older worker answers')
    .exactOptional(),
  renewals: z.int(),
  resumes: z.int(),
  inbox: z.strictObject({ waiting: z.array(z.string()), taken: z.array(z.string()), ignored: z.int() }).exactOptional(),
});

const reversal = z.strictObject({ words: z.string(), tool: z.string().exactOptional() });

const standing = z
  .array(effectRow.extend({ reversal: reversal.nullable() }))
  .describe('what stands: nothing is undone');

const attentionRun = z.strictObject({
  turnKey: runKey,
  reason: z.enum(attentionReasons),
  words: z.string().describe('one sentence of ids, codes, figures and times'),
  sinceMs: epochMs,
  dueMs: epochMs.nullable(),
  next: z.string().describe('the command that helps'),
  also: z.array(z.enum(attentionReasons)),
}) satisfies z.ZodType<AttentionRun>;

const reconciledRun = z.strictObject({
  turnKey: runKey,
  kind: z.enum(['rowWithoutWorkflow', 'workflowWithoutRow', 'closedOutside', 'statusDiffers']),
  registry: z.enum(listedStatuses).nullable().describe('null: no row'),
  temporal: z.string().nullable().describe('RUNNING, TERMINATED and so on; null: no workflow'),
  agentStatus: z.string().nullable().describe('what an open workflow calls its own status'),
  words: z.string(),
  next: z.array(z.string()),
  applied: z.boolean(),
  effects: standing,
}) satisfies z.ZodType<ReconciledRun>;

export const runAnswers: AnswersOf = {
  'run start': { body: { ...started, ...waited } },
  'run list': { body: { runs: z.array(runRow), more: z.int().describe('how many more fit the filter') } },
  'run attention': {
    body: {
      runs: z.array(attentionRun).describe('the most urgent first'),
      holds: z.array(hold),
      checked: z.strictObject({
        server: z.boolean().describe('false: only what was recorded is told'),
        openRuns: z.int(),
        described: z.int().describe('open runs that Temporal was asked about one by one'),
      }),
    },
  },
  'run reconcile': {
    body: {
      runs: z.array(reconciledRun),
      checked: z.strictObject({ openRows: z.int(), openWorkflows: z.int(), closedWorkflows: z.int() }),
      applied: z.int(),
      by: z.string().nullable().describe('who had it recorded; null without --apply'),
    },
  },
  'run show': {
    body: {
      run: runRow,
      costUnknown: z.boolean(),
      estimated: z.boolean(),
      live: z.strictObject({ execution: execution.nullable(), view: view.nullable() }).nullable(),
      moves: z.array(moveLine),
      verdicts: z.array(verdictAt),
      effects: z.array(effectRecord),
      reviews: z.array(reviewRow),
      decisions: z.array(decisionRecord),
      ignoredDecisions: ignoredDecisions
        .nullable()
        .describe('decisions that did not count; null where it does not open'),
      acts: z.array(runAct).describe('who stopped, resumed or ended it'),
      notes: z.array(note).describe('what persons wrote'),
      reply: z.string().nullable(),
      interimReply: z.string().nullable(),
      unread: z.int(),
      words,
      handOff: handOff.nullable(),
    },
    views: [timelineView, costView, stateView, receiptView],
  },
  'run watch': {
    body: {
      run: runKey,
      ...{ why: z.enum(['ended', 'waits', 'parked', 'closed']), closedAs: z.string().nullable() },
      model: z.string(),
      ...ended,
    },
    lines: watchLines,
  },
  'run export': { body: { export: runExport } },
  'run message': {
    body: { run: runKey, state: z.enum(['read', 'waiting', 'unknown', 'unread', 'ignored']), unread: z.boolean() },
  },
  'run stop': {
    body: { run: runKey, status: z.string(), parked: z.boolean(), alreadyStopped: z.boolean() },
  },
  'run resume': { body: { run: runKey, resumed: z.boolean(), by: z.string() } },
  'run abort': {
    body: {
      run: runKey,
      status: z.literal('aborted'),
      parkedFirst: z.boolean(),
      effects: standing,
    },
  },
};
