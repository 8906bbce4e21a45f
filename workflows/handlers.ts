// Signals, update and query. Handlers are set before the first await, await nothing and never throw on what a sender sends: a
// bad message is recorded with its reason and ignored, or, for the update, refused by its validator without an event.
import { ApplicationFailure, setHandler } from '@temporalio/workflow';
import * as z from 'zod/mini';
import { reduceDecision, type Ignored, type Reduced } from '../core/human-review/review-desk';
import { takeMessage } from '../core/moves/inbox';
import type { RunState } from '../core/moves/run-state';
import type { Cell } from './cell';
import { resumeRefusal } from './life-cycle';
import { showDetails } from './show-details';
import { messageDescriptions } from './message-descriptions';
import {
  customerMessageSignal,
  resumeSignal,
  reviewDecisionSignal,
  runStatusQuery,
  stopReasonSignal,
  submitReviewDecisionUpdate,
  type ResumeRequest,
  type StopReason,
} from './messages';
import { viewOf } from './run-view';
import { verifyEd25519 } from './verify-ed25519';

const person = z.string().check(z.minLength(1), z.maxLength(200));
const stopReasonSchema = z.strictObject({ by: person, reasonRef: z.nullable(z.string().check(z.maxLength(200))) });
const resumeSchema = z.strictObject({
  turnKey: z.string(),
  parkedAtMs: z.int(),
  by: person,
  money: z.boolean(),
  addTimeMs: z.int().check(z.gte(0), z.lte(24 * 3_600_000)),
});

const reduce = (cell: Cell, raw: unknown): Reduced =>
  reduceDecision(cell.s.desk, raw, {
    nowMs: Date.now(),
    turnKey: cell.s.turn.turnKey,
    requireSignatures: cell.s.settings.requireSignatures,
    decisionRules: cell.s.settings.decisionRules,
    causedBy: causedBy(cell.s),
    signatures: signaturesOf(cell.s),
  });

/** A run that began without a list of reviewers looks at no signature: it goes on as it began. */
const signaturesOf = ({ settings: { reviewers } }: RunState) =>
  reviewers === undefined ? undefined : { reviewers, verify: verifyEd25519 };

/** A run of before its starter was recorded goes on as it was. */
const causedBy = ({ settings, subject }: RunState): readonly string[] | undefined =>
  settings.startedBy === undefined ? undefined : [settings.startedBy, subject];

export const setHandlers = (cell: Cell): void => {
  setDecisionHandlers(cell);
  setHandler(stopReasonSignal, (raw: StopReason) => takeStop(cell, raw), described('stopReason'));
  setHandler(resumeSignal, (raw: ResumeRequest) => takeResume(cell, raw), described('resume'));
  setHandler(
    customerMessageSignal,
    (raw: unknown) => become(cell, { inbox: takeMessage(cell.s.inbox, raw) }),
    described('customerMessage'),
  );
  setHandler(runStatusQuery, () => viewOf(cell, Date.now()), described('runStatus'));
};

const described = (name: keyof typeof messageDescriptions): { readonly description: string } => ({
  description: messageDescriptions[name],
});

const setDecisionHandlers = (cell: Cell): void => {
  setHandler(
    reviewDecisionSignal,
    (raw: unknown) => become(cell, { desk: reduce(cell, raw).desk }),
    described('reviewDecision'),
  );
  setHandler(
    submitReviewDecisionUpdate,
    (raw: unknown) => {
      const { desk, answer } = reduce(cell, raw);
      become(cell, { desk });
      if (answer.kind === 'ignored') throw refusalOf(answer);
      const { approvals, approvalsNeeded, authenticated } = answer;
      return {
        counted: true as const,
        authenticated,
        ...(approvals === undefined || approvalsNeeded === undefined ? {} : { approvals, approvalsNeeded }),
      };
    },
    {
      validator: (raw: unknown) => {
        const { answer } = reduce(cell, raw);
        if (answer.kind === 'ignored') throw refusalOf(answer);
      },
      ...described('submitReviewDecision'),
    },
  );
};

const takeStop = (cell: Cell, raw: StopReason): void => {
  const read = stopReasonSchema.safeParse(raw);
  if (read.success) become(cell, { stop: { ...read.data, atMs: Date.now() } });
};

const takeResume = (cell: Cell, raw: ResumeRequest): void => {
  const read = resumeSchema.safeParse(raw);
  if (!read.success) {
    cell.resumeRefused = 'malformed';
    return;
  }
  cell.resumeRefused = resumeRefusal(cell.s, read.data);
  if (cell.resumeRefused === null) cell.resume = read.data;
};

/** What a message changed shows at once. */
const become = (cell: Cell, change: Partial<RunState>): void => {
  cell.s = { ...cell.s, ...change };
  showDetails(cell.s);
};

const refusalOf = (answer: Ignored): ApplicationFailure =>
  ApplicationFailure.create({
    message: `the decision is not counted: ${answer.why}`,
    type: `review.${answer.why}`,
    nonRetryable: true,
    details: [
      {
        why: answer.why,
        by: answer.by ?? null,
        decidedAtMs: answer.decidedAtMs ?? null,
        decision: answer.decision ?? null,
      },
    ],
  });
