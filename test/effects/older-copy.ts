// An older copy of a store's words and ledger put back over it, as a restored backup leaves it: the keys and the anchor lie apart and
// stay. The triggers that refuse this are dropped for it and made again.
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
  sqlite: {
    drop: 'DROP TRIGGER IF EXISTS journal_no_delete',
    make: `CREATE TRIGGER journal_no_delete BEFORE DELETE ON journal BEGIN SELECT RAISE(ABORT, 'never'); END`,
  },
  postgres: {
    drop: 'DROP TRIGGER IF EXISTS journal_no_change ON journal',
    make: `CREATE TRIGGER journal_no_change BEFORE UPDATE OR DELETE ON journal FOR EACH ROW EXECUTE FUNCTION journal_refuse()`,
  },
} as const;

export const restoreStore = ({ db }: Store, copy: Copy): Promise<void> =>
  db.write(async (tx: Tx) => {
    await sql.raw(triggers[db.dialect].drop).execute(tx);
    for (const table of tables) {
      await tx.deleteFrom(table).execute();
      for (const row of copy[table]) await tx.insertInto(table).values(row).execute();
    }
    await tx.updateTable('chainHead').set(copy.head).execute();
    await sql.raw(triggers[db.dialect].make).execute(tx);
  });
