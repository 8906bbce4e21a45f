// One chain for the deployment: order of journal = order of commit. Its head is locked by the first statement of every transaction
// that claims or decides, which serialises sums, caps, holds and vetoes with no further lock.
import { canonicalJson } from '../core/kernel/canonical-json';
import type { JsonObject } from '../core/kernel/json';
import { sha256Hex } from '../core/kernel/sha256';
import { dialectOf, type Query, type Tx } from './open-database';
import type { JournalTable } from './schema';
import { StoreIntegrityError } from './store-port';

/** What a row says; `seq`, `prev` and `hash` are the chain's. `body` carries ids, codes, digests and figures, never words. */
export interface JournalEntry {
  readonly caseId: string;
  readonly kind: string;
  readonly subject: string;
  readonly body: JsonObject;
  readonly atMs: number;
}

/** A place in the chain. */
export interface ChainPoint {
  readonly seq: number;
  readonly hash: string;
}

/** Takes the chain's head, until the transaction ends; must be its first statement. Returns the newest row's place. */
export async function lockHead(tx: Tx): Promise<ChainPoint> {
  const select = tx.selectFrom('chainHead').select(['seq', 'hash']).where('id', '=', 'main');
  const locking = dialectOf(tx) === 'postgres' ? select.forUpdate() : select;
  return locking.executeTakeFirstOrThrow(noHead);
}

const noHead = (): Error =>
  new StoreIntegrityError('store.noHead', 'the chain has no head: stop all workers and restore a backup');

/** The newest row's place, without a lock. */
export async function readHead(query: Query): Promise<ChainPoint> {
  const select = query.selectFrom('chainHead').select(['seq', 'hash']).where('id', '=', 'main');
  return select.executeTakeFirstOrThrow(noHead);
}

/** Appends one row under the head (taken here when it was not taken before; then no other lock may be taken after). */
export async function appendJournal(tx: Tx, entry: JournalEntry): Promise<ChainPoint> {
  const head = await lockHead(tx);
  const unhashed = { ...entry, body: canonicalJson(entry.body), seq: head.seq + 1, prev: head.hash };
  const point = { seq: unhashed.seq, hash: hashRow(unhashed) };
  await tx
    .insertInto('journal')
    .values({ ...unhashed, hash: point.hash })
    .execute();
  await tx.updateTable('chainHead').set(point).where('id', '=', 'main').execute();
  return point;
}

/** SHA-256 over everything a row says and the hash of the row before it. */
export const hashRow = (row: Omit<JournalTable, 'hash'>): string =>
  sha256Hex(canonicalJson([row.seq, row.prev, row.caseId, row.kind, row.subject, row.body, row.atMs]));
