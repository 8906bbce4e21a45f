import { assertInvariant, assertNever } from '../kernel/assert-never';
import { markActed, nextDecided, nextExpired } from '../human-review/review-desk';
import type { ReviewRequest } from '../human-review/review-request';
import type { CallResult, RecordDecisionArg, RecordDecisionReceipt } from './activity-shapes';
import type { EffectRule, Evolved } from './agent';
import { actionOf, replaceCall, settle } from './queue';
import type { QueuedCall, RunState } from './run-state';

export type RecordDecisionEvent = 'granted' | 'rejected' | 'expired';

/** Writes the first decision (or expiry) not yet acted on, and its grant or veto, under the chain's head. */
export const recordDecision: EffectRule<RunState, RecordDecisionEvent, RecordDecisionReceipt> = {
  door: 'store',
  plan: (state) => ({
    kind: 'calls',
    calls: [{ activity: 'recordDecision', arg: decisionArg(state, requestToRecord(state)) }],
  }),
  evolve: (state, outcomes) => {
    const outcome = outcomes[0];
    assertInvariant(outcome?.kind === 'returned', 'recording a decision has one outcome');
    return evolveRecorded(state, requestToRecord(state), outcome.value);
  },
};

const evolveRecorded = (
  state: RunState,
  request: ReviewRequest,
  receipt: RecordDecisionReceipt,
): Evolved<RunState, RecordDecisionEvent> => {
  const call = callOf(state, request);
  const desk = markActed(state.desk, request.reviewId, noteRefOf(receipt));
  if (receipt.kind === 'granted')
    return { update: { desk, queue: replaceCall(state.queue, call.callId, { stage: 'send' }) }, event: 'granted' };
  return {
    update: { desk, queue: settle(state.queue, call.callId, resultOf(request, receipt)) },
    event: receipt.kind === 'expired' ? 'expired' : 'rejected',
    actions: [{ action: actionOf(call), outcome: { kind: 'refused', receiptKey: null } }],
  };
};

const noteRefOf = (receipt: RecordDecisionReceipt): string | null =>
  receipt.kind === 'expired' ? null : receipt.noteRef;

const resultOf = (
  { reviewId, decision }: ReviewRequest,
  receipt: Exclude<RecordDecisionReceipt, { kind: 'granted' }>,
): CallResult => {
  const address = noteRefOf(receipt);
  const noteRef = address === null ? {} : { noteRef: address };
  switch (receipt.kind) {
    case 'expired':
      return { code: 'expired', reviewId };
    case 'rejected':
      return { code: 'rejected', reviewId, reasonCode: decision?.reasonCode ?? '', ...noteRef };
    case 'conflict':
      return { code: 'rejected', reviewId, reasonCode: `conflict.${receipt.state}`, ...noteRef };
    default:
      return assertNever(receipt);
  }
};

/**
 * Expiries first: a decision may come in while one is being recorded, and what is next must be the same before and after. The
 * other way round the outcome of an expiry would be taken for that decision's.
 */
const requestToRecord = (state: RunState): ReviewRequest => {
  const request = nextExpired(state.desk) ?? nextDecided(state.desk);
  assertInvariant(request !== null, 'a decision is recorded only when there is one, or an expiry');
  return request;
};

const callOf = (state: RunState, request: ReviewRequest): QueuedCall => {
  const call = state.queue.find((queued) => queued.callId === request.callId);
  assertInvariant(call !== undefined, `review ${request.reviewId} has no call in the queue`);
  return call;
};

const decisionArg = (state: RunState, request: ReviewRequest): RecordDecisionArg => {
  const { decision } = request;
  const bound = {
    turn: state.turn,
    reviewId: request.reviewId,
    round: request.round,
    actionHash: request.actionHash,
    rulesDigest: request.rulesDigest,
  };
  if (decision === null) return { ...bound, decision: 'expire' };
  return {
    ...bound,
    decision: decision.decision,
    by: decision.by,
    authenticated: decision.authenticated,
    surface: decision.surface,
    reasonCode: decision.reasonCode,
    note: decision.note,
    noteRef: decision.noteRef,
    decidedAtMs: decision.decidedAtMs,
  };
};
