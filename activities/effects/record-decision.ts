// A person's decision becomes a row under the chain's head: a grant bound to action, rules and round, or a rejection, which is a
// veto on that action for the case, or a question, which decides nothing and vetoes nothing, or an edit, which voids the round: what
// was made of the action is judged anew. The first decision that was written stands; the same one written again changes nothing.
import type {
  EarlierApproval,
  PersonsDecisionArg,
  RecordDecisionArg,
  RecordDecisionReceipt,
} from '../../core/moves/activity-shapes';
import type { DecidedBody, SentBody } from '../../stores/effect-events';
import { appendEvent } from '../../stores/effect-ledger';
import type { EventAt } from '../../stores/effect-ledger';
import type { Tx } from '../../stores/open-database';
import { findReview, readOpened, setReview, toSentColumns, voidReview } from '../../stores/review-rows';
import type { ReviewRecord } from '../../stores/review-rows';
import { keepVeto } from '../../stores/vetoes';
import { writeJournalled } from '../../stores/write-journalled';
import type { EffectDeps } from './effect-deps';
import { judgeEdit } from './judge-edit';
import type { EditJudged } from './judge-edit';

/** `conflict` names the state that stands: another decision, another action, or a review that is no longer pending. */
export async function recordDecision(deps: EffectDeps, arg: RecordDecisionArg): Promise<RecordDecisionReceipt> {
  if (arg.decision === 'expire') return recordExpiry(deps, arg);
  const { caseId } = arg.turn;
  const noteRef = await keepWords(deps, arg, caseId);
  const approvals = await Promise.all((arg.approvals ?? []).map(async (given) => toApproval(deps, given, caseId)));
  const edit = await readEdit(deps, arg);
  if (edit?.kind === 'refused') return { kind: 'editRefused', rule: edit.rule };
  return writeJournalled(deps.store, async (tx) => {
    const review = await findReview(tx, arg);
    const standing = judgeStanding(review, arg, noteRef);
    if (review === undefined || standing !== null) return standing ?? conflict('missing', noteRef);
    const at = { caseId, atMs: await deps.store.db.nowMs(tx) };
    return writeDecision(tx, { arg, noteRef, at, approvals, edit: edit?.edit });
  });
}

const keepWords = async (
  deps: EffectDeps,
  { note, noteRef }: { readonly note: string | null; readonly noteRef: string | null },
  caseId: string,
): Promise<string | null> => (note === null ? noteRef : deps.store.transcripts.keepNote(caseId, note));

type Approval = NonNullable<DecidedBody['approvals']>[number];

const toApproval = async (deps: EffectDeps, given: EarlierApproval, caseId: string): Promise<Approval> => ({
  by: given.by,
  authenticated: authenticationOf(given),
  surface: given.surface,
  reasonCode: given.reasonCode,
  noteRef: await keepWords(deps, given, caseId),
  decidedMs: given.decidedAtMs,
  ...sentOf(given),
});

/** `signed:<key id>` or `unverified`. */
const authenticationOf = ({ authenticated, sent }: Pick<EarlierApproval, 'authenticated' | 'sent'>): string => {
  const proof = sent?.proof ?? null;
  return authenticated === 'signed' && proof !== null ? `signed:${proof.keyId}` : 'unverified';
};

/** Nothing for a run of before it was sent along. */
const sentOf = ({ sent }: Pick<EarlierApproval, 'sent'>): { readonly sent?: SentBody } => {
  if (sent === undefined) return {};
  const { claimedAtMs, ...same } = sent;
  return { sent: { ...same, claimedMs: claimedAtMs } };
};

/** Judged while the round waits only: tried again after it was written, what was written stands. */
async function readEdit(deps: EffectDeps, arg: PersonsDecisionArg): Promise<EditJudged | null> {
  if (arg.decision !== 'edit') return null;
  const review = await deps.store.db.read((query) => findReview(query, arg));
  return review?.state === 'pending' ? judgeEdit(deps, arg) : null;
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
  const { state, kind } = writtenAs[arg.decision];
  return isThisOne(review, arg) && review.state === state ? { kind, noteRef } : conflict(review.state, noteRef);
}

/** What a decision makes of the row, and how the workflow is told. */
const writtenAs = {
  approve: { state: 'granted', kind: 'granted' },
  reject: { state: 'rejected', kind: 'rejected' },
  ask: { state: 'asked', kind: 'asked' },
  edit: { state: 'void', kind: 'edited' },
} as const;

/** A retry of the activity that wrote it. */
const isThisOne = (review: ReviewRecord, arg: PersonsDecisionArg): boolean =>
  review.decidedBy === arg.by && review.decidedMs === arg.decidedAtMs;

interface DecisionWrite {
  readonly arg: PersonsDecisionArg;
  readonly noteRef: string | null;
  readonly at: EventAt;
  readonly approvals: readonly Approval[];
  readonly edit: DecidedBody['edit'];
}

async function writeDecision(tx: Tx, write: DecisionWrite): Promise<RecordDecisionReceipt> {
  const { arg, noteRef, at } = write;
  const { state, kind } = writtenAs[arg.decision];
  if (arg.decision === 'edit' && write.edit === undefined)
    throw new Error(`broken invariant: an edit of review ${arg.reviewId} is written that was not judged`);
  await setReview(tx, arg, {
    state,
    decidedBy: arg.by,
    decidedMs: arg.decidedAtMs,
    authenticated: authenticationOf(arg),
    surface: arg.surface,
    reasonCode: arg.reasonCode,
    noteRef,
    ...toSentColumns(sentOf(arg).sent),
  });
  if (arg.decision === 'reject') await writeVeto(tx, arg);
  await appendEvent(tx, { kind: 'decided', body: toBody(write) }, at);
  if (arg.decision === 'edit') await voidReview(tx, { ...placeOf(arg), why: 'edited' }, at);
  return { kind, noteRef };
}

const placeOf = ({ reviewId, round }: PersonsDecisionArg) => ({ reviewId, round });

function toBody({ arg, noteRef, approvals, edit }: DecisionWrite): DecidedBody {
  const body = {
    reviewId: arg.reviewId,
    round: arg.round,
    decision: arg.decision,
    actionHash: arg.actionHash,
    rulesDigest: arg.rulesDigest,
    by: arg.by,
    authenticated: authenticationOf(arg),
    surface: arg.surface,
    reasonCode: arg.reasonCode,
    noteRef,
    decidedMs: arg.decidedAtMs,
    ...sentOf(arg),
  };
  const { by, authenticated, surface, reasonCode, decidedMs } = body;
  const last = { by, authenticated, surface, reasonCode, noteRef, decidedMs, ...sentOf(arg) };
  return {
    ...body,
    ...(approvals.length === 0 ? {} : { approvals: [...approvals, last] }),
    ...(edit === undefined ? {} : { edit }),
  };
}

async function writeVeto(tx: Tx, arg: PersonsDecisionArg): Promise<void> {
  const opened = await readOpened(tx, arg);
  if (opened === undefined) throw new Error(`broken invariant: review ${arg.reviewId} has a row and no opened event`);
  await keepVeto(tx, arg.turn.caseId, opened);
}
