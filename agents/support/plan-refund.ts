// From a wish for money back to a proposed refund. It is proposed only when order, items, amount and destination are each
// settled by the customer's words and the records; whatever is open is asked. An amount support may refund alone is confirmed
// with the customer first; a larger one is a person's to decide in any case.
import type { StoredCall } from '../../core/moves/agent-kit';
import { minorOf, minorToAmount } from './amounts';
import { askAmount, askMethod, askWhichItems, askWhichOne, sayRefundState } from './answers';
import { askCancel } from './answers-to-cancel';
import { ALONE_MAX_MINOR, CANCELLABLE_STATUSES, REASONS_ALLOWED, REFUNDABLE_STATUSES } from './limits';
import { matchItems, type ItemMatch, type NamedItem } from './match-items';
import { toRefundCall } from './next-move';
import { KEEPS } from './phrases';
import { ALTERNATIVE, AND_THE_REST, DEPENDS } from './phrases-of-parts';
import type { Reading } from './read-message';
import type { Request } from './read-request';
import type { OrderView } from './read-transcript';
import type { HandOffReason } from './schemas';

export type Plan =
  | { readonly kind: 'propose'; readonly call: StoredCall }
  | { readonly kind: 'ask'; readonly message: string }
  | { readonly kind: 'tell'; readonly message: string }
  | { readonly kind: 'handOff'; readonly reason: HandOffReason; readonly note: string };

const ask = (message: string): Plan => ({ kind: 'ask', message });

export const toNamedItems = (order: OrderView): readonly NamedItem[] =>
  order.items.map((item) => ({ itemId: item.item_id, name: item.name, options: item.options }));

const namedUsd = (reading: Reading): readonly number[] =>
  reading.amounts.filter((amount) => amount.isUsd && !amount.isWeak).map((amount) => amount.minor);

/** Without a name, an amount may say which item is meant. */
const pickByAmount = (reading: Reading, order: OrderView): ItemMatch => {
  const [named, ...more] = namedUsd(reading);
  if (named === undefined || more.length > 0) return { kind: 'none' };
  if (named === minorOf(order.total)) return { kind: 'whole' };
  const fitting = order.items.filter((item) => minorOf(item.price) === named);
  const [only, ...twins] = fitting;
  return only !== undefined && twins.length === 0 ? { kind: 'items', itemIds: [only.item_id] } : { kind: 'none' };
};

/** Among what is meant, the amount may name one item: of a whole order without names, or of items mentioned in passing. */
const refineByAmount = (match: ItemMatch, reading: Reading, order: OrderView): ItemMatch => {
  const byAmount = pickByAmount(reading, order);
  if (match.kind === 'none' || match.kind === 'whole') return byAmount.kind === 'none' ? match : byAmount;
  const isOneOfThem =
    match.kind === 'items' && byAmount.kind === 'items' && byAmount.itemIds.every((id) => match.itemIds.includes(id));
  return isOneOfThem ? byAmount : match;
};

const itemsOf = (match: ItemMatch, order: OrderView): OrderView['items'] =>
  match.kind === 'items' ? order.items.filter((item) => match.itemIds.includes(item.item_id)) : [];

/** "The lamp, and everything else too": more than what is named. */
const namesTheRest = (match: ItemMatch, { plain }: Reading): boolean =>
  match.kind === 'items' && AND_THE_REST.test(plain) && !KEEPS.test(plain);

/** "The lamp if it can be refunded, otherwise the kettle": one of them, and which one is the customer's to say. */
const namesAlternatives = (match: ItemMatch, { plain }: Reading): boolean =>
  match.kind === 'items' && match.itemIds.length > 1 && ALTERNATIVE.test(plain);

type Chosen = {
  readonly itemIds: readonly string[] | 'whole';
  readonly minor: number;
  readonly names: readonly string[];
};

const choose = (match: ItemMatch, order: OrderView): Chosen | null => {
  if (match.kind === 'whole') return { itemIds: 'whole', minor: minorOf(order.total), names: [] };
  if (match.kind !== 'items') return null;
  const items = order.items.filter((item) => match.itemIds.includes(item.item_id));
  return {
    itemIds: items.length === order.items.length ? 'whole' : items.map((item) => item.item_id).sort(),
    minor: items.reduce((sum, item) => sum + minorOf(item.price), 0),
    names: items.map((item) => item.name),
  };
};

const chooseMethod = (reading: Reading, order: OrderView): string | null => {
  const wanted = reading.method;
  const original = order.refund_methods.find((method) => method.original);
  if (wanted === null || wanted === 'original') return original?.id ?? null;
  const fits = order.refund_methods.filter((method) => method.id === wanted || method.source === wanted);
  return (fits.find((method) => method.original) ?? fits[0])?.id ?? null;
};

