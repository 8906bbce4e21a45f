// Which orders a message is about: the numbers it names, else what it says is in them, else the only one there is.
import { minorOf } from './amounts';
import { namesMentioned } from './match-items';
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
  const counts = orders.map((order) => namesMentioned(reading, order.items).size);
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

const narrowByNeeds = (left: readonly OrderSummaryView[], needs: Needs | null, isTold: boolean) =>
  left.length > 1 && needs !== null && (isTold || needs.isAlways)
    ? narrow(left, (among) => among.filter((order) => needs.statuses.includes(order.status)))
    : left;

/** The orders that hold what is named and the chosen one does not hold; none unless exactly one order holds all of it. */
const holdingTheRest = (
  reading: Reading,
  orders: readonly OrderSummaryView[],
  only: OrderSummaryView,
): readonly string[] => {
  const names = [...new Set(orders.flatMap((order) => order.items))];
  const rest = [...namesMentioned(reading, names)].filter((name) => !only.items.includes(name));
  const holders = rest.length === 0 ? [] : orders.filter((order) => rest.every((name) => order.items.includes(name)));
  return holders.length === 1 ? holders.map((order) => order.order_id) : [];
};

/** Chooses among the customer's orders; never guesses between two. */
export const chooseOrders = (
  reading: Reading,
  orders: readonly OrderSummaryView[],
  needs: Needs | null,
): OrderChoice => {
  const ended = byEnding(reading, orders);
  const named = byContent(reading, ended);
  const isTold = named.length > 0 || ended.length < orders.length || byTotal(reading, ended).length === 1;
  const fitting = named.length > 0 ? named : ended;
  const among = fitting.length > 1 ? narrow(fitting, (some) => byTotal(reading, some)) : fitting;
  const left = narrowByNeeds(among, needs, isTold);
  const [only, ...more] = left;
  if (only === undefined || more.length > 0) return { kind: 'open', among: left };
  const usable = needs === null ? [] : ended.filter((order) => needs.statuses.includes(order.status));
  return { kind: 'orders', orderIds: [only.order_id, ...holdingTheRest(reading, usable, only)] };
};
