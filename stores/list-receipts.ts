// Receipts of one kind over all cases, oldest first, opened one by one: a case that was erased stays in the list and says so.
import type { JsonObject } from '../core/kernel/json';
import type { Database } from './open-database';
import { StoreIntegrityError, type ReceiptStore } from './store-port';

export interface ListedReceipt {
  readonly turnKey: string;
  readonly atMs: number;
  /** null: the words of this case were erased. */
  readonly value: JsonObject | null;
}

export interface ReceiptFilter {
  readonly kind: string;
  readonly agent: string;
  readonly sinceMs?: number;
  /** Of one turn alone. */
  readonly turnKey?: string;
}

/** Reads row after row, so that many cases never lie open in memory at once. Refuses a changed row with StoreIntegrityError. */
export async function* listReceipts(
  store: { readonly db: Database; readonly receipts: Pick<ReceiptStore, 'find'> },
  { kind, agent, sinceMs, turnKey }: ReceiptFilter,
): AsyncGenerator<ListedReceipt> {
  const rows = await store.db.read((query) =>
    query
      .selectFrom('receipt')
      .select(['receiptKey', 'caseId', 'workflowId', 'atMs'])
      .where('kind', '=', kind)
      .where('atMs', '>=', sinceMs ?? 0)
      .$if(turnKey !== undefined, (all) => all.where('workflowId', '=', turnKey ?? ''))
      .orderBy('atMs')
      .orderBy('receiptKey')
      .execute(),
  );
  for (const { receiptKey, caseId, workflowId, atMs } of rows) {
    if (!workflowId.startsWith(`${agent}/`)) continue;
    yield { turnKey: workflowId, atMs, value: await openUnlessErased(store.receipts, caseId, receiptKey) };
  }
}

async function openUnlessErased(
  receipts: Pick<ReceiptStore, 'find'>,
  caseId: string,
  receiptKey: string,
): Promise<JsonObject | null> {
  try {
    return (await receipts.find(caseId, receiptKey)) ?? null;
  } catch (error) {
    if (error instanceof StoreIntegrityError && error.code === 'store.erased') return null;
    throw error;
  }
}
