// The rows of the effects ledger. Every write stands in the transaction that holds the chain's head and appends the event that
// says the same; effects-verify compares the two. Amounts are integers of minor units, instants epoch ms.
import { sumTaken } from '../core/effects/ledger-rules';
import type { LedgerEntry } from '../core/effects/ledger-rules';
import type { AloneTotals } from '../core/effects/standing-rule';
import { sha256Hex } from '../core/kernel/sha256';
import { readBody, startedSchema } from './effect-events';
import type { EffectEvent, Items, StartedBody } from './effect-events';
import { appendJournal } from './journal';
import type { ChainPoint } from './journal';
import type { Query, Tx } from './open-database';
import type { EffectTable } from './schema';
import type { EffectRow } from './store-port';

export type { AloneTotals };
export type EffectRecord = Readonly<EffectTable>;

/** In the place of the rule or the review of an entry whose own record is lost. */
export const ADOPTED = 'adopted';

/** What the pure rules judge a row by. */
export const toLedgerEntry = (row: EffectRecord): LedgerEntry => ({
  state: row.state,
  round: row.round,
  attempt: row.attempt,
  leaseUntilMs: row.leaseUntilMs,
  firstStartedMs: row.firstStartedMs,
});

export async function findEffect(query: Query, effectKey: string): Promise<EffectRecord | undefined> {
  return query.selectFrom('effect').selectAll().where('effectKey', '=', effectKey).executeTakeFirst();
}

/** The started entries of a case but one: at most one, by the index. */
export async function listStartedSiblings(
  query: Query,
  of: { readonly caseId: string; readonly effectKey: string },
): Promise<readonly EffectRecord[]> {
  return query
    .selectFrom('effect')
    .selectAll()
    .where('caseId', '=', of.caseId)
    .where('state', '=', 'started')
    .where('effectKey', '!=', of.effectKey)
    .execute();
}

export interface TakenOfOrder {
  readonly takenMinor: number;
  /** Of adopted entries nobody knows the items. */
  readonly items: Items;
}

/** Done, started and unknown count in full, over all cases. */
export interface OrderLedger extends TakenOfOrder {
  /** Of it, what is known to have happened. */
  readonly done: TakenOfOrder;
  /** Something of it was adopted: what allowed it, and which items it was for, is lost. */
  readonly hasAdopted: boolean;
}

/** What of an order was taken already or is under way, over all cases. */
export async function readOrderLedger(query: Query, orderRef: string | null): Promise<OrderLedger> {
  if (orderRef === null) return { ...NOTHING_TAKEN, done: NOTHING_TAKEN, hasAdopted: false };
  const rows = await query
    .selectFrom('effect')
    .select(['effectKey', 'state', 'amountMinor', 'allowedBy'])
    .where('orderRef', '=', orderRef)
    .where('state', '!=', 'refused')
    .orderBy('effectKey')
    .execute();
  const started = rows.length === 0 ? [] : await readItems(query, rows);
  const take = (of: typeof rows): TakenOfOrder => ({
    takenMinor: sumTaken(of),
    items: joinItems(started.filter(({ subject }) => of.some((row) => row.effectKey === subject))),
  });
  return {
    ...take(rows),
    done: take(rows.filter((row) => row.state === 'done')),
    hasAdopted: rows.some(({ allowedBy }) => allowedBy === ADOPTED),
  };
}

const NOTHING_TAKEN: TakenOfOrder = { takenMinor: 0, items: [] };

interface StartedItems {
  readonly subject: string;
  readonly items: Items;
}

function joinItems(started: readonly StartedItems[]): Items {
  const lists = started.map(({ items }) => items);
  return lists.includes('whole') ? 'whole' : [...new Set(lists.flat())].sort();
}

async function readItems(
  query: Query,
  rows: readonly { readonly effectKey: string }[],
): Promise<readonly StartedItems[]> {
  const events = await query
    .selectFrom('journal')
    .select(['seq', 'subject', 'body'])
    .where('kind', '=', 'started')
    .where(
      'subject',
      'in',
      rows.map((row) => row.effectKey),
    )
    .execute();
  return events.map((event) => ({ subject: event.subject, items: readBody(startedSchema, event).items }));
}

interface AloneOf {
  /** null: for all customers. */
  readonly customerRef: string | null;
  readonly agent: string;
  readonly day: string;
  readonly currency: string | null;
}

/** What an agent did on a day without a person; refused entries do not count. The sum is of one currency. */
export async function readAloneTotals(query: Query, of: AloneOf): Promise<AloneTotals> {
  const all = query
    .selectFrom('effect')
    .select(['state', 'amountMinor', 'currency'])
    .where('alone', '=', 1)
    .where('state', '!=', 'refused')
    .where('agent', '=', of.agent)
    .where('day', '=', of.day);
  const rows = await (of.customerRef === null ? all : all.where('customerRef', '=', of.customerRef)).execute();
  return { count: rows.length, sumMinor: sumTaken(rows.filter((row) => row.currency === of.currency)) };
}

