// Rows of reviews: pending -> granted -> consumed, and the ways out. The row is what may authorise an effect, never the state of
// a workflow; it changes only in a transaction that holds the chain's head and appends the event that says the same.
import { decidedSchema, openedSchema, readBody } from './effect-events';
import type { DecidedBody, OpenedBody } from './effect-events';
import { appendEvent } from './effect-ledger';
import type { EventAt } from './effect-ledger';
import type { Query, Tx } from './open-database';
import type { ReviewTable } from './schema';
import type { ReviewRow } from './store-port';

export type ReviewRecord = Readonly<ReviewTable>;
export interface ReviewPlace {
  readonly reviewId: string;
  readonly round: number;
}

export async function findReview(query: Query, at: ReviewPlace): Promise<ReviewRecord | undefined> {
  return query
    .selectFrom('review')
    .selectAll()
    .where('reviewId', '=', at.reviewId)
    .where('round', '=', at.round)
    .executeTakeFirst();
}

/** All rounds of an effect's reviews, of whatever turn, oldest first. */
export async function listReviewsOf(query: Query, effectKey: string): Promise<readonly ReviewRecord[]> {
  return query.selectFrom('review').selectAll().where('effectKey', '=', effectKey).orderBy('round').execute();
}

/** The rows among these that still wait or hold an unused grant and whose turn has not ended. */
export async function listOpenReviews(query: Query, effectKey: string): Promise<readonly ReviewRecord[]> {
  return query
    .selectFrom('review')
    .selectAll()
    .where('effectKey', '=', effectKey)
    .where('state', 'in', ['pending', 'granted'])
    .where('turnKey', 'not in', (ended) =>
      ended.selectFrom('run').select('workflowId').where('status', 'in', ['completed', 'aborted']),
    )
    .orderBy('round')
    .execute();
}

/** What else of this order waits for a person, or is approved and not done yet, in the same case: the items of each. */
export async function listWaitingItems(
  query: Query,
  of: { readonly caseId: string; readonly orderRef: string | null; readonly effectKey: string },
): Promise<readonly OpenedBody['items'][]> {
  if (of.orderRef === null) return [];
  const rows = await query
    .selectFrom('review')
    .selectAll()
    .where('caseId', '=', of.caseId)
    .where('effectKey', '!=', of.effectKey)
    .where('state', 'in', ['pending', 'granted'])
    .where('turnKey', 'not in', (ended) =>
      ended.selectFrom('run').select('workflowId').where('status', 'in', ['completed', 'aborted']),
    )
    .execute();
  const opened = await Promise.all(rows.map((row) => readOpened(query, row)));
  return opened.flatMap((body) => (body?.orderRef === of.orderRef ? [body.items] : []));
}

/** Writes the row and the event `opened`. */
export async function insertReview(tx: Tx, opened: OpenedBody, at: EventAt & { queue: string }): Promise<void> {
  const { factsDigest: _facts, orderRef: _order, items: _items, rejectedReviewId: _rejected, ...kept } = opened;
  const { approvalsNeeded: _approvals, startedBy: _started, edit: _edit, ...same } = kept;
  await tx
    .insertInto('review')
    .values({
      ...same,
      caseId: at.caseId,
      queue: at.queue,
      state: 'pending',
      decidedBy: null,
      decidedMs: null,
      authenticated: null,
      surface: null,
      reasonCode: null,
      noteRef: null,
      decisionSealed: null,
      ...toSentColumns(undefined),
    })
    .execute();
  await appendEvent(tx, { kind: 'opened', body: { ...opened, queue: at.queue } }, { caseId: at.caseId, atMs: at.atMs });
}

/** What a person was shown, as the journal keeps it. */
export async function readOpened(query: Query, at: ReviewPlace): Promise<OpenedBody | undefined> {
  const rows = await query
    .selectFrom('journal')
    .select(['seq', 'body'])
    .where('kind', '=', 'opened')
    .where('subject', '=', at.reviewId)
    .execute();
  return rows.map((row) => readBody(openedSchema, row)).find((opened) => opened.round === at.round);
}

/** The decision as the journal keeps it: a row set by hand has none. */
export async function readDecided(query: Query, at: ReviewPlace): Promise<DecidedBody | undefined> {
  const rows = await query
    .selectFrom('journal')
    .select(['seq', 'body'])
    .where('kind', '=', 'decided')
    .where('subject', '=', at.reviewId)
    .execute();
  return rows.map((row) => readBody(decidedSchema, row)).find((decided) => decided.round === at.round);
}

