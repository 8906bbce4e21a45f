// The receipts that the activities of one turn kept, by kind and time, without opening any.
import type { Query } from './open-database';

export interface ReceiptPlace {
  readonly receiptKey: string;
  readonly kind: string;
  readonly atMs: number;
}

/** Oldest first. */
export const listTurnReceipts = async (query: Query, turnKey: string): Promise<readonly ReceiptPlace[]> =>
  query
    .selectFrom('receipt')
    .select(['receiptKey', 'kind', 'atMs'])
    .where('workflowId', '=', turnKey)
    .orderBy('atMs')
    .orderBy('receiptKey')
    .execute();