export interface EventAt {
  readonly caseId: string;
  readonly atMs: number;
}

/** Appends one event; its subject is the review for events of reviews, else the effect. */
export async function appendEvent(tx: Tx, event: EffectEvent, at: EventAt): Promise<ChainPoint> {
  const subject = 'effectKey' in event.body && event.kind !== 'opened' ? event.body.effectKey : reviewOf(event);
  return appendJournal(tx, { ...at, kind: event.kind, subject, body: event.body });
}

const reviewOf = ({ body }: EffectEvent): string => ('reviewId' in body ? body.reviewId : '');

export interface StartedEffect {
  readonly body: StartedBody;
  readonly argsDigest: string;
  readonly attemptToken: string;
  readonly sealed: Uint8Array;
}

/** Writes the row of a claimed attempt (a new key, a new round, or a re-send) and its event. */
export async function startEffect(tx: Tx, started: StartedEffect, at: EventAt): Promise<ChainPoint> {
  const row = toRow(started, at);
  const { effectKey: _key, ...changes } = row;
  await tx
    .insertInto('effect')
    .values(row)
    .onConflict((conflict) => conflict.column('effectKey').doUpdateSet(changes))
    .execute();
  const { argsDigest, attemptToken, sealed } = started;
  const body = { ...started.body, argsDigest, attemptToken, callDigest: digestSealed(sealed) };
  return appendEvent(tx, { kind: 'started', body }, at);
}

/** What the journal keeps of sealed bytes. */
export const digestSealed = (sealed: Uint8Array): string => sha256Hex(Buffer.from(sealed).toString('hex'));

function toRow({ body, argsDigest, attemptToken, sealed }: StartedEffect, at: EventAt): EffectTable {
  const { items: _items, orderTotalMinor: _total, rulesDigest: _rules, callDigest: _call, grant, ...same } = body;
  return {
    ...same,
    caseId: at.caseId,
    alone: grant === null ? 1 : 0,
    argsDigest,
    state: 'started',
    reviewId: grant?.reviewId ?? null,
    reviewRound: grant?.round ?? null,
    attemptToken,
    receiptKey: null,
    resultSealed: sealed,
    changedMs: at.atMs,
  };
}

export interface EffectEnd {
  readonly state: 'done' | 'refused' | 'unknown';
  readonly changedMs: number;
  /** Left out: what is sealed stays. */
  readonly sealed?: Uint8Array;
  readonly receiptKey?: string;
}

/** Changes the row only; the caller appends the event in the same transaction. */
export async function endEffect(tx: Tx, effectKey: string, end: EffectEnd): Promise<void> {
  await tx
    .updateTable('effect')
    .set({
      state: end.state,
      changedMs: end.changedMs,
      ...(end.sealed === undefined ? {} : { resultSealed: end.sealed }),
      ...(end.receiptKey === undefined ? {} : { receiptKey: end.receiptKey }),
    })
    .where('effectKey', '=', effectKey)
    .execute();
}

/** The started body that stands for a row: its latest attempt. */
export async function readStartedBody(query: Query, effectKey: string): Promise<StartedBody> {
  const row = await query
    .selectFrom('journal')
    .select(['seq', 'body'])
    .where('kind', '=', 'started')
    .where('subject', '=', effectKey)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow(() => new Error(`broken invariant: effect ${effectKey} has a row and no started event`));
  return readBody(startedSchema, row);
}

export interface EffectFilter {
  readonly caseId?: string;
  readonly turnKey?: string;
  readonly states?: readonly EffectRow['state'][];
  readonly limit?: number;
}

/** Ledger rows, newest first. */
export async function selectEffects(query: Query, filter: EffectFilter = {}): Promise<readonly EffectRecord[]> {
  let rows = query.selectFrom('effect').selectAll().orderBy('changedMs', 'desc').orderBy('effectKey');
  if (filter.caseId !== undefined) rows = rows.where('caseId', '=', filter.caseId);
  if (filter.turnKey !== undefined) rows = rows.where('turnKey', '=', filter.turnKey);
  if (filter.states !== undefined) rows = rows.where('state', 'in', filter.states);
  if (filter.limit !== undefined) rows = rows.limit(filter.limit);
  return rows.execute();
}

/** What others may see of a row: nothing sealed, no reference of a customer. */
export const toEffectRow = (row: EffectRecord): EffectRow => ({
  effectKey: row.effectKey,
  caseId: row.caseId,
  turnKey: row.turnKey,
  agent: row.agent,
  tool: row.tool,
  orderRef: row.orderRef,
  amountMinor: row.amountMinor,
  currency: row.currency,
  state: row.state,
  allowedBy: row.allowedBy,
  reviewId: row.reviewId,
  round: row.round,
  attempt: row.attempt,
  outsideKey: row.outsideKey,
  leaseUntilMs: row.leaseUntilMs,
  firstStartedMs: row.firstStartedMs,
  changedMs: row.changedMs,
});
