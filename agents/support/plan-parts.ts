// The next move of a case with open wishes: what they need is looked up, then each is planned on its own. What is settled is proposed
// in one reply; of what is open one question is asked at a time. A wish that only a person can meet gives the whole case to a
// person, before anything is proposed.
import { askWhichOrder, sayNoSuchOrder, SAY, sayOrders } from './answers';
import { chooseOrders } from './choose-orders';
import { CANCELLABLE_STATUSES, REFUNDABLE_STATUSES } from './limits';
import { callFindOrders, callGetOrders, handOff, type NextMove, say } from './next-move';
import { YES } from './phrases';
import { planCancel } from './plan-cancel';
import { type Plan, planRefunds } from './plan-refund';
import { type Reading, readMessage } from './read-message';
import type { Part, PartKind } from './read-parts';
import { joinReadings, type Request } from './read-request';
import type { Exchange, Knowledge, OrderView } from './read-transcript';
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

/** An order is looked for among all; money back beside a cancellation, with no order to it, is the cancellation's. */
const settle = (part: Part, parts: readonly Part[], known: Knowledge): Settled => {
  const reading = readPart(part);
  const { kind } = part;
  if (reading.orderIds.length > 0) return { kind: 'group', group: { kind, orderIds: reading.orderIds, reading } };
  if (reading.hasBrokenOrderId) return { kind: 'open', message: SAY.brokenOrderId };
  const orders = known.orders ?? [];
  if (orders.length === 0) return { kind: 'open', message: sayOrders(orders) };
  const isCancel = kind === 'cancel';
  const statuses = isCancel ? CANCELLABLE_STATUSES : REFUNDABLE_STATUSES;
  const choice = chooseOrders(reading, orders, { statuses, isAlways: isCancel });
  if (choice.kind === 'orders') return { kind: 'group', group: { kind, orderIds: choice.orderIds, reading } };
  return !isCancel && parts.some((other) => other.kind === 'cancel')
    ? { kind: 'nothing' }
    : { kind: 'open', message: askWhichOrder(choice.among) };
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
  return group.kind === 'cancel'
    ? orders.map((order) => planCancel(requestFor(order), order))
    : planRefunds(orders, requestFor);
};

const isReported = (group: Group, { outcomes }: Knowledge): boolean => {
  const tool = group.kind === 'cancel' ? 'cancel_order' : 'process_refund';
  return group.orderIds.every((id) => outcomes.some((outcome) => outcome.tool === tool && outcome.orderId === id));
};

const sideLines = (known: Knowledge): readonly string[] => {
  const { topics } = readMessage(known.dialog.at(-1)?.typed ?? '');
  return topics.length === 0 ? [] : [`I can not help with ${topics.join(' or ')} myself.`];
};

const lookUp = (groups: readonly Group[], known: Knowledge): NextMove | null => {
  const ids = new Set(groups.flatMap((group) => group.orderIds));
  const unread = [...ids].filter((id) => !known.details.has(id) && !known.missing.has(id)).slice(0, 5);
  if (unread.length === 0) return null;
  return known.readFailed ? handOff('cannotProceed', 'an order could not be read') : callGetOrders(unread);
};

const answer = (plans: readonly Plan[], known: Knowledge, open: readonly string[]): NextMove => {
  const reported = reportOutcomes(known.outcomes);
  if (reported?.kind === 'handOff') return reported;
  const given = plans.find((plan) => plan.kind === 'handOff');
  if (given !== undefined) return handOff(given.reason, given.note);
  const calls = plans.flatMap((plan) => (plan.kind === 'propose' ? [plan.call] : []));
  if (calls.length > 0) return { kind: 'call', calls };
  const told = plans.flatMap((plan) => (plan.kind === 'tell' ? [plan.message] : []));
  const asked = [...plans.flatMap((plan) => (plan.kind === 'ask' ? [plan.message] : [])), ...open];
  return say([...linesOfOutcomes(known.outcomes), ...sideLines(known), ...told, ...asked.slice(0, 1)].join('\n'));
};

/** The next move; `parts` is not empty. */
export const planParts = (parts: readonly Part[], known: Knowledge): NextMove => {
  const needsList = parts.some((part) => {
    const { orderIds, hasBrokenOrderId } = readPart(part);
    return orderIds.length === 0 && !hasBrokenOrderId;
  });
  if (needsList && known.orders === null) {
    return known.readFailed ? handOff('cannotProceed', 'the orders could not be read') : callFindOrders;
  }
  const settled = parts.map((part) => settle(part, parts, known));
  const groups = joinGroups(settled.flatMap((one) => (one.kind === 'group' ? [one.group] : [])));
  const left = groups.filter((group) => !isReported(group, known));
  const plans = (): readonly Plan[] => left.flatMap((group) => planGroup(group, known));
  const open = settled.flatMap((one) => (one.kind === 'open' ? [one.message] : []));
  return lookUp(left, known) ?? answer(plans(), known, open);
};
