// Every amount one order can be said to have: its total, its items alone and in sums, what was refunded and what is left, and what
// an action on it named. An amount outside this list is no amount of the order, however real it is elsewhere.
import { minorToAmount } from '../amounts';
import { CURRENCY } from '../limits';
import type { RecordedAction } from './recorded-actions';
import type { RecordedOrder, Records } from './records';

/** Past this many items only single prices and the whole are known as sums: 1,024 sums are enough for a reply. */
const SUMMED_ITEMS_MAX = 10;

const sum = (minors: readonly number[]): number => minors.reduce((total, minor) => total + minor, 0);

const sumsOf = (minors: readonly number[]): ReadonlySet<number> => {
  if (minors.length > SUMMED_ITEMS_MAX) return new Set([...minors, sum(minors)]);
  let sums: readonly number[] = [0];
  for (const minor of minors) sums = [...new Set([...sums, ...sums.map((before) => before + minor)])];
  return new Set(sums.slice(1));
};

export const pricesOf = (order: RecordedOrder): readonly number[] =>
  order.items.flatMap(({ minor }) => (minor === null ? [] : [minor]));

const actionsOn = (records: Records, id: string): readonly RecordedAction[] =>
  records.actions.filter(({ orderId }) => orderId === id);

/** Refunds of an order that are done: by its own record, or by an action of this case that was done after that was read. */
export const refundsOf = (records: Records, id: string): readonly number[] => {
  const recorded = [...(records.orders.get(id)?.refunds ?? [])];
  const left = [...recorded];
  const ours = actionsOn(records, id)
    .flatMap(({ isDone, amounts }) => (isDone ? amounts.slice(0, 1) : []))
    .filter((minor) => {
      const at = left.indexOf(minor);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  return [...recorded, ...ours];
};

/** Whether the order can be said to have this amount. */
export const amountsOf = (records: Records, id: string): ReadonlySet<number> => {
  const order = records.orders.get(id);
  const refunds = refundsOf(records, id);
  const amounts = new Set<number>([...sumsOf(refunds), ...actionsOn(records, id).flatMap((action) => action.amounts)]);
  if (order === undefined) return amounts;
  for (const price of sumsOf(pricesOf(order))) amounts.add(price);
  if (order.totalMinor !== null) {
    amounts.add(order.totalMinor);
    amounts.add(order.totalMinor - sum(refunds));
  }
  return amounts;
};

/** Totals of several orders together. */
export const totalOf = (records: Records, ids: readonly string[]): number =>
  sum(ids.map((id) => records.orders.get(id)?.totalMinor ?? 0));

export const sayMoney = (minor: number): string => `${minorToAmount(minor)} ${CURRENCY}`;

/** What the records say of an order's money, for the model. */
export const sayAmounts = (records: Records, id: string): string => {
  const order = records.orders.get(id);
  if (order === undefined) return records.stale.has(id) ? 'nothing that is not too old' : 'nothing of it';
  const parts = [
    ...(order.totalMinor === null ? [] : [`total ${sayMoney(order.totalMinor)}`]),
    ...order.items.slice(0, 6).flatMap(({ name, minor }) => (minor === null ? [] : [`${name} ${sayMoney(minor)}`])),
    ...refundsOf(records, id)
      .slice(0, 3)
      .map((minor) => `refunded ${sayMoney(minor)}`),
  ];
  return parts.join(', ');
};
