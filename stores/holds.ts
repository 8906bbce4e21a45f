// An operator's hold stops every claim inside the ledger's transaction, of one agent or of all, granted ones too; a known entry
// that is unknown is then looked up and not sent again. Holding and releasing take the chain's head, so that a claim is either
// before or after them.
import type { ChainPoint } from './journal';
import { appendJournal, lockHead } from './journal';
import type { Database, Query } from './open-database';

export type HoldScope = 'all' | `agent:${string}`;

export interface HoldAsk {
  readonly scope: HoldScope;
  readonly by: string;
  /** Address of the reason in the note store, or a code. */
  readonly reasonRef: string | null;
}

export interface Hold {
  readonly scope: string;
  readonly by: string;
  readonly atMs: number;
}

/** False when it was held already. */
export async function holdEffects(db: Database, ask: HoldAsk): Promise<{ changed: boolean; point: ChainPoint | null }> {
  return db.write(async (tx) => {
    await lockHead(tx);
    const standing = await tx.selectFrom('hold').select('scope').where('scope', '=', ask.scope).executeTakeFirst();
    if (standing !== undefined) return { changed: false, point: null };
    const atMs = await db.nowMs(tx);
    await tx.insertInto('hold').values({ scope: ask.scope, heldBy: ask.by, atMs }).execute();
    const body = { scope: ask.scope, by: ask.by, reasonRef: ask.reasonRef };
    return {
      changed: true,
      point: await appendJournal(tx, { caseId: '', kind: 'holdSet', subject: ask.scope, body, atMs }),
    };
  });
}

/** False when nothing was held. */
export async function releaseEffects(
  db: Database,
  ask: HoldAsk,
): Promise<{ changed: boolean; point: ChainPoint | null }> {
  return db.write(async (tx) => {
    await lockHead(tx);
    const gone = await tx.deleteFrom('hold').where('scope', '=', ask.scope).executeTakeFirst();
    if (gone.numDeletedRows === 0n) return { changed: false, point: null };
    const atMs = await db.nowMs(tx);
    const body = { scope: ask.scope, by: ask.by, reasonRef: ask.reasonRef };
    const entry = { caseId: '', kind: 'holdReleased', subject: ask.scope, body, atMs };
    return { changed: true, point: await appendJournal(tx, entry) };
  });
}

export async function isHeld(query: Query, agent: string): Promise<boolean> {
  const scopes: readonly HoldScope[] = ['all', `agent:${agent}`];
  const row = await query.selectFrom('hold').select('scope').where('scope', 'in', scopes).executeTakeFirst();
  return row !== undefined;
}

export async function listHolds(query: Query): Promise<readonly Hold[]> {
  const rows = await query.selectFrom('hold').selectAll().orderBy('scope').execute();
  return rows.map((row) => ({ scope: row.scope, by: row.heldBy, atMs: row.atMs }));
}
