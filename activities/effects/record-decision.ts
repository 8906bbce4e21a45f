// A person's decision becomes a row under the chain's head: a grant bound to action, rules and round, or a rejection, which is a
// veto on that action for the case. The first decision that was written stands; the same one written again changes nothing.
import type { PersonsDecisionArg, RecordDecisionArg, RecordDecisionReceipt } from '../../core/moves/activity-shapes';
import type { DecidedBody } from '../../stores/effect-events';
import { appendEvent } from '../../stores/effect-ledger';
import type { Tx } from '../../stores/open-database';
import { findReview, readOpened, setReview } from '../../stores/review-rows';
import type { ReviewRecord } from '../../stores/review-rows';
import { keepVeto } from '../../stores/vetoes';
import { writeJournalled } from '../../stores/write-journalled';
import type { EffectDeps } from './effect-deps';

/** `conflict` names the state that stands: another decision, another action, or a review that is no longer pending. */
export async function recordDecision(deps: EffectDeps, arg: RecordDecisionArg): Promise<RecordDecisionReceipt> {
  if (arg.decision === 'expire') return recordExpiry(deps, arg);
  const { caseId } = arg.turn;
  const noteRef = arg.note === null ? arg.noteRef : await deps.store.transcripts.keepNote(caseId, arg.note);
  return writeJournalled(deps.store, async (tx) => {
    const review = await findReview(tx, arg);
    const standing = judgeStanding(review, arg, noteRef);
    if (review === undefined || standing !== null) return standing ?? conflict('missing', noteRef);
    return writeDecision(tx, { arg, noteRef, atMs: await deps.store.db.nowMs(tx) });
  });
}

/** Nobody decided in time: an outcome of its own. A decision that was written first stands. */
async function recordExpiry(
  deps: EffectDeps,
  arg: Extract<RecordDecisionArg, { decision: 'expire' }>,
): Promise<RecordDecisionReceipt> {
  return writeJournalled(deps.store, async (tx): Promise<RecordDecisionReceipt> => {
    const review = await findReview(tx, arg);
    if (review?.state === 'expired') return { kind: 'expired' };
    if (review?.state !== 'pending') return conflict(review?.state ?? 'missing', null);
    await setReview(tx, arg, { state: 'expired' });
    const at = { caseId: arg.turn.caseId, atMs: await deps.store.db.nowMs(tx) };
    const body = { reviewId: arg.reviewId, round: arg.round, why: 'expired' };
    await appendEvent(tx, { kind: 'expired', body }, at);
    return { kind: 'expired' };
  });
}

const conflict = (state: string, noteRef: string | null): RecordDecisionReceipt => ({
  kind: 'conflict',
  state,
  noteRef,
});

/** null: the review waits for this decision. */
function judgeStanding(
  review: ReviewRecord | undefined,
  arg: PersonsDecisionArg,
  noteRef: string | null,
): RecordDecisionReceipt | null {
  if (review === undefined || review.caseId !== arg.turn.caseId) return conflict('missing', noteRef);
  if (review.actionHash !== arg.actionHash || review.rulesDigest !== arg.rulesDigest)
    return conflict('otherAction', noteRef);
  if (review.state === 'pending') return null;
  const written = arg.decision === 'approve' ? 'granted' : 'rejected';
  return isThisOne(review, arg) && review.state === written
    ? { kind: written, noteRef }
    : conflict(review.state, noteRef);
}

/** A retry of the activity that wrote it. */
const isThisOne = (review: ReviewRecord, arg: PersonsDecisionArg): boolean =>
  review.decidedBy === arg.by && review.decidedMs === arg.decidedAtMs;

interface DecisionWrite {
  readonly arg: PersonsDecisionArg;
  readonly noteRef: string | null;
  readonly atMs: number;
}

async function writeDecision(tx: Tx, { arg, noteRef, atMs }: DecisionWrite): Promise<RecordDecisionReceipt> {
  await setReview(tx, arg, {
    state: arg.decision === 'approve' ? 'granted' : 'rejected',
    decidedBy: arg.by,
    decidedMs: arg.decidedAtMs,
    authenticated: arg.authenticated,
    surface: arg.surface,
    reasonCode: arg.reasonCode,
    noteRef,
  });
  if (arg.decision === 'reject') await writeVeto(tx, arg);
  const body: DecidedBody = {
    reviewId: arg.reviewId,
    round: arg.round,
    decision: arg.decision,
    actionHash: arg.actionHash,
    rulesDigest: arg.rulesDigest,
    by: arg.by,
    authenticated: arg.authenticated,
    surface: arg.surface,
    reasonCode: arg.reasonCode,
    noteRef,
    decidedMs: arg.decidedAtMs,
  };
  await appendEvent(tx, { kind: 'decided', body }, { caseId: arg.turn.caseId, atMs });
  return { kind: arg.decision === 'approve' ? 'granted' : 'rejected', noteRef };
}

async function writeVeto(tx: Tx, arg: PersonsDecisionArg): Promise<void> {
  const opened = await readOpened(tx, arg);
  if (opened === undefined) throw new Error(`broken invariant: review ${arg.reviewId} has a row and no opened event`);
  await keepVeto(tx, arg.turn.caseId, opened);
}
