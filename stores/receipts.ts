// What an activity came to, kept under its key before it is returned: an activity dispatched again finds it, calls nothing and bills
// nothing. The first one kept stands.
import type { JsonObject } from '../core/kernel/json';
import type { KeyRing } from './key-ring';
import type { Database, Query } from './open-database';
import { openJson, sealJson } from './sealed-json';
import type { ReceiptStore } from './store-port';

export function createReceiptStore(db: Database, keys: Pick<KeyRing, 'caseKey' | 'livingCaseKey'>): ReceiptStore {
  const openReceipt = async (caseId: string, receiptKey: string, sealed: Uint8Array): Promise<JsonObject> => {
    const { key } = await keys.livingCaseKey(caseId);
    return openJson(key, placeOf(caseId, receiptKey), sealed) as JsonObject;
  };
  return {
    find: async (caseId, receiptKey) => {
      const row = await db.read((query) => select(query, caseId, receiptKey));
      return row && openReceipt(caseId, receiptKey, row.sealed);
    },
    keep: async ({ receiptKey, caseId, turnKey, kind, value }) => {
      const { key } = await keys.caseKey(caseId);
      const sealed = sealJson(key, placeOf(caseId, receiptKey), value);
      const row = { receiptKey, workflowId: turnKey, caseId, kind, sealed, atMs: Date.now() };
      const standing = await db.write(async (tx) => {
        await tx
          .insertInto('receipt')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        return select(tx, caseId, receiptKey);
      });
      if (!standing) throw new Error(`stores: receipt ${receiptKey} belongs to another case than ${caseId}`);
      return openReceipt(caseId, receiptKey, standing.sealed);
    },
  };
}

const placeOf = (caseId: string, receiptKey: string): readonly string[] => ['receipt', caseId, receiptKey];

const select = async (query: Query, caseId: string, receiptKey: string): Promise<{ sealed: Uint8Array } | undefined> =>
  query
    .selectFrom('receipt')
    .select('sealed')
    .where('receiptKey', '=', receiptKey)
    .where('caseId', '=', caseId)
    .executeTakeFirst();