/** All decisions on the reviews of a run, oldest first. */
export async function listDecided(query: Query, turnKey: string): Promise<readonly DecidedBody[]> {
  const rows = await query
    .selectFrom('journal')
    .select(['seq', 'body'])
    .where('kind', '=', 'decided')
    .where('subject', 'in', (reviews) => reviews.selectFrom('review').select('reviewId').where('turnKey', '=', turnKey))
    .orderBy('seq')
    .execute();
  return rows.map((row) => readBody(decidedSchema, row));
}

/** Whether a person made another effect of this one, as the journal tells: a row set by hand changes nothing. */
export async function isEditedAway(
  query: Query,
  { caseId, effectKey }: { readonly caseId: string; readonly effectKey: string },
): Promise<boolean> {
  const rows = await query
    .selectFrom('journal')
    .select(['seq', 'body'])
    .where('caseId', '=', caseId)
    .where('kind', '=', 'decided')
    .where('subject', 'in', (reviews) =>
      reviews.selectFrom('review').select('reviewId').where('effectKey', '=', effectKey),
    )
    .execute();
  return rows
    .map((row) => readBody(decidedSchema, row).edit)
    .some((edit) => edit !== undefined && edit.effectKey !== effectKey);
}

/** Whether an entry is bound to this grant; the unique index is the net under this look. */
export async function isGrantBound(query: Query, grant: ReviewPlace): Promise<boolean> {
  const row = await query
    .selectFrom('effect')
    .select('effectKey')
    .where('reviewId', '=', grant.reviewId)
    .where('reviewRound', '=', grant.round)
    .executeTakeFirst();
  return row !== undefined;
}

/** Changes the row only; the caller appends the event in the same transaction. */
export async function setReview(tx: Tx, at: ReviewPlace, change: Partial<ReviewTable>): Promise<void> {
  await tx
    .updateTable('review')
    .set(change)
    .where('reviewId', '=', at.reviewId)
    .where('round', '=', at.round)
    .execute();
}

/** A pending or granted review that can no longer lead to an effect. */
export async function voidReview(tx: Tx, review: ReviewPlace & { why: string }, at: EventAt): Promise<void> {
  await setReview(tx, review, { state: 'void' });
  const { reviewId, round, why } = review;
  await appendEvent(tx, { kind: 'voided', body: { reviewId, round, why } }, at);
}

/** What others may see of a row. */
export const toReviewRow = (row: ReviewRecord): ReviewRow => {
  const { queue: _queue, noteRef: _note, decisionSealed: _decision, signature: _signature, ...kept } = row;
  const { publicKey: _key, claimedMs: _claimed, evidence: _evidence, confirmAmount: _amount, ...shown } = kept;
  return shown;
};

type SentColumns = Pick<ReviewTable, 'signature' | 'publicKey' | 'claimedMs' | 'evidence' | 'confirmAmount'>;

/** What a decision was sent with, as the row keeps it; all null where the journal tells nothing of it. */
export const toSentColumns = (sent: DecidedBody['sent']): SentColumns => {
  if (sent === undefined)
    return { signature: null, publicKey: null, claimedMs: null, evidence: null, confirmAmount: null };
  const { proof, claimedMs, evidence, confirmAmount } = sent;
  return {
    signature: proof?.signature ?? null,
    publicKey: proof?.publicKey ?? null,
    claimedMs,
    evidence: evidence.length === 0 ? null : evidence.join(' '),
    confirmAmount,
  };
};

export interface ReviewFilter {
  readonly state?: string;
  readonly turnKey?: string;
  readonly reviewId?: string;
}

/** Rows of reviews, oldest first, all rounds; each part of the filter narrows. */
export async function findReviewRows(query: Query, filter: ReviewFilter): Promise<readonly ReviewRow[]> {
  let rows = query.selectFrom('review').selectAll().orderBy('openedMs').orderBy('reviewId').orderBy('round');
  const { state, turnKey, reviewId } = filter;
  if (state !== undefined) rows = rows.where('state', '=', state as ReviewRow['state']);
  if (turnKey !== undefined) rows = rows.where('turnKey', '=', turnKey);
  if (reviewId !== undefined) rows = rows.where('reviewId', '=', reviewId);
  return (await rows.execute()).map(toReviewRow);
}
