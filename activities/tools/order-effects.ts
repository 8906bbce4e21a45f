// What our ledger says of orders, for tools that show them: the shop's own record may be older than a refund made a minute ago.
import { referenceOf } from '../../core/kernel/ids';
import { listOrderEffects } from '../../stores/order-effects';
import type { ActivityDeps } from '../activity-deps';
import type { OrderEffect } from './tool-port';

/** Effects on these orders that are done or may be, oldest first; the ledger holds keyed references, the answer plain ones. */
export const readOrderEffects = async (
  deps: ActivityDeps,
  orderRefs: readonly string[],
): Promise<readonly OrderEffect[]> => {
  const key = await deps.identityKey();
  const plain = new Map(orderRefs.map((orderRef) => [referenceOf(key, 'order', orderRef), orderRef]));
  const rows = await deps.store.db.read((query) => listOrderEffects(query, [...plain.keys()]));
  return rows.map(({ orderRef, ...effect }) => ({ ...effect, orderRef: plain.get(orderRef) ?? '' }));
};
