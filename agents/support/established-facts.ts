// What was looked up in a turn, for a person who has not read the transcript: structured fields of results only, and only of look-ups
// that gave something. That an order is not there is established too; a look-up that failed establishes nothing.
import * as z from 'zod';
import type { ReadResult } from '../../core/moves/agent-kit';
import { CURRENCY } from './limits';

const summary = z.object({ order_id: z.string(), status: z.string(), items: z.array(z.string()), total: z.string() });
const ordersView = z.object({ orders: z.array(summary) });
const orderView = z.object({
  order_id: z.string(),
  status: z.string(),
  total: z.string(),
  items: z.array(z.object({ name: z.string(), price: z.string() })),
  refunds: z.array(z.object({ amount: z.string() })),
});

const money = (amount: string): string => `${amount} ${CURRENCY}`;

const tellSummary = ({ order_id, status, items, total }: z.infer<typeof summary>): string =>
  `order ${order_id} is ${status}: ${items.join(', ')}; ${money(total)}`;

const tellOrders = ({ value }: ReadResult): readonly string[] => {
  const read = ordersView.safeParse(value);
  if (!read.success) return [];
  return read.data.orders.length === 0
    ? ['the customer has no orders on record']
    : read.data.orders.map((order) => tellSummary(order));
};

const tellOrder = ({ args, status, value }: ReadResult): readonly string[] => {
  const named = args['order_id'];
  if (status === 'empty' && typeof named === 'string') return [`no order ${named} on this customer's account`];
  const read = orderView.safeParse(value);
  if (!read.success) return [];
  const { order_id, status: stands, items, total, refunds } = read.data;
  const held = items.map(({ name, price }) => `${name} (${money(price)})`).join(', ');
  const paidBack =
    refunds.length === 0
      ? 'no refund in its record'
      : `refunded so far: ${refunds.map(({ amount }) => money(amount)).join(', ')}`;
  return [`order ${order_id} is ${stands}: ${held}; total ${money(total)}; ${paidBack}`];
};

const TELL: Readonly<Record<string, (result: ReadResult) => readonly string[]>> = {
  find_orders: tellOrders,
  get_order: tellOrder,
};

/** Lines a person can read; the same fact once, as it was read last. */
export const establishedFacts = (results: readonly ReadResult[]): readonly string[] => [
  ...new Set(
    results.flatMap((result) =>
      result.status === 'ok' || result.status === 'empty' ? (TELL[result.tool]?.(result) ?? []) : [],
    ),
  ),
];
