// Puts an action before a person: the row, and the event that says what they are shown. Written again by a retry it changes
// nothing; a review of the same effect that nobody can answer any more ends void.
import { reviewIdOf } from '../../core/kernel/ids';
import type { OpenReviewArg, OpenReviewReceipt } from '../../core/moves/activity-shapes';
import type { OpenedBody } from '../../stores/effect-events';
import { readOrderLedger } from '../../stores/effect-ledger';
import type { Tx } from '../../stores/open-database';
import { insertReview, listOpenReviews, listReviewsOf, voidReview } from '../../stores/review-rows';
import type { ReviewRecord } from '../../stores/review-rows';
import { writeJournalled } from '../../stores/write-journalled';
import type { EffectDeps } from './effect-deps';
import { approvalsFor } from './approvals-for';
import { readProposedAction } from './proposed-action';
import { weighAction } from './weigh-action';

/** Returns the round that stands; a later one than asked for when another turn opened the same round meanwhile. */
export async function openReview(deps: EffectDeps, arg: OpenReviewArg): Promise<OpenReviewReceipt> {
  const key = await deps.identityKey();
  const proposed = await readProposedAction(deps, arg);
  const outsideFacts = await proposed.tools.facts(proposed.tool.name, proposed.args, arg.subject);
  const { scope } = weighAction(key, arg, { proposed, outsideFacts });
  const reviewId = reviewIdOf(key, { effectKey: arg.judged.effectKey, rootTurnKey: arg.turn.rootTurnKey });
  return writeJournalled(deps.store, async (tx) => {
    const reviews = await listReviewsOf(tx, arg.judged.effectKey);
    const standing = reviews.find((review) => isSame(review, reviewId, arg));
    const { takenMinor } = await readOrderLedger(tx, scope.orderRef);
    const approvalsNeeded = approvalsFor(proposed.kit, arg.judged, takenMinor);
    if (standing !== undefined) return toReceipt(standing, approvalsNeeded);
    const openedMs = await deps.store.db.nowMs(tx);
    const round = Math.max(arg.judged.round, 1 + Math.max(0, ...reviews.map((review) => review.round)));
    const { orderRef, items } = scope;
    const opened = toOpened(arg, { reviewId, round, openedMs, orderRef, items, approvalsNeeded });
    const at = { caseId: arg.turn.caseId, atMs: openedMs };
    await voidDead(tx, reviews, at);
    await insertReview(tx, opened, { ...at, queue: arg.turn.agent });
    return toReceipt(opened, approvalsNeeded);
  });
}

const isSame = (review: ReviewRecord, reviewId: string, arg: OpenReviewArg): boolean =>
  review.reviewId === reviewId &&
  review.callId === arg.call.callId &&
  review.round >= arg.judged.round &&
  review.actionHash === arg.judged.actionHash;

const toReceipt = (
  row: Pick<OpenedBody, 'reviewId' | 'round' | 'openedMs' | 'expiresMs'>,
  approvalsNeeded: number,
): OpenReviewReceipt => ({
  reviewId: row.reviewId,
  round: row.round,
  openedAtMs: row.openedMs,
  expiresAtMs: row.expiresMs,
  ...(approvalsNeeded === 1 ? {} : { approvalsNeeded }),
});

type OpenedHere = Pick<OpenedBody, 'reviewId' | 'round' | 'openedMs' | 'orderRef' | 'items'> & {
  readonly approvalsNeeded: number;
};

const toOpened = (arg: OpenReviewArg, { approvalsNeeded, ...here }: OpenedHere): OpenedBody => ({
  ...here,
  turnKey: arg.turn.turnKey,
  callId: arg.call.callId,
  tool: arg.call.tool,
  effectKey: arg.judged.effectKey,
  actionHash: arg.judged.actionHash,
  rulesDigest: arg.judged.rulesDigest,
  factsDigest: arg.judged.factsDigest,
  rule: arg.judged.rule,
  amountMinor: arg.judged.amountMinor,
  currency: arg.judged.currency,
  expiresMs: here.openedMs + arg.expiryMs,
  rejectedReviewId: arg.judged.rejectedReviewId ?? null,
  ...(approvalsNeeded === 1 ? {} : { approvalsNeeded }),
  ...(arg.startedBy === undefined ? {} : { startedBy: arg.startedBy }),
  ...toEdit(arg),
});

const toEdit = ({ editOf, call: { editRef } }: OpenReviewArg): Pick<OpenedBody, 'edit'> =>
  editOf === undefined || editRef === undefined ? {} : { edit: { ...editOf, ref: editRef } };

/** Reviews of turns that ended while they waited. */
async function voidDead(tx: Tx, reviews: readonly ReviewRecord[], at: { caseId: string; atMs: number }): Promise<void> {
  const [first] = reviews;
  if (first === undefined) return;
  const open = new Set((await listOpenReviews(tx, first.effectKey)).map((review) => review.round));
  const waiting = reviews.filter((review) => review.state === 'pending' || review.state === 'granted');
  for (const { reviewId, round } of waiting.filter((review) => !open.has(review.round))) {
    await voidReview(tx, { reviewId, round, why: 'turnEnded' }, at);
  }
}
