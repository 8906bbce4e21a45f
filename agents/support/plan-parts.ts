// The next move of a case with open wishes: what they need is looked up, then each is planned on its own. What is settled is proposed
// in one reply; of what is open one question is asked at a time. A wish that only a person can meet gives the whole case to a
// person, before anything is proposed.
import { askWhichOrder, sayNoSuchOrder, SAY, sayOrder, sayOrders } from './answers';
import { chooseOrders } from './choose-orders';
import { CANCELLABLE_STATUSES, REFUNDABLE_STATUSES } from './limits';
import { callFindOrders, callGetOrders, handOff, type NextMove, say } from './next-move';
import { YES } from './phrases';
import { namesMentioned } from './match-items';
import { ALL_EXCEPT, ALL_ORDERS } from './phrases-of-parts';
import { planCancel } from './plan-cancel';
import { type Plan, planRefunds } from './plan-refund';
import { type Reading, readMessage } from './read-message';
import { isForSeveral, orderIdsOf, type Part, type PartKind } from './parts-of-message';
import { joinReadings, type Request } from './read-request';
import { toPlain } from './read-text';
import type { Exchange, Knowledge, OrderSummaryView, OrderView } from './read-transcript';
import { readStances } from './stance-to-orders';
import { linesOfOutcomes, reportOutcomes } from './report-outcomes';
import { ordersAskedIn } from './told-before';

/** Wishes of one kind about the same orders: planned together. */
interface Group {
  readonly kind: PartKind;
  readonly orderIds: readonly string[];
  readonly reading: Reading;
}
type Settled =
  | { readonly kind: 'group'; readonly group: Group }
  | { readonly kind: 'open'; readonly message: string }
  | { readonly kind: 'nothing' };

const readPart = (part: Part): Reading =>
  part.texts
    .map(readMessage)
    .reduce((earlier, later) => joinReadings({ ...earlier, wish: part.kind }, { ...later, wish: part.kind }));

const nothing: Settled = { kind: 'nothing' };
const open = (message: string): Settled => ({ kind: 'open', message });

const groupOf = (part: Part, orderIds: readonly string[]): Settled => {
  const meant = orderIds.filter((id) => !part.except.includes(id));
  return meant.length === 0
    ? nothing
    : { kind: 'group', group: { kind: part.kind, orderIds: meant, reading: readNamed(part) } };
};

/** What was said of a wish, with the orders it plainly names. */
const readNamed = (part: Part): Reading => ({
  ...readPart(part),
  orderIds: isForSeveral(part) ? [] : orderIdsOf(part).filter((id) => part.open?.includes(id) !== true),
});

/** Money back beside a cancellation, with nothing said of what for, is the cancellation's. */
const isOfCancellation = (part: Part, parts: readonly Part[], orders: readonly OrderSummaryView[]): boolean =>
  part.kind === 'refund' &&
  parts.some((other) => other.kind === 'cancel') &&
  orders.every((order) => namesMentioned(readPart(part), order.items).size === 0);

const idsOf = (orders: readonly OrderSummaryView[]): readonly string[] => orders.map((order) => order.order_id);

/** "The orders with the lamp and with the kettle": each of them holds something that was named. */
const meansAllOf = (part: Part, among: readonly OrderSummaryView[]): boolean =>
  isForSeveral(part) && among.every((order) => namesMentioned(readPart(part), order.items).size > 0);

/** The orders of a wish that names none, among those there are. */
const settleAmong = (part: Part, parts: readonly Part[], orders: readonly OrderSummaryView[]): Settled => {
  const isCancel = part.kind === 'cancel';
  const statuses = isCancel ? CANCELLABLE_STATUSES : REFUNDABLE_STATUSES;
  const first = toPlain(part.texts[0] ?? '');
  if (isCancel && (ALL_ORDERS.test(first) || ALL_EXCEPT.test(first))) {
    const fitting = orders.filter((order) => statuses.includes(order.status));
    return groupOf(part, idsOf(fitting));
  }
  const choice = chooseOrders(readPart(part), orders, { statuses, isAlways: isCancel });
  if (choice.kind === 'orders') return groupOf(part, choice.orderIds);
  if (isCancel && meansAllOf(part, choice.among)) return groupOf(part, idsOf(choice.among));
  return isOfCancellation(part, parts, orders) ? nothing : open(askWhichOrder(choice.among));
};

const settle = (part: Part, parts: readonly Part[], known: Knowledge): Settled => {
  const reading = readPart(part);
  if (!needsList(part)) return reading.hasBrokenOrderId ? open(SAY.brokenOrderId) : groupOf(part, orderIdsOf(part));
  const orders = known.orders ?? [];
  return orders.length === 0 ? open(sayOrders(orders)) : settleAmong(part, parts, orders);
};

/** Whether the customer's orders have to be listed to know which ones are meant. */
const needsList = (part: Part): boolean => {
  const { orderIds, hasBrokenOrderId } = readPart(part);
  return isForSeveral(part) || (orderIds.length === 0 && !hasBrokenOrderId);
};

