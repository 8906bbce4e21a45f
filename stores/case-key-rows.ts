// The rows of wrapped data keys. A destroyed key leaves its id without content, so that `erased` can be told from `unknown`.
import type { Database, Query } from './open-database';
import type { CaseKeyTable, KeySchema } from './schema';

export type LivingRow = CaseKeyTable & { wrapped: Uint8Array };

export const isLiving = (row: CaseKeyTable): row is LivingRow => row.wrapped !== null;

export async function selectLivingKey(query: Query<KeySchema>, caseId: string): Promise<LivingRow | undefined> {
  const row = await query
    .selectFrom('caseKey')
    .selectAll()
    .where('caseId', '=', caseId)
    .where('wrapped', 'is not', null)
    .executeTakeFirst();
  return row && isLiving(row) ? row : undefined;
}

export const selectKeyById = async (query: Query<KeySchema>, keyId: string): Promise<CaseKeyTable | undefined> =>
  query.selectFrom('caseKey').selectAll().where('keyId', '=', keyId).executeTakeFirst();

/** Stores the key unless the case has a living one; returns whichever stands. */
export async function insertCaseKey(db: Database<KeySchema>, row: Omit<LivingRow, 'destroyedMs'>): Promise<LivingRow> {
  return db.write(async (tx) => {
    await tx
      .insertInto('caseKey')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const standing = await selectLivingKey(tx, row.caseId);
    if (standing) return standing;
    throw new Error('stores: the case has no key right after one was made');
  });
}

/** Overwrites the wrapped key in the file and its log; false when the case had none living. */
export async function destroyLivingKey(db: Database<KeySchema>, caseId: string): Promise<boolean> {
  const destroyed = await db.write((tx) =>
    tx
      .updateTable('caseKey')
      .set({ wrapped: null, destroyedMs: Date.now() })
      .where('caseId', '=', caseId)
      .where('wrapped', 'is not', null)
      .executeTakeFirst(),
  );
  await db.truncateLog();
  return destroyed.numUpdatedRows > 0n;
}
