// What a model sees of an order: plain JSON, money as decimal strings, only the fields an answer or a refund needs. Our ledger is laid
// over the shop's record: what was paid back or cancelled through the one door a minute ago shows, whatever the record says.
import type { JsonObject } from '../../../core/kernel/json';
import { fromMinor } from '../../../core/kernel/money';
import type { OrderEffect } from '../tool-port';
import type { Customer, Order, OrderSummary } from './order-database';

const statusOf = (
  { id, status }: { readonly id: string; readonly status: string },
  effects: readonly OrderEffect[],
) => {
  const cancel = effects.find(({ orderRef, tool }) => orderRef === id && tool === 'cancel_order');
  if (cancel === undefined) return status;
  return cancel.state === 'done' ? 'cancelled' : `${status} (cancellation under way)`;
};

/** A short line an order. */
export const toSummaryView = (order: OrderSummary, effects: readonly OrderEffect[] = []): JsonObject => ({
  order_id: order.id,
  status: statusOf(order, effects),
  items: order.itemNames,
  total: fromMinor(order.totalMinor, order.currency),
});

const uniqueMethods = (order: Order): readonly string[] => [
  ...new Set(order.payments.filter((payment) => payment.kind === 'payment').map((payment) => payment.methodId)),
];

const sourceOf = (customer: Customer, id: string): string =>
  customer.methods.find((method) => method.id === id)?.source ?? 'unknown';

/** Where a refund may go: what the order was paid with, and the customer's gift cards. */
const toRefundMethods = (order: Order, customer: Customer): readonly JsonObject[] => {
  const original = uniqueMethods(order);
  const giftCards = customer.methods.filter((own) => own.source === 'gift_card' && !original.includes(own.id));
  return [
    ...original.map((id) => ({ id, source: sourceOf(customer, id), original: true })),
    ...giftCards.map(({ id, source }) => ({ id, source, original: false })),
  ];
};

export const toOrderView = (order: Order, customer: Customer, effects: readonly OrderEffect[] = []): JsonObject => ({
  order_id: order.id,
  status: statusOf(order, effects),
  ...(order.deliveredMs === null ? {} : { delivered_on: toDate(order.deliveredMs) }),
  currency: order.currency,
  total: fromMinor(order.totalMinor, order.currency),
  items: order.items.map((item) => ({
    item_id: item.itemId,
    name: item.name,
    price: fromMinor(item.priceMinor, order.currency),
    options: item.options,
  })),
  refund_methods: toRefundMethods(order, customer),
  refunds: [...toRefunds(order), ...effects.flatMap(toLedgerRefund)],
  tracking: order.trackingIds,
  // Somebody's text: it tells nothing the shop vouches for.
  ...(order.note === null ? {} : { note_from_outside: order.note }),
});

const toLedgerRefund = ({ state, amountMinor, currency, items }: OrderEffect): readonly JsonObject[] =>
  amountMinor === null || currency === null
    ? []
    : [
        {
          amount: fromMinor(amountMinor, currency),
          item_ids: items === 'whole' ? 'whole' : [...items],
          ...(state === 'done' ? {} : { state: 'under way, outcome not known yet' }),
        },
      ];

/** `2026-11-30`, UTC. */
const toDate = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

const toRefunds = (order: Order): readonly JsonObject[] =>
  order.payments
    .filter((payment) => payment.kind === 'refund')
    .map((payment) => ({
      amount: fromMinor(payment.amountMinor, order.currency),
      payment_method_id: payment.methodId,
    }));

/** The order part of the facts a refund is judged by. */
export const toOrderFacts = (order: Order): JsonObject => ({
  id: order.id,
  status: order.status,
  owner: order.owner,
  total: fromMinor(order.totalMinor, order.currency),
  currency: order.currency,
  items: order.items.map((item) => ({
    item_id: item.itemId,
    price: fromMinor(item.priceMinor, order.currency),
    // Words the customer may use for it.
    name: [item.name, ...Object.values(item.options)].join(' '),
  })),
  payment_methods: uniqueMethods(order),
  ...(order.deliveredMs === null ? {} : { deliveredMs: order.deliveredMs }),
  refundsInRecord: toRefunds(order),
});