const joinGroups = (groups: readonly Group[]): readonly Group[] =>
  groups.reduce<readonly Group[]>((joined, next) => {
    const key = (group: Group): string => `${group.kind} ${[...group.orderIds].sort().join(' ')}`;
    const at = joined.findIndex((group) => key(group) === key(next));
    if (at < 0) return [...joined, next];
    return joined.map((group, index) =>
      index === at ? { ...group, reading: { ...joinReadings(group.reading, next.reading), wish: group.kind } } : group,
    );
  }, []);

/** Whether the last message is a yes to a question about this order. */
const isYesTo = (last: Exchange | undefined, orderId: string): boolean => {
  if (last === undefined || !ordersAskedIn(last.said).includes(orderId)) return false;
  const reading = readMessage(last.typed);
  return YES.test(reading.sentences[0] ?? '') && (reading.orderIds.length === 0 || reading.orderIds.includes(orderId));
};

const planGroup = (group: Group, known: Knowledge): readonly Plan[] => {
  const [missing] = group.orderIds.filter((id) => !known.details.has(id));
  if (missing !== undefined) return [{ kind: 'ask', message: sayNoSuchOrder(missing) }];
  const orders = group.orderIds.flatMap((id) => known.details.get(id) ?? []);
  const last = known.dialog.at(-1);
  const requestFor = (order: OrderView): Request => ({ ...group.reading, isYes: isYesTo(last, order.order_id) });
  const all = known.customerMessages.map(toPlain).join('\n');
  return group.kind === 'cancel'
    ? orders.map((order) => planCancel(requestFor(order), order, all))
    : planRefunds(orders, requestFor);
};

/** The group without the orders whose outcome is known in this turn. */
const withoutReported = (group: Group, { outcomes }: Knowledge): Group => {
  const tool = group.kind === 'cancel' ? 'cancel_order' : 'process_refund';
  const isKnown = (id: string): boolean => outcomes.some((one) => one.tool === tool && one.orderId === id);
  return { ...group, orderIds: group.orderIds.filter((id) => !isKnown(id)) };
};

const sideLines = (known: Knowledge): readonly string[] => {
  const { topics } = readMessage(known.dialog.at(-1)?.typed ?? '');
  return topics.length === 0 ? [] : [`I can not do anything about ${topics.join(' or ')} myself.`];
};

/** Orders the last message only asks about, beside its wishes: answered, never planned. */
const askedAbout = ({ dialog }: Knowledge, groups: readonly Group[]): readonly string[] => {
  const planned = groups.flatMap((group) => group.orderIds);
  return readStances(dialog.at(-1)?.typed ?? '').asked.filter((id) => !planned.includes(id));
};

const answerAsked = (ids: readonly string[], { details }: Knowledge): readonly string[] =>
  ids.map((id) => {
    const order = details.get(id);
    return order === undefined ? sayNoSuchOrder(id) : sayOrder(order);
  });

const lookUp = (orderIds: readonly string[], known: Knowledge): NextMove | null => {
  const ids = new Set(orderIds);
  const unread = [...ids].filter((id) => !known.details.has(id) && !known.missing.has(id)).slice(0, 5);
  if (unread.length === 0) return null;
  return known.readFailed ? handOff('cannotProceed', 'an order could not be read') : callGetOrders(unread);
};

interface Beside {
  /** Questions about wishes whose orders are not known. */
  readonly unknown: readonly string[];
  /** Answers to what was only asked about. */
  readonly answers: readonly string[];
}

const answer = (plans: readonly Plan[], known: Knowledge, { unknown, answers }: Beside): NextMove => {
  const reported = reportOutcomes(known.outcomes);
  if (reported?.kind === 'handOff') return reported;
  const given = plans.find((plan) => plan.kind === 'handOff');
  if (given !== undefined) return handOff(given.reason, given.note);
  const calls = plans.flatMap((plan) => (plan.kind === 'propose' ? [plan.call] : []));
  if (calls.length > 0) return { kind: 'call', calls };
  const told = plans.flatMap((plan) => (plan.kind === 'tell' ? [plan.message] : []));
  const asked = [...plans.flatMap((plan) => (plan.kind === 'ask' ? [plan.message] : [])), ...unknown];
  return say(
    [...linesOfOutcomes(known.outcomes), ...sideLines(known), ...told, ...answers, ...asked.slice(0, 1)].join('\n'),
  );
};

/** The next move; `parts` is not empty. */
export const planParts = (parts: readonly Part[], known: Knowledge): NextMove => {
  if (known.orders === null && parts.some(needsList)) {
    return known.readFailed ? handOff('cannotProceed', 'the orders could not be read') : callFindOrders;
  }
  const settled = parts.map((part) => settle(part, parts, known));
  const groups = joinGroups(settled.flatMap((one) => (one.kind === 'group' ? [one.group] : [])));
  const left = groups.map((group) => withoutReported(group, known)).filter(({ orderIds }) => orderIds.length > 0);
  const plans = (): readonly Plan[] => left.flatMap((group) => planGroup(group, known));
  const unknown = settled.flatMap((one) => (one.kind === 'open' ? [one.message] : []));
  const asked = askedAbout(known, groups);
  const needed = [...left.flatMap((group) => group.orderIds), ...asked];
  return lookUp(needed, known) ?? answer(plans(), known, { unknown, answers: answerAsked(asked, known) });
};
