// An older copy of a store's words and ledger put back over it, as a restored backup leaves it: the keys and the anchor lie apart and
// stay. The triggers that refuse this are dropped for it.
import { sql } from 'kysely';
import type { Store } from '../../stores/open-store';
import type { Tx } from '../../stores/open-database';

const tables = ['journal', 'effect', 'review', 'veto', 'hold', 'receipt', 'message', 'note'] as const;
type Copy = Readonly<Record<(typeof tables)[number], readonly object[]>> & {
  readonly head: { seq: number; hash: string };
};

export const copyStore = ({ db }: Store): Promise<Copy> =>
  db.read(async (query) => {
    const rows: Record<string, readonly object[]> = {};
    for (const table of tables) rows[table] = await query.selectFrom(table).selectAll().execute();
    const head = await query.selectFrom('chainHead').select(['seq', 'hash']).executeTakeFirstOrThrow();
    return { ...rows, head } as unknown as Copy;
  });

const triggers = {
  sqlite: ['DROP TRIGGER IF EXISTS journal_no_delete'],
  postgres: ['DROP TRIGGER IF EXISTS journal_no_change ON journal'],
} as const;

export const restoreStore = ({ db }: Store, copy: Copy): Promise<void> =>
  db.write(async (tx: Tx) => {
    for (const statement of triggers[db.dialect]) await sql.raw(statement).execute(tx);
    for (const table of tables) {
      await tx.deleteFrom(table).execute();
      for (const row of copy[table]) await tx.insertInto(table).values(row).execute();
    }
    await tx.updateTable('chainHead').set(copy.head).execute();
  });
