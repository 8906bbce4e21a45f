// Refunds of one item each, all of other orders and customers, so that neither a repeat nor a cap of a day is in the way.
import { readShopOrders, type ShopOrder } from './shop-orders';

/** What support may pay without a person, and with one, USD. */
const aloneMax = 100;
const onePersonMax = 1_000;

export interface Refund {
  readonly customer: string;
  readonly orderId: string;
  readonly itemId: string;
  readonly amount: string;
  readonly methodId: string;
}

/** `count` refunds that policy lets through by itself, or that a person must decide. Throws when the shop has fewer. */
export const readRefunds = (kind: 'paidAlone' | 'needsReview', count: number): Refund[] => {
  const found = new Map<string, Refund>();
  for (const order of readShopOrders()) {
    const refund = refundOf(order, kind);
    if (refund !== undefined && !found.has(refund.customer)) found.set(refund.customer, refund);
  }
  if (found.size < count)
    throw new Error(`the shop's data has ${found.size} refunds of the kind ${kind}, ${count} wanted`);
  return [...found.values()].slice(0, count);
};

const needsOnePerson = (price: number): boolean => price > aloneMax && price <= onePersonMax;

const refundOf = (order: ShopOrder, kind: 'paidAlone' | 'needsReview'): Refund | undefined => {
  const item = order.items.find(({ price }) => (kind === 'paidAlone' ? price <= aloneMax : needsOnePerson(price)));
  const method = order.payment_history[0]?.payment_method_id;
  if (order.status !== 'delivered' || order.payment_history.length !== 1) return undefined;
  if (item === undefined || method === undefined) return undefined;
  return {
    customer: order.user_id,
    orderId: order.order_id,
    itemId: item.item_id,
    amount: item.price.toFixed(2),
    methodId: method,
  };
};

export const refundScript = ({ orderId, itemId, amount, methodId }: Refund): object => {
  const args = {
    order_id: orderId,
    item_ids: [itemId],
    amount,
    payment_method_id: methodId,
    reason_code: 'faulty',
  };
  return {
    replies: [
      { calls: [{ tool: 'process_refund', argsText: JSON.stringify(args) }] },
      { text: JSON.stringify({ message: 'Your refund is on its way.' }) },
    ],
  };
};
