// A rejection is a veto on that action for the case. What was rejected is read from the journal: the rows of `veto` are a projection
// for whoever looks at the store, and a row changed by hand switches nothing off. Which proposal a veto meets is judged in
// core/effects/veto.
import type { Veto } from '../core/effects/veto';
import { canonicalJson } from '../core/kernel/canonical-json';
import { decidedSchema, openedSchema, readBody } from './effect-events';
import type { OpenedBody } from './effect-events';
import type { Query, Tx } from './open-database';
import type { VetoTable } from './schema';
import { StoreIntegrityError } from './store-port';

export interface StoredVeto extends Veto {
  /** The review in which a person rejected it. */
  readonly reviewId: string;
}

export type Rejected = Pick<OpenedBody, 'reviewId' | 'tool' | 'orderRef' | 'items' | 'amountMinor' | 'currency'>;

/** The row that stands for a rejection. */
export const toVetoRow = (caseId: string, rejected: Rejected): VetoTable => ({
  caseId,
  tool: rejected.tool,
  orderRef: rejected.orderRef ?? '',
  reviewId: rejected.reviewId,
  items: canonicalJson(rejected.items),
  amountMinor: rejected.amountMinor,
  currency: rejected.currency,
});

/** Written in the transaction that records the rejection; the same rejection again changes nothing. */
export async function keepVeto(tx: Tx, caseId: string, rejected: Rejected): Promise<void> {
  await tx
    .insertInto('veto')
    .values(toVetoRow(caseId, rejected))
    .onConflict((conflict) => conflict.columns(['caseId', 'tool', 'orderRef', 'reviewId']).doNothing())
    .execute();
}

/** The case's rejections as the journal tells them, oldest first. Throws StoreIntegrityError. */
export async function listRejections(query: Query, caseId: string): Promise<readonly StoredVeto[]> {
  const rows = await query
    .selectFrom('journal')
    .select(['seq', 'kind', 'body'])
    .where('caseId', '=', caseId)
    .where('kind', 'in', ['opened', 'decided'])
    .orderBy('seq')
    .execute();
  const opened = new Map<string, OpenedBody>();
  const vetoes: StoredVeto[] = [];
  for (const row of rows) {
    if (row.kind === 'opened') {
      const body = readBody(openedSchema, row);
      opened.set(placeOf(body), body);
      continue;
    }
    const body = readBody(decidedSchema, row);
    if (body.decision === 'reject') vetoes.push(toVeto(opened.get(placeOf(body)), row.seq));
  }
  return vetoes;
}

const placeOf = ({ reviewId, round }: { reviewId: string; round: number }): string => `${reviewId}#${round}`;

function toVeto(opened: OpenedBody | undefined, seq: number): StoredVeto {
  if (opened === undefined)
    throw new StoreIntegrityError('store.journalBody', `journal row ${seq}: a rejection of what was never opened`);
  const { reviewId, tool, orderRef, items, amountMinor } = opened;
  return { reviewId, tool, orderRef, items, amountMinor };
}
