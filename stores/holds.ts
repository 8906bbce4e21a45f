// An operator's hold stops every claim inside the ledger's transaction, of one agent or of all, granted ones too; a known entry
// that is unknown is then looked up and not sent again. Holding and releasing take the chain's head, so that a claim is either
// before or after them. Whether something is held is read from the journal: a row of `hold` removed by hand releases nothing.
import type { JsonObject } from '../core/kernel/json';
import { appendJournal } from './journal';
import type { Query } from './open-database';
import { writeJournalled } from './write-journalled';
import type { JournalledStore } from './write-journalled';

export type HoldScope = 'all' | `agent:${string}`;

export interface HoldAsk {
  readonly scope: HoldScope;
  readonly by: string;
  /** Address of the reason in the note store, or a code. */
  readonly reasonRef: string | null;
  /** Address of a note in the store. */
  readonly noteRef?: string | null;
}

export interface Hold {
  readonly scope: string;
  readonly by: string;
  readonly atMs: number;
}

/** False when it was held already. */
export async function holdEffects(store: JournalledStore, ask: HoldAsk): Promise<boolean> {
  return writeJournalled(store, async (tx) => {
    const standing = await tx.selectFrom('hold').select('scope').where('scope', '=', ask.scope).executeTakeFirst();
    if (standing !== undefined && (await isScopeHeld(tx, ask.scope))) return false;
    const atMs = await store.db.nowMs(tx);
    const row = { scope: ask.scope, heldBy: ask.by, atMs };
    const write = tx.insertInto('hold').values(row);
    await write.onConflict((conflict) => conflict.column('scope').doUpdateSet(row)).execute();
    const body = bodyOf(ask);
    await appendJournal(tx, { caseId: '', kind: 'holdSet', subject: ask.scope, body, atMs });
    return true;
  });
}

/** False when nothing was held. */
export async function releaseEffects(store: JournalledStore, ask: HoldAsk): Promise<boolean> {
  return writeJournalled(store, async (tx) => {
    const held = await isScopeHeld(tx, ask.scope);
    const gone = await tx.deleteFrom('hold').where('scope', '=', ask.scope).executeTakeFirst();
    if (gone.numDeletedRows === 0n && !held) return false;
    const atMs = await store.db.nowMs(tx);
    const body = bodyOf(ask);
    const entry = { caseId: '', kind: 'holdReleased', subject: ask.scope, body, atMs };
    await appendJournal(tx, entry);
    return true;
  });
}

const bodyOf = ({ scope, by, reasonRef, noteRef }: HoldAsk): JsonObject => ({
  scope,
  by,
  reasonRef,
  ...(noteRef === undefined || noteRef === null ? {} : { noteRef }),
});

export async function isHeld(query: Query, agent: string): Promise<boolean> {
  const scopes: readonly HoldScope[] = ['all', `agent:${agent}`];
  for (const scope of scopes) if (await isScopeHeld(query, scope)) return true;
  return false;
}

async function isScopeHeld(query: Query, scope: string): Promise<boolean> {
  const last = await query
    .selectFrom('journal')
    .select('kind')
    .where('subject', '=', scope)
    .where('kind', 'in', ['holdSet', 'holdReleased'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.kind === 'holdSet';
}

/** What is held now, by the journal, the oldest hold first. */
export async function listHolds(query: Query): Promise<readonly Hold[]> {
  const events = await query
    .selectFrom('journal')
    .select(['kind', 'subject', 'body', 'atMs'])
    .where('kind', 'in', ['holdSet', 'holdReleased'])
    .orderBy('seq')
    .execute();
  const holds = new Map<string, Hold>();
  for (const { kind, subject, body, atMs } of events) {
    holds.delete(subject);
    if (kind === 'holdSet') holds.set(subject, { scope: subject, by: readBy(body), atMs });
  }
  return [...holds.values()];
}

function readBy(body: string): string {
  const { by } = JSON.parse(body) as { by?: unknown };
  return typeof by === 'string' ? by : 'unknown';
}
