import { assertInvariant } from '../kernel/assert-never';
import { markActed, nextDecided } from '../human-review/review-desk';
import type { ReviewRequest } from '../human-review/review-request';
import type { RecordDecisionArg, RecordDecisionReceipt } from './activity-shapes';
import type { EffectRule } from './agent';
import { actionOf, replaceCall, settle } from './queue';
import type { QueuedCall, RunState } from './run-state';

export type RecordDecisionEvent = 'granted' | 'rejected';

/** Writes the first decision not yet acted on, and its grant or veto, under the chain's head. */
export const recordDecision: EffectRule<RunState, RecordDecisionEvent, RecordDecisionReceipt> = {
  door: 'store',
  plan: (state) => ({
    kind: 'calls',
    calls: [{ activity: 'recordDecision', arg: decisionArg(state, decidedRequest(state)) }],
  }),
  evolve: (state, outcomes) => {
    const outcome = outcomes[0];
    assertInvariant(outcome?.kind === 'returned', 'recording a decision has one outcome');
    const request = decidedRequest(state);
    const call = callOf(state, request);
    const desk = markActed(state.desk, request.reviewId);
    if (outcome.value.kind === 'granted')
      return { update: { desk, queue: replaceCall(state.queue, call.callId, { stage: 'send' }) }, event: 'granted' };
    const { noteRef } = outcome.value;
    const result = {
      code: 'rejected' as const,
      reviewId: request.reviewId,
      reasonCode:
        outcome.value.kind === 'conflict' ? `conflict.${outcome.value.state}` : (request.decision?.reasonCode ?? ''),
      ...(noteRef === null ? {} : { noteRef }),
    };
    return {
      update: { desk, queue: settle(state.queue, call.callId, result) },
      event: 'rejected',
      actions: [{ action: actionOf(call), outcome: { kind: 'refused', receiptKey: null } }],
    };
  },
};

const decidedRequest = (state: RunState): ReviewRequest => {
  const request = nextDecided(state.desk);
  assertInvariant(request !== null, 'a decision is recorded only when there is one');
  return request;
};

const callOf = (state: RunState, request: ReviewRequest): QueuedCall => {
  const call = state.queue.find((queued) => queued.callId === request.callId);
  assertInvariant(call !== undefined, `review ${request.reviewId} has no call in the queue`);
  return call;
};

const decisionArg = (state: RunState, request: ReviewRequest): RecordDecisionArg => {
  const { decision } = request;
  assertInvariant(decision !== null, `review ${request.reviewId} is not decided`);
  return {
    turn: state.turn,
    reviewId: request.reviewId,
    round: request.round,
    actionHash: request.actionHash,
    rulesDigest: request.rulesDigest,
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
