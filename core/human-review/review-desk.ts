// The desk of one run: every review it waits for, each answered alone and in any order; rejecting one drops no other. The first
// valid decision wins in workflow order, and the loser is told who, what and when. Whatever else comes in (malformed, late, stale,
// duplicate, forged) is counted with its reason and ignored; nothing makes the reducer throw, for it runs in a signal handler. A
// decision after the expiry does not count, and an expiry never approves. Who caused the run may reject, ask and edit, but not approve
// what it asks for; where two must approve, the same person twice is one. A signed decision is by the
// name its key stands for: both rules go by a proved name there.
import * as z from 'zod/mini';

import { amountToConfirm, NAME_TO_FILL } from './bare-decision';
import { isAmount } from './confirmed-amount';
import { readReviewDecision, type ReviewDecision } from './review-decision';
import { reviewRequestSchema, type CountedDecision, type ReviewOpening, type ReviewRequest } from './review-request';
import { countPersons, isSamePerson } from './same-person';
import {
  authenticate,
  refusedSignatures,
  type Authenticity,
  type Reviewer,
  type VerifySignature,
} from './signed-decision';

export const ignoredReasons = [
  'malformed',
  'unknownReview',
  'wrongRound',
  'staleAction',
  'alreadyDecided',
  'expired',
  'wrongAmount',
  ...refusedSignatures,
  'unsignedNotAllowed',
  'causedTheRun',
  'sameApprover',
] as const;
export type IgnoredReason = (typeof ignoredReasons)[number];

/** So many ignored decisions are kept; the rest is only counted, or a flood would fill the run's state. */
const ignoredKept = 20;

const count = z.int().check(z.gte(0));

export const reviewDeskSchema = z.strictObject({
  requests: z.record(z.string(), reviewRequestSchema),
  /** Decisions that counted so far: gives each its `seq`. */
  decided: count,
  ignored: z.strictObject({
    total: count,
    last: z.array(z.strictObject({ why: z.enum(ignoredReasons), reviewId: z.nullable(z.string()), atMs: z.int() })),
  }),
});
export type ReviewDesk = z.infer<typeof reviewDeskSchema>;

/** The rules that decisions on runs started from now on are read by. */
export const newestDecisionRules = 2;

export interface DecisionContext {
  readonly nowMs: number;
  /** A signature covers it, so that a decision signed for another turn is forged here. */
  readonly turnKey: string;
  /** Decisions on money count only when signed. */
  readonly requireSignatures: boolean;
  /**
   * 2: an approval of money names the exact amount, a name left to fill in is none, and an edit that a rule refuses leaves the approvals
   * that were given. Absent: 1, a run of before.
   */
  readonly decisionRules?: number | undefined;
  /** Whose signatures count, and how one is checked. Absent: every decision is unverified, whatever it carries. */
  readonly signatures?: { readonly reviewers: readonly Reviewer[]; readonly verify: VerifySignature } | undefined;
  /**
   * Who caused the run: may not approve. Absent for a run of before that was recorded: anybody approves there, and a question or an
   * edit is no decision.
   */
  readonly causedBy?: readonly string[] | undefined;
}

export interface Ignored {
  readonly kind: 'ignored';
  readonly why: IgnoredReason;
  /** Of `alreadyDecided`: who decided what and when. */
  readonly by?: string;
  readonly decidedAtMs?: number;
  readonly decision?: CountedDecision['decision'];
}
/** `approvals`: told while more persons must approve. */
export interface Counted {
  readonly kind: 'counted';
  /** `signed:<key id>` or `unverified`. */
  readonly authenticated: string;
  readonly approvals?: number;
  readonly approvalsNeeded?: number;
}
export type DecisionAnswer = Counted | Ignored;

export interface Reduced {
  readonly desk: ReviewDesk;
  readonly answer: DecisionAnswer;
}

export const createReviewDesk = (): ReviewDesk => ({ requests: {}, decided: 0, ignored: { total: 0, last: [] } });

const find = (desk: ReviewDesk, reviewId: string): ReviewRequest | undefined =>
  Object.hasOwn(desk.requests, reviewId) ? desk.requests[reviewId] : undefined;

const put = (desk: ReviewDesk, request: ReviewRequest): ReviewDesk => ({
  ...desk,
  requests: { ...desk.requests, [request.reviewId]: request },
});

/** Lays a request on the desk. A later round replaces an earlier one; the same or an earlier round again changes nothing. */
export const openRequest = (desk: ReviewDesk, opening: ReviewOpening): ReviewDesk => {
  const known = find(desk, opening.reviewId);
  if (known !== undefined && known.round >= opening.round) return desk;
  return put(desk, { ...opening, state: 'pending', decision: null, seq: 0 });
};

const ignore = (desk: ReviewDesk, answer: Ignored, line: { reviewId: string | null; atMs: number }): Reduced => ({
  desk: {
    ...desk,
    ignored: {
      total: desk.ignored.total + 1,
      last: [...desk.ignored.last, { why: answer.why, ...line }].slice(-ignoredKept),
    },
  },
  answer,
});