const refuseByState = (order: OrderView): Plan | null => {
  if (REFUNDABLE_STATUSES.includes(order.status)) return null;
  if (order.refunds.length > 0 || order.status === 'cancelled') return { kind: 'tell', message: sayRefundState(order) };
  if (CANCELLABLE_STATUSES.includes(order.status)) return ask(askCancel(order));
  const note = `money back wanted for an order that is ${order.status}, not delivered`;
  return { kind: 'handOff', reason: 'outsideScope', note };
};

const sayNamed = (minor: number | undefined): string | null =>
  minor === undefined ? null : `${minorToAmount(minor)} USD`;

/** The item that costs this. */
const nameAt = (minor: number | undefined, order: OrderView): string | null =>
  order.items.find(({ price }) => minorOf(price) === minor)?.name ?? null;

/** Whether it is plain which order is meant and nothing depends on what the reader can not weigh. */
const isPlain = ({ orderIds, orderEnding, plain }: Request): boolean =>
  (orderIds.length > 0 || orderEnding !== null) && !DEPENDS.test(plain);

/** Null when the amount stands: named exactly, or not named at all and, after a bare yes or over the limit, a person's to decide. */
const openAmount = (request: Request, order: OrderView, chosen: Chosen): Plan | null => {
  const named = namedUsd(request);
  const isSum = chosen.minor > ALONE_MAX_MINOR && named.reduce((sum, minor) => sum + minor, 0) === chosen.minor;
  if (named.includes(chosen.minor) || isSum) return null;
  const isForeign = request.amounts.some((amount) => !amount.isUsd);
  const isAgreed = !isForeign && ((chosen.minor > ALONE_MAX_MINOR && isPlain(request)) || request.isYes);
  if (named.length === 0 && isAgreed) return null;
  const amount = minorToAmount(chosen.minor);
  const { names } = chosen;
  return ask(
    askAmount({ orderId: order.order_id, names, amount, named: sayNamed(named[0]), priced: nameAt(named[0], order) }),
  );
};

const planOne = (reading: Request, order: OrderView): Plan => {
  const refused = refuseByState(order);
  if (refused !== null) return refused;
  const match = refineByAmount(matchItems(reading, toNamedItems(order)), reading, order);
  if (namesTheRest(match, reading)) return ask(askWhichItems(order));
  if (namesAlternatives(match, reading)) return ask(askWhichOne(itemsOf(match, order), order.order_id));
  const chosen = choose(match, order);
  if (chosen === null || chosen.minor === 0) return ask(askWhichItems(order));
  const open = openAmount(reading, order, chosen);
  if (open !== null) return open;
  return propose(reading, order, chosen);
};

const propose = (reading: Request, order: OrderView, chosen: Chosen): Plan => {
  const method = chooseMethod(reading, order);
  if (method === null) return ask(askMethod(order));
  if (!REASONS_ALLOWED.includes(reading.reason))
    return { kind: 'handOff', reason: 'outsideScope', note: `refund reason ${reading.reason}` };
  return {
    kind: 'propose',
    call: toRefundCall({
      order_id: order.order_id,
      item_ids: chosen.itemIds === 'whole' ? 'whole' : [...chosen.itemIds],
      amount: minorToAmount(chosen.minor),
      payment_method_id: method,
      reason_code: reading.reason,
    }),
  };
};

/** Several orders in one message: items count for the order that holds them; under one word in two orders, they are asked. */
const planSeveral = (orders: readonly OrderView[], requestFor: (order: OrderView) => Request): readonly Plan[] => {
  const matches = orders.map((order) => matchItems(requestFor(order), toNamedItems(order)));
  const naming = matches.filter((match) => match.kind === 'items' || match.kind === 'ambiguous');
  const pool = new Set<string>();
  const isShared = orders.some((order, index) =>
    matches[index]?.kind === 'items'
      ? order.items.some((item) => {
          const isTwice = pool.has(item.name);
          pool.add(item.name);
          return isTwice;
        })
      : false,
  );
  const [first] = orders;
  const isEither = orders.some((order) => ALTERNATIVE.test(requestFor(order).plain));
  if (first !== undefined && (isEither || (naming.length > 0 && naming.length < orders.length) || isShared)) {
    return [ask(askWhichItems(first))];
  }
  return orders.map((order) => planOne(requestFor(order), order));
};

/** The plans of one wish for money back, whose orders were read. */
export const planRefunds = (
  orders: readonly OrderView[],
  requestFor: (order: OrderView) => Request,
): readonly Plan[] => {
  const [only] = orders;
  return only !== undefined && orders.length === 1
    ? [planOne(requestFor(only), only)]
    : planSeveral(orders, requestFor);
};
