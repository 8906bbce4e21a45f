// From a wish for money back to a proposed refund. It is proposed only when order, items, amount and destination are each
// settled by the customer's words and the records; whatever is open is asked. An amount support may refund alone is confirmed
// with the customer first; a larger one is a person's to decide in any case.
import { amountToMinor, minorOf, minorToAmount } from './amounts';
import { askAmount, askMethod, askWhichItems, sayNoSuchOrder, sayOutcome, sayRefundState } from './answers';
import { ALONE_MAX_MINOR, REASONS_ALLOWED, REFUNDABLE_STATUSES } from './limits';
import { matchItems, type ItemMatch, type NamedItem } from './match-items';
import { handOff, type NextMove, say, toRefundCall } from './next-move';
import type { Reading } from './read-message';
import type { Request } from './read-request';
import type { Knowledge, OrderView, RefundOutcome } from './read-transcript';
import type { ProcessRefundArgs } from './schemas';

type Plan =
  { readonly kind: 'propose'; readonly args: ProcessRefundArgs } | { readonly kind: 'other'; readonly move: NextMove };
const other = (move: NextMove): Plan => ({ kind: 'other', move });

const toNamedItems = (order: OrderView): readonly NamedItem[] =>
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

const refuseByState = (order: OrderView): NextMove | null => {
  if (REFUNDABLE_STATUSES.includes(order.status)) return null;
  if (order.refunds.length > 0 || order.status === 'cancelled') return say(sayRefundState(order));
  return handOff('outsideScope', `money back wanted for an order that is ${order.status}, not delivered`);
};

const sayNamed = (minor: number | undefined): string | null =>
  minor === undefined ? null : `${minorToAmount(minor)} USD`;

/** Null when the amount stands: named exactly, or not named at all and, after a bare yes or over the limit, a person's to decide. */
const openAmount = (request: Request, order: OrderView, chosen: Chosen): NextMove | null => {
  const named = namedUsd(request);
  const isSum = chosen.minor > ALONE_MAX_MINOR && named.reduce((sum, minor) => sum + minor, 0) === chosen.minor;
  if (named.includes(chosen.minor) || isSum) return null;
  const isForeign = request.amounts.some((amount) => !amount.isUsd);
  const isAgreed = !isForeign && (chosen.minor > ALONE_MAX_MINOR || request.isYes);
  if (named.length === 0 && isAgreed) return null;
  const amount = minorToAmount(chosen.minor);
  const { names } = chosen;
  return say(askAmount({ orderId: order.order_id, names, amount, named: sayNamed(named[0]) }));
};

const planOne = (reading: Request, order: OrderView): Plan => {
  const refused = refuseByState(order);
  if (refused !== null) return other(refused);
  const chosen = choose(refineByAmount(matchItems(reading, toNamedItems(order)), reading, order), order);
  if (chosen === null || chosen.minor === 0) return other(say(askWhichItems(order)));
  const open = openAmount(reading, order, chosen);
  if (open !== null) return other(open);
  const method = chooseMethod(reading, order);
  if (method === null) return other(say(askMethod(order)));
  if (!REASONS_ALLOWED.includes(reading.reason))
    return other(handOff('outsideScope', `refund reason ${reading.reason}`));
  return {
    kind: 'propose',
    args: {
      order_id: order.order_id,
      item_ids: chosen.itemIds === 'whole' ? 'whole' : [...chosen.itemIds],
      amount: minorToAmount(chosen.minor),
      payment_method_id: method,
      reason_code: reading.reason,
    },
  };
};

/** Several orders in one message: items count for the order that holds them; under one word in two orders, they are asked. */
const planSeveral = (reading: Request, orders: readonly OrderView[]): readonly Plan[] => {
  const matches = orders.map((order) => matchItems(reading, toNamedItems(order)));
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
  if (first !== undefined && ((naming.length > 0 && naming.length < orders.length) || isShared)) {
    return [other(say(askWhichItems(first)))];
  }
  return orders.map((order) => planOne(reading, order));
};

const isSettled = (args: ProcessRefundArgs, refunds: readonly RefundOutcome[]): boolean =>
  refunds.some(
    (refund) =>
      refund.args.order_id === args.order_id && amountToMinor(refund.args.amount) === amountToMinor(args.amount),
  );

const UNDECIDED: ReadonlySet<RefundOutcome['kind']> = new Set(['underway', 'expired', 'held', 'failed']);

/** What to say once refunds were asked for; null before. */
export const reportOutcomes = (refunds: readonly RefundOutcome[]): NextMove | null => {
  if (refunds.length === 0) return null;
  const told = refunds.filter((refund) => refund.kind !== 'suppressed');
  const lines = (told.length > 0 ? told : refunds).map(sayOutcome);
  return refunds.some((refund) => UNDECIDED.has(refund.kind))
    ? handOff('cannotProceed', lines.join(' ').slice(0, 400))
    : say(lines.join('\n'));
};

/** The next move of a refund whose orders were read. */
export const planRefund = (reading: Request, orderIds: readonly string[], known: Knowledge): NextMove => {
  const reported = reportOutcomes(known.refunds);
  const [missing] = orderIds.filter((id) => !known.details.has(id));
  if (missing !== undefined && reported === null) return say(sayNoSuchOrder(missing));
  const orders = orderIds.flatMap((id) => known.details.get(id) ?? []);
  const [only] = orders;
  const plans = only !== undefined && orders.length === 1 ? [planOne(reading, only)] : planSeveral(reading, orders);
  const open = plans.find((plan) => plan.kind === 'other');
  if (reported !== null) return reported;
  if (open !== undefined) return open.move;
  const proposals = plans.flatMap((plan) => (plan.kind === 'propose' ? [plan.args] : []));
  const fresh = proposals.filter((args) => !isSettled(args, known.refunds));
  return { kind: 'call', calls: fresh.map(toRefundCall) };
};