const refuse = (why: IgnoredReason): Ignored => ({ kind: 'ignored', why });

const refuseLate = ({ decision }: ReviewRequest): Ignored =>
  decision === null
    ? refuse('expired')
    : { ...refuse('alreadyDecided'), by: decision.by, decidedAtMs: decision.decidedAtMs, decision: decision.decision };

const isStrict = ({ decisionRules = 1 }: DecisionContext): boolean => decisionRules >= 2;

const isWrongAmount = (request: ReviewRequest, decision: ReviewDecision, context: DecisionContext): boolean => {
  const { confirmAmount } = decision;
  if (decision.decision !== 'approve') return false;
  if (confirmAmount === undefined) return isStrict(context) && amountToConfirm(request) !== null;
  const { amountMinor, currency } = request;
  return amountMinor === null || currency === null || !isAmount(confirmAmount, amountMinor, currency);
};

const isPast = ({ expiresAtMs }: ReviewRequest, nowMs: number): boolean => expiresAtMs !== null && nowMs >= expiresAtMs;

/** Why this person's approval does not count, or null. */
const findWrongPerson = (
  { approvals = [] }: ReviewRequest,
  { decision, by }: ReviewDecision,
  causedBy: readonly string[] | undefined,
): Ignored | null => {
  if (decision !== 'approve') return null;
  if (causedBy !== undefined && countPersons([by]) === 0) return refuse('malformed');
  if (causedBy?.some((cause) => isSamePerson(cause, by)) === true) return refuse('causedTheRun');
  return approvals.some((first) => isSamePerson(first.by, by)) ? refuse('sameApprover') : null;
};

/** Why a decision does not fit the request it names, or null. The dear check, the signature, comes after these. */
const findMisfit = (request: ReviewRequest, decision: ReviewDecision, context: DecisionContext): Ignored | null => {
  const { nowMs, causedBy } = context;
  if (decision.round !== request.round) return refuse('wrongRound');
  if (decision.actionHash !== request.actionHash) return refuse('staleAction');
  if (request.state !== 'pending') return refuseLate(request);
  if (isPast(request, nowMs)) return refuse('expired');
  return isWrongAmount(request, decision, context)
    ? refuse('wrongAmount')
    : findWrongPerson(request, decision, causedBy);
};

const authenticateFor = (
  { openedAtMs }: ReviewRequest,
  decision: ReviewDecision,
  { signatures, turnKey, nowMs }: DecisionContext,
): Authenticity =>
  signatures === undefined
    ? { kind: 'unverified' }
    : authenticate(decision, { ...signatures, turnKey, nowMs, openedAtMs });

type Proven = Exclude<Authenticity, { kind: 'refused' }>;

const toCounted = (decision: ReviewDecision, proven: Proven, decidedAtMs: number): CountedDecision => ({
  decision: decision.decision,
  by: decision.by,
  authenticated: proven.kind,
  surface: decision.surface ?? 'signal',
  reasonCode: decision.reasonCode,
  note: decision.note ?? null,
  noteRef: decision.noteRef ?? null,
  decidedAtMs,
  claimedAtMs: decision.decidedAtMs ?? null,
  signature: decision.signature ?? null,
  keyId: decision.keyId ?? null,
  unsealed: decision.unsealed === true,
  ...sentBeside(decision, proven),
});

/** What older runs do not know is left out where it was not sent. */
const sentBeside = (decision: ReviewDecision, proven: Proven): Partial<CountedDecision> => ({
  ...(decision.editRef === undefined ? {} : { editRef: decision.editRef }),
  ...(proven.kind === 'signed' ? { publicKey: proven.publicKey } : {}),
  ...(decision.evidence === undefined ? {} : { evidence: decision.evidence }),
  ...(decision.confirmAmount === undefined ? {} : { confirmAmount: decision.confirmAmount }),
});

/** How a decision is recorded: by which key it was proved, or that nothing proves it. */
export const authenticationOf = ({ authenticated, keyId }: CountedDecision): string =>
  authenticated === 'signed' && keyId !== null ? `signed:${keyId}` : 'unverified';

const stateAfter = { approve: 'approved', reject: 'rejected', ask: 'asked', edit: 'edited' } as const;

/** An approval that is not the last one needed stays on the request; a decision against the action takes it away again. */
const record = (
  desk: ReviewDesk,
  request: ReviewRequest,
  { decision, context }: { readonly decision: CountedDecision; readonly context: DecisionContext },
): Reduced => {
  const { approvals = [], ...alone } = request;
  const approvalsNeeded = request.approvalsNeeded ?? 1;
  const isApproval = decision.decision === 'approve';
  const authenticated = authenticationOf(decision);
  if (isApproval && approvals.length + 1 < approvalsNeeded) {
    const given = [...approvals, decision];
    const answer = { kind: 'counted' as const, authenticated, approvals: given.length, approvalsNeeded };
    return { desk: put(desk, { ...request, approvals: given }), answer };
  }
  const seq = desk.decided + 1;
  const state = stateAfter[decision.decision];
  // Whether the edit is carried out a rule says later; until then what was approved is.
  const keeps = isApproval || (decision.decision === 'edit' && isStrict(context));
  const decided = { ...(keeps ? request : alone), state, decision, seq };
  return { desk: { ...put(desk, decided), decided: seq }, answer: { kind: 'counted', authenticated } };
};

