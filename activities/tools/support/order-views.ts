// What a model sees of an order: plain JSON, money as decimal strings, only the fields an answer or a refund needs.
import type { JsonObject } from '../../../core/kernel/json';
import { fromMinor } from '../../../core/kernel/money';
import type { Customer, Order, OrderSummary } from './order-database';

/** A short line an order. */
export const toSummaryView = (order: OrderSummary): JsonObject => ({
  order_id: order.id,
  status: order.status,
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

export const toOrderView = (order: Order, customer: Customer): JsonObject => ({
  order_id: order.id,
  status: order.status,
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
  refunds: toRefunds(order),
  tracking: order.trackingIds,
});

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
  items: order.items.map((item) => ({ item_id: item.itemId, price: fromMinor(item.priceMinor, order.currency) })),
  payment_methods: uniqueMethods(order),
  ...(order.deliveredMs === null ? {} : { deliveredMs: order.deliveredMs }),
  refundsInRecord: toRefunds(order),
});
