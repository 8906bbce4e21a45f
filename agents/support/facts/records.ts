// What this case has on record, read from the evidence: orders by their newest fresh result, what each proposed action came to, and
// all words a result holds. A stale result proves nothing but that it was asked for; a model's arguments prove nothing at all until
// a result says what became of them.
import * as z from 'zod';

import type { Json, JsonObject } from '../../../core/kernel/json';
import type { Evidence, FactsInput } from '../../../core/moves/facts-check';
import { amountToMinor } from '../amounts';
import { canonicalOrderId } from '../order-id';
import { actionsTold, toAction, type RecordedAction } from './recorded-actions';

const money = z.union([z.string(), z.number()]);
const orderView = z.object({
  order_id: z.string(),
  status: z.string(),
  total: z.optional(money),
  items: z.optional(
    z.array(
      z.union([z.string(), z.object({ item_id: z.optional(z.string()), name: z.string(), price: z.optional(money) })]),
    ),
  ),
  refunds: z.optional(z.array(z.object({ amount: money }))),
});
type OrderView = z.infer<typeof orderView>;

export interface RecordedItem {
  /** Empty where only the name is known. */
  readonly id: string;
  /** Lower case. */
  readonly name: string;
  /** Null where only the name is known. */
  readonly minor: number | null;
}

export interface RecordedOrder {
  readonly id: string;
  /** Lower case, as recorded. */
  readonly status: string;
  readonly totalMinor: number | null;
  readonly items: readonly RecordedItem[];
  /** Refunds in the order's own record, minor units. */
  readonly refunds: readonly number[];
}

export interface Records {
  readonly orders: ReadonlyMap<string, RecordedOrder>;
  /** Ids of the customer's whole list in its order; null where no fresh list is there. */
  readonly listed: readonly string[] | null;
  /** Asked for and not there. */
  readonly missing: ReadonlySet<string>;
  /** Only a result that is too old tells of them. */
  readonly stale: ReadonlySet<string>;
  readonly actions: readonly RecordedAction[];
  /** Every string of fresh results that are no errors, and the program's own words. */
  readonly texts: readonly string[];
  /** Of these, what tells of no single order: policies and the program's own words. */
  readonly documents: readonly string[];
  /** Instants in fresh results, epoch ms. */
  readonly instants: readonly number[];
}

const READS: ReadonlySet<string> = new Set(['find_orders', 'get_order']);
const INSTANT_KEY = /(?:at|on|date|time|ms)$/i;

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const valueOf = ({ result }: Evidence): Json | undefined =>
  isObject(result) ? (result['value'] ?? result) : undefined;

const minorsOf = (values: readonly unknown[]): readonly number[] =>
  values.flatMap((value) => {
    const minor = value === undefined || value === null ? null : amountToMinor(value);
    return minor === null ? [] : [minor];
  });

const toItem = (item: NonNullable<OrderView['items']>[number]): RecordedItem =>
  typeof item === 'string'
    ? { id: '', name: item.toLowerCase(), minor: null }
    : { id: item.item_id ?? '', name: item.name.toLowerCase(), minor: minorsOf([item.price])[0] ?? null };

/** A list tells less of an order than its own record: what that said of prices and refunds is kept. */
const toOrder = (view: OrderView, before: RecordedOrder | undefined): RecordedOrder => {
  const items = (view.items ?? []).map(toItem);
  const hasPrices = items.some((item) => item.minor !== null);
  return {
    id: canonicalOrderId(view.order_id) ?? view.order_id,
    status: view.status.toLowerCase(),
    totalMinor: minorsOf([view.total])[0] ?? null,
    items: hasPrices || before === undefined ? items : before.items,
    refunds: view.refunds === undefined ? (before?.refunds ?? []) : minorsOf(view.refunds.map(({ amount }) => amount)),
  };
};

const ordersIn = (value: Json | undefined): readonly OrderView[] => {
  if (!isObject(value)) return [];
  const list = Array.isArray(value['orders']) ? (value['orders'] as readonly Json[]) : [value];
  return list.flatMap((one) => {
    const parsed = orderView.safeParse(one);
    return parsed.success ? [parsed.data] : [];
  });
};

const idIn = (value: Json | undefined): string | null => (typeof value === 'string' ? canonicalOrderId(value) : null);

/** Strings and instants of a result, however deep; option names are kept beside their values, as `2000 pieces`. */
const leavesOf = (value: Json | undefined): { readonly texts: string[]; readonly instants: number[] } => {
  const texts: string[] = [];
  const instants: number[] = [];
  const walk = (one: Json | undefined, name: string): void => {
    if (typeof one === 'string') texts.push(one, ...(/^[\d.]+$/.test(one) ? [`${one} ${name}`] : []));
    else if (typeof one === 'number' && one > 1e11 && INSTANT_KEY.test(name)) instants.push(one);
    else if (Array.isArray(one)) one.forEach((each) => walk(each as Json, name));
    else if (isObject(one)) Object.entries(one).forEach(([inner, each]) => walk(each, inner));
  };
  walk(value, '');
  return { texts, instants };
};

interface Orders {
  readonly orders: Map<string, RecordedOrder>;
  readonly missing: Set<string>;
  readonly stale: Set<string>;
  listed: readonly string[] | null;
}

const readOrder = (into: Orders, one: Evidence): void => {
  const views = ordersIn(valueOf(one));
  const ids = views.map((view) => canonicalOrderId(view.order_id) ?? view.order_id);
  const asked = idIn(one.args['order_id']);
  if (one.stale) {
    for (const id of asked === null ? ids : [...ids, asked]) into.stale.add(id);
    return;
  }
  views.forEach((view, index) => {
    const id = ids[index] ?? view.order_id;
    into.orders.set(id, toOrder(view, into.orders.get(id)));
  });
  if (one.tool === 'find_orders') into.listed = ids;
  else if (asked !== null && views.length === 0) into.missing.add(asked);
};

/** A cancellation that was done is newer than what was read before it. */
const applyActions = (orders: Map<string, RecordedOrder>, actions: readonly RecordedAction[]): void => {
  for (const { tool, orderId, isDone } of actions) {
    const order = orderId === null ? undefined : orders.get(orderId);
    if (isDone && tool === 'cancel_order' && order !== undefined)
      orders.set(order.id, { ...order, status: 'cancelled' });
  }
};

/** Reads the evidence of a case. Never throws, whatever a result holds. */
export const readRecords = ({ evidence, programMessages }: FactsInput): Records => {
  const into: Orders = { orders: new Map(), missing: new Set(), stale: new Set(), listed: null };
  const reads = evidence.filter((one) => READS.has(one.tool) && !one.isError);
  reads.forEach((one) => readOrder(into, one));
  const actions = [
    ...actionsTold(programMessages),
    ...evidence.filter((one) => !READS.has(one.tool) && 'order_id' in one.args).map(toAction),
  ];
  applyActions(into.orders, actions);
  const fresh = evidence
    .filter((one) => !one.isError && !one.stale)
    .map((one) => ({ ...leavesOf(valueOf(one)), isDocument: !READS.has(one.tool) && !('order_id' in one.args) }));
  const documents = fresh.filter(({ isDocument }) => isDocument).flatMap(({ texts }) => texts);
  return {
    ...into,
    actions,
    texts: [...fresh.flatMap(({ texts }) => texts), ...programMessages],
    documents: [...documents, ...programMessages],
    instants: fresh.flatMap(({ instants }) => instants),
  };
};