const isReadHere = ({ decision, by }: ReviewDecision, context: DecisionContext): boolean => {
  if (isStrict(context) && by.trim() === NAME_TO_FILL) return false;
  return context.causedBy !== undefined || decision === 'approve' || decision === 'reject';
};

/** Takes whatever was signalled as a decision: it counts, or it is ignored with the reason. Never throws. */
export const reduceDecision = (desk: ReviewDesk, raw: unknown, context: DecisionContext): Reduced => {
  const { nowMs: atMs } = context;
  const read = readReviewDecision(raw);
  if (read.kind === 'malformed') return ignore(desk, refuse('malformed'), { reviewId: null, atMs });
  const { decision } = read;
  if (!isReadHere(decision, context)) return ignore(desk, refuse('malformed'), { reviewId: null, atMs });
  const line = { reviewId: decision.reviewId, atMs };
  const request = find(desk, decision.reviewId);
  if (request === undefined) return ignore(desk, refuse('unknownReview'), line);
  const misfit = findMisfit(request, decision, context);
  if (misfit !== null) return ignore(desk, misfit, line);
  const authenticity = authenticateFor(request, decision, context);
  if (authenticity.kind === 'refused') return ignore(desk, refuse(authenticity.why), line);
  const needsSignature = context.requireSignatures && request.amountMinor !== null;
  if (needsSignature && authenticity.kind !== 'signed') return ignore(desk, refuse('unsignedNotAllowed'), line);
  return record(desk, request, { decision: toCounted(decision, authenticity, atMs), context });
};

const requestsOf = (desk: ReviewDesk, ...states: readonly ReviewRequest['state'][]): ReviewRequest[] =>
  Object.values(desk.requests).filter((request) => states.includes(request.state));

/** Marks what is pending at or past its expiry as expired. */
export const expireDue = (desk: ReviewDesk, nowMs: number): ReviewDesk =>
  requestsOf(desk, 'pending')
    .filter((request) => isPast(request, nowMs))
    .reduce<ReviewDesk>((next, request) => put(next, { ...request, state: 'expired' }), desk);

const firstOf = (requests: readonly ReviewRequest[], order: (request: ReviewRequest) => number): ReviewRequest | null =>
  requests.reduce<ReviewRequest | null>(
    (first, request) => (first === null || order(request) < order(first) ? request : first),
    null,
  );

/** The decided request to act on next: the one decided first; null when none is left. */
export const nextDecided = (desk: ReviewDesk): ReviewRequest | null =>
  firstOf(requestsOf(desk, 'approved', 'rejected', 'asked', 'edited'), (request) => request.seq);

/** The expired request to act on next: the one that was due first; null when none is left. */
export const nextExpired = (desk: ReviewDesk): ReviewRequest | null =>
  firstOf(requestsOf(desk, 'expired'), (request) => request.expiresAtMs ?? Number.MAX_SAFE_INTEGER);

/**
 * Says that a decision or an expiry was carried out; of a pending or unknown request it changes nothing. A note that came with the
 * decision lies in the store from then on, at `noteRef`, and leaves the desk.
 */
export const markActed = (desk: ReviewDesk, reviewId: string, noteRef: string | null = null): ReviewDesk => {
  const request = find(desk, reviewId);
  if (request === undefined || request.state === 'pending') return desk;
  const { decision } = request;
  const kept = decision === null ? null : { ...decision, note: null, noteRef: noteRef ?? decision.noteRef };
  const { approvals } = request;
  const first = approvals === undefined ? {} : { approvals: approvals.map((given) => ({ ...given, note: null })) };
  return put(desk, { ...request, ...first, state: 'acted', decision: kept });
};

/** An edit that could not be carried out: the request waits again, in the same round, and says which rule refused. */
export const keepAfterEdit = (
  desk: ReviewDesk,
  reviewId: string,
  { rule, atMs }: { readonly rule: string; readonly atMs: number },
): ReviewDesk => {
  const request = find(desk, reviewId);
  if (request?.state !== 'edited') return desk;
  const by = request.decision?.by ?? '';
  return put(desk, { ...request, state: 'pending', decision: null, seq: 0, editRefused: { rule, by, atMs } });
};

/** When the next pending request expires, epoch ms; null when none is pending or none ever expires. */
export const nextExpiryMs = (desk: ReviewDesk): number | null =>
  firstOf(requestsOf(desk, 'pending'), (request) => request.expiresAtMs ?? Number.MAX_SAFE_INTEGER)?.expiresAtMs ??
  null;

/** What a person is still asked for, in order of opening. */
export const pendingRequests = (desk: ReviewDesk): readonly ReviewRequest[] => requestsOf(desk, 'pending');

/** Whether a person is still asked for anything. */
export const isWaiting = (desk: ReviewDesk): boolean => pendingRequests(desk).length > 0;
