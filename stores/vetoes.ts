// A rejection is a veto on that action for the case. Which proposal a veto meets is judged in core/effects/veto; here are its rows.
import * as z from 'zod';
import type { Veto } from '../core/effects/veto';
import { canonicalJson } from '../core/kernel/canonical-json';
import type { Query, Tx } from './open-database';

export interface StoredVeto extends Veto {
  /** The review in which a person rejected it. */
  readonly reviewId: string;
}

const itemsSchema = z.union([z.literal('whole'), z.array(z.string())]);

/** Written in the transaction that records the rejection; the same rejection again changes nothing. */
export async function keepVeto(tx: Tx, veto: StoredVeto & { caseId: string; currency: string | null }): Promise<void> {
  await tx
    .insertInto('veto')
    .values({
      caseId: veto.caseId,
      tool: veto.tool,
      orderRef: veto.orderRef ?? '',
      reviewId: veto.reviewId,
      items: canonicalJson(veto.items),
      amountMinor: veto.amountMinor,
      currency: veto.currency,
    })
    .onConflict((conflict) => conflict.columns(['caseId', 'tool', 'orderRef', 'reviewId']).doNothing())
    .execute();
}

export async function listVetoes(query: Query, caseId: string): Promise<readonly StoredVeto[]> {
  const rows = await query.selectFrom('veto').selectAll().where('caseId', '=', caseId).orderBy('reviewId').execute();
  return rows.map((row) => ({
    tool: row.tool,
    orderRef: row.orderRef === '' ? null : row.orderRef,
    items: itemsSchema.parse(JSON.parse(row.items)),
    amountMinor: row.amountMinor,
    reviewId: row.reviewId,
  }));
}
