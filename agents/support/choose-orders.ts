// Which orders a message is about: the numbers it names, else what it says is in them, else the only one there is.
import { minorOf } from './amounts';
import { countMentions } from './match-items';
import type { Reading } from './read-message';
import type { OrderSummaryView } from './read-transcript';

export type OrderChoice =
  | { readonly kind: 'orders'; readonly orderIds: readonly string[] }
  | { readonly kind: 'open'; readonly among: readonly OrderSummaryView[] };

const byEnding = (reading: Reading, orders: readonly OrderSummaryView[]): readonly OrderSummaryView[] => {
  const ending = reading.orderEnding;
  if (ending === null) return orders;
  const fitting = orders.filter((order) => order.order_id.endsWith(ending));
  return fitting.length > 0 ? fitting : orders;
};

const byContent = (reading: Reading, orders: readonly OrderSummaryView[]): readonly OrderSummaryView[] => {
  const counts = orders.map((order) => countMentions(reading, order.items));
  const most = Math.max(0, ...counts);
  return most === 0 ? [] : orders.filter((_order, index) => counts[index] === most);
};

const byTotal = (reading: Reading, orders: readonly OrderSummaryView[]): readonly OrderSummaryView[] =>
  orders.filter((order) => reading.amounts.some((amount) => amount.isUsd && amount.minor === minorOf(order.total)));

const narrow = (
  orders: readonly OrderSummaryView[],
  by: (orders: readonly OrderSummaryView[]) => readonly OrderSummaryView[],
) => {
  const fewer = by(orders);
  return fewer.length > 0 ? fewer : orders;
};

/** Which statuses what is asked for needs, and whether they narrow also where nothing tells the order. */
export interface Needs {
  readonly statuses: readonly string[];
  readonly isAlways: boolean;
}

/** Chooses among the customer's orders; never guesses between two. */
export const chooseOrders = (
  reading: Reading,
  orders: readonly OrderSummaryView[],
  needs: Needs | null,
): OrderChoice => {
  const ended = byEnding(reading, orders);
  const named = byContent(reading, ended);
  const isTold = named.length > 0 || ended.length < orders.length || byTotal(reading, ended).length === 1;
  let left = named.length > 0 ? named : ended;
  if (left.length > 1) left = narrow(left, (among) => byTotal(reading, among));
  if (left.length > 1 && needs !== null && (isTold || needs.isAlways)) {
    left = narrow(left, (among) => among.filter((order) => needs.statuses.includes(order.status)));
  }
  const [only, ...more] = left;
  return only !== undefined && more.length === 0
    ? { kind: 'orders', orderIds: [only.order_id] }
    : { kind: 'open', among: left };
};
