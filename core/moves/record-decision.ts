// What a person decided goes where it leads: an approval to the door, a rejection or a question to the model as the call's result,
// an edit back to the judge under the new arguments. An edit that cannot be carried out changes nothing: the review waits on.
import { assertInvariant, assertNever } from '../kernel/assert-never';
import { keepAfterEdit, markActed, nextDecided, nextExpired } from '../human-review/review-desk';
import type { CountedDecision, ReviewRequest } from '../human-review/review-request';
import type {
  CallResult,
  EarlierApproval,
  RecordDecisionArg,
  RecordDecisionReceipt,
  SentDecision,
} from './activity-shapes';
import type { EffectRule, Evolved } from './agent';
import { actionOf, callRef, replaceCall, settle } from './queue';
import type { QueuedCall, RunState } from './run-state';

/** `kept`: the review waits on. */
export type RecordDecisionEvent = 'granted' | 'rejected' | 'expired' | 'asked' | 'edited' | 'kept';

/** Writes the first decision (or expiry) not yet acted on, and its grant or veto, under the chain's head. */
export const recordDecision: EffectRule<RunState, RecordDecisionEvent, RecordDecisionReceipt> = {
  door: 'store',
  plan: (state) => ({
    kind: 'calls',
    calls: [{ activity: 'recordDecision', arg: decisionArg(state, requestToRecord(state)) }],
  }),
  evolve: (state, outcomes, nowMs) => {
    const outcome = outcomes[0];
    assertInvariant(outcome?.kind === 'returned', 'recording a decision has one outcome');
    const request = requestToRecord(state);
    return outcome.value.kind === 'editRefused'
      ? evolveKept(state, request, { rule: outcome.value.rule, atMs: nowMs })
      : evolveRecorded(state, request, outcome.value);
  },
};

type WrittenReceipt = Exclude<RecordDecisionReceipt, { kind: 'editRefused' }>;

const evolveKept = (
  state: RunState,
  { reviewId }: ReviewRequest,
  refused: { readonly rule: string; readonly atMs: number },
): Evolved<RunState, RecordDecisionEvent> => ({
  update: { desk: keepAfterEdit(state.desk, reviewId, refused) },
  event: 'kept',
});

/** The call goes on under its new arguments, as if it had just been proposed; for the governor it stays the model's own call. */
const evolveEdited = (state: RunState, call: QueuedCall, request: ReviewRequest): Pick<RunState, 'queue'> => {
  const editRef = request.decision?.editRef;
  assertInvariant(editRef !== undefined, `an edit of review ${request.reviewId} has no arguments`);
  const editOf = { reviewId: request.reviewId, round: request.round };
  const change = { stage: 'judge' as const, judged: null, reviewId: null, round: null, editRef, editOf };
  return { queue: replaceCall(state.queue, call.callId, change) };
};

const evolveRecorded = (
  state: RunState,
  request: ReviewRequest,
  receipt: WrittenReceipt,
): Evolved<RunState, RecordDecisionEvent> => {
  const call = callOf(state, request);
  const desk = markActed(state.desk, request.reviewId, noteRefOf(receipt));
  if (receipt.kind === 'granted')
    return { update: { desk, queue: replaceCall(state.queue, call.callId, { stage: 'send' }) }, event: 'granted' };
  if (receipt.kind === 'edited') return { update: { desk, ...evolveEdited(state, call, request) }, event: 'edited' };
  const event = receipt.kind === 'conflict' ? 'rejected' : receipt.kind;
  return {
    update: { desk, queue: settle(state.queue, call.callId, resultOf(request, receipt)) },
    event,
    actions: [{ action: actionOf(call), outcome: { kind: event === 'asked' ? event : 'refused', receiptKey: null } }],
  };
};

const noteRefOf = (receipt: WrittenReceipt): string | null => (receipt.kind === 'expired' ? null : receipt.noteRef);

const resultOf = (
  { reviewId, decision }: ReviewRequest,
  receipt: Exclude<WrittenReceipt, { kind: 'granted' | 'edited' }>,
): CallResult => {
  const address = noteRefOf(receipt);
  const noteRef = address === null ? {} : { noteRef: address };
  switch (receipt.kind) {
    case 'expired':
      return { code: 'expired', reviewId };
    case 'asked':
      return { code: 'asked', reviewId, ...noteRef };
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
    sent: sentOf(decision),
    ...approvalsOf(request),
    ...editOf(state, request, decision),
  };
};

/** Of an approval. What was approved before an edit is no part of the edit. */
const approvalsOf = ({ approvals, decision }: ReviewRequest): { readonly approvals?: readonly EarlierApproval[] } =>
  approvals === undefined || decision?.decision !== 'approve'
    ? {}
    : {
        approvals: approvals.map((given) => ({
          by: given.by,
          authenticated: given.authenticated,
          surface: given.surface,
          reasonCode: given.reasonCode,
          note: given.note,
          noteRef: given.noteRef,
          decidedAtMs: given.decidedAtMs,
          sent: sentOf(given),
        })),
      };

/** A signature that nobody could check proves nothing, and is not recorded as a proof. */
const sentOf = (decision: CountedDecision): SentDecision => {
  const { authenticated, keyId, publicKey, signature } = decision;
  const isProved = authenticated === 'signed' && keyId !== null && signature !== null && publicKey !== undefined;
  return {
    claimedAtMs: decision.claimedAtMs,
    evidence: decision.evidence ?? [],
    confirmAmount: decision.confirmAmount ?? null,
    proof: isProved ? { keyId, publicKey, signature } : null,
  };
};

const editOf = (state: RunState, request: ReviewRequest, { decision, editRef }: CountedDecision) => {
  if (decision !== 'edit' || editRef === undefined) return {};
  return { edit: { subject: state.subject, call: { ...callRef(callOf(state, request)), editRef } } };
};
