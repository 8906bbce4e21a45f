// Whether a refund may be paid, by code, after the arguments were validated. The rules are asked in the order of the table and the
// first that decides counts. What no rule refuses may still need a person: support pays alone only up to its limit (what was taken
// of the order before counts too, so that splitting evades nothing) and only an amount the customer asks for in their own words,
// because a model that misreads an amount, or that was talked into one, must not be the only witness of it. Goods said not to be
// there are a person's to look into, whatever reason the model gave.
import type { EffectIdentity, JudgeInput, PolicyAnswer } from '../../core/moves/agent-kit';
import { amountToMinor, minorOf, minorToAmount } from './amounts';
import { confirmsAmount, saysNotReceived } from './confirms-amount';
import { confirmsRefundByYes } from './confirms-by-yes';
import { canonicalOrderId } from './order-id';
import { isPlainAgreement, isPlainRefundRequest, type PlainAct } from './plain-request';
import { findOwnOrder, refuse, review } from './own-order';
import { windowAnswer, type SupportPolicy } from './policy';
import { type OrderFacts, readRefundFacts, type RefundFacts, type Taken } from './refund-facts';
import { processRefundArgs, type ProcessRefundArgs } from './schemas';

interface Case {
  readonly args: ProcessRefundArgs;
  readonly amountMinor: number;
  readonly facts: RefundFacts;
  readonly order: OrderFacts;
  readonly policy: SupportPolicy;
  /** Whole days since the delivery; null when the records name none. */
  readonly days: number | null;
}
type Rule = readonly [id: string, refusal: (refund: Case) => string | null];

const takesAll = (itemIds: readonly string[] | 'whole', order: OrderFacts): boolean =>
  itemIds === 'whole' || order.items.every((item) => itemIds.includes(item.item_id));

const chosenMinor = (itemIds: readonly string[] | 'whole', order: OrderFacts): number =>
  takesAll(itemIds, order)
    ? minorOf(order.total)
    : order.items.filter((item) => itemIds.includes(item.item_id)).reduce((sum, item) => sum + minorOf(item.price), 0);

const refuseItems = ({ args, order }: Case): string | null => {
  if (args.item_ids === 'whole') return null;
  if (new Set(args.item_ids).size !== args.item_ids.length) return 'an item is named twice in item_ids';
  const known = new Set(order.items.map((item) => item.item_id));
  return args.item_ids.every((id) => known.has(id)) ? null : 'an item of item_ids is not part of this order';
};

const refuseAmount = ({ args, amountMinor, order }: Case): string | null => {
  const expected = chosenMinor(args.item_ids, order);
  return amountMinor === expected
    ? null
    : `the amount must be exactly ${minorToAmount(expected)} ${order.currency}, the sum of the chosen items`;
};

const refuseMethod = ({ args, order, facts }: Case): string | null => {
  const isOriginal = order.payment_methods.includes(args.payment_method_id);
  const isOwnGiftCard = facts.methods.some((own) => own.id === args.payment_method_id && own.source === 'gift_card');
  return isOriginal || isOwnGiftCard
    ? null
    : "money goes back to the original payment method or to a gift card of the customer's account";
};

const overlaps = (taken: readonly string[] | 'whole', asked: readonly string[] | 'whole'): boolean => {
  if (taken === 'whole' || taken.includes('whole')) return true;
  return asked === 'whole' ? taken.length > 0 : taken.some((id) => asked.includes(id));
};

const NOTHING: Taken = { takenMinor: 0, items: [] };

/** This refund with all that was taken before: the shop's own record and the ledger. */
const sumWith = ({ amountMinor, order }: Case, takenMinor: number): number =>
  order.refundsInRecord.reduce((sum, refund) => sum + minorOf(refund.amount), takenMinor + amountMinor);

const passesTotal = (refund: Case, takenMinor: number): boolean =>
  sumWith(refund, takenMinor) > minorOf(refund.order.total);

const refuseRepeated = (refund: Case): string | null => {
  const { takenMinor, items } = refund.facts.ledger?.done ?? NOTHING;
  if (overlaps(items, refund.args.item_ids)) return 'something of this was refunded before';
  return passesTotal(refund, takenMinor) ? 'refunds of this order would pass its total' : null;
};

/** What was sent and may yet turn out either way is not called refunded; it is not paid again either. */
const refuseUnderway = (refund: Case): string | null => {
  const { takenMinor, items } = refund.facts.ledger ?? NOTHING;
  return overlaps(items, refund.args.item_ids) || passesTotal(refund, takenMinor)
    ? 'a refund of this order is being worked on and its outcome is not known yet'
    : null;
};

const RULES: readonly Rule[] = [
  [
    'gatekeeper.status',
    ({ order, policy }) =>
      policy.refund.statuses.includes(order.status)
        ? null
        : `the order is ${order.status}; refunded is only an order that is ${policy.refund.statuses.join(' or ')}`,
  ],
  ['gatekeeper.items', refuseItems],
  ['gatekeeper.amount', refuseAmount],
  ['gatekeeper.paymentMethod', refuseMethod],
  ['gatekeeper.alreadyRefunded', refuseRepeated],
  ['gatekeeper.refundUnderway', refuseUnderway],
];

/** Over the limit alone, or with what was taken of the order before. */
const reviewSum = (refund: Case): PolicyAnswer | null => {
  const sum = sumWith(refund, refund.facts.ledger?.takenMinor ?? 0);
  const { aloneMaxPerOrder } = refund.policy.refund;
  if (sum <= minorOf(aloneMaxPerOrder)) return null;
  const limit = `${aloneMaxPerOrder} ${refund.policy.currency}`;
  const all = sum === refund.amountMinor ? '' : ' with the refunds of this order before it';
  return review('gatekeeper.overLimit', `${minorToAmount(sum)} ${refund.order.currency}${all} is over ${limit}`);
};

/** The window since the delivery and the reason: the stricter of the two decides. */
const judgeReason = ({ policy, days, args }: Case): PolicyAnswer | null => {
  const window = windowAnswer(policy, days);
  if (window === 'refuse')
    return refuse('gatekeeper.window', `the order was delivered ${days ?? 0} days ago: too late`);
  const reason = policy.refund.reasons[args.reason_code];
  if (reason === 'refuse')
    return refuse('gatekeeper.reason', `reason ${args.reason_code} is not one policy refunds for`);
  if (window === 'review')
    return review(
      'gatekeeper.window',
      days === null ? 'the records name no date of delivery' : `the order was delivered ${days} days ago`,
    );
  return reason === 'review' ? review('gatekeeper.reason', `reason ${args.reason_code} is looked into`) : null;
};

const toPlainAct = ({ args, order, amountMinor, facts }: Case): PlainAct => ({
  order,
  amountMinor,
  methodSource: facts.methods.find(({ id }) => id === args.payment_method_id)?.source ?? 'unknown',
  isOriginal: order.payment_methods.includes(args.payment_method_id),
});

/** Named in the customer's own plain words, or, where policy lets it, by a plain yes to a delivered question that names exactly this. */
const isConfirmed = (refund: Case, { customerMessages, dialog = [] }: JudgeInput): boolean => {
  const { policy, order, amountMinor } = refund;
  const act = toPlainAct(refund);
  if (confirmsAmount(customerMessages, amountMinor, order.id) && isPlainRefundRequest(customerMessages, act))
    return true;
  return (
    policy.refund.confirmation === 'namedOrYes' &&
    confirmsRefundByYes(dialog, { orderId: order.id, amountMinor }) &&
    isPlainAgreement(dialog, act)
  );
};

const judgeCase = (refund: Case, input: JudgeInput): PolicyAnswer => {
  for (const [rule, refusal] of RULES) {
    const words = refusal(refund);
    if (words !== null) return refuse(rule, words);
  }
  if (saysNotReceived(input.customerMessages, refund.order.id)) {
    return review('gatekeeper.notReceivedSaid', 'the customer says that the goods did not arrive');
  }
  const byReason = judgeReason(refund);
  if (byReason !== null) return byReason;
  const overLimit = reviewSum(refund);
  if (overLimit !== null) return overLimit;
  const amount = `${minorToAmount(refund.amountMinor)} ${refund.order.currency}`;
  if (!isConfirmed(refund, input)) {
    return review(
      'gatekeeper.amountNotConfirmed',
      `the customer has not plainly asked for ${amount} in their own words`,
    );
  }
  return {
    answer: 'allow',
    rule: 'gatekeeper.withinLimit',
    words: `${amount} was confirmed by the customer and is within the limit`,
  };
};

const DAY_MS = 86_400_000;

const daysSince = (order: OrderFacts, nowMs: number): number | null =>
  order.deliveredMs === undefined ? null : Math.max(0, Math.floor((nowMs - order.deliveredMs) / DAY_MS));

/** What policy says of a proposed refund. Throws only when facts break their shape. */
export const judgeRefund = (policy: SupportPolicy, input: JudgeInput): PolicyAnswer => {
  const parsed = processRefundArgs.safeParse(input.args);
  const amountMinor = parsed.success ? amountToMinor(parsed.data.amount) : null;
  if (!parsed.success || amountMinor === null) {
    return refuse('gatekeeper.arguments', 'the arguments do not have the shape of a refund');
  }
  const own = findOwnOrder(input, parsed.data.order_id);
  if (own.kind === 'refused') return own.answer;
  const { facts, order } = own;
  const days = daysSince(order, input.nowMs);
  return judgeCase({ args: parsed.data, amountMinor, facts, order, policy, days }, input);
};

/** What the chosen items cost by our records, as a decimal; null when there is no such order or the arguments are no refund's. */
export const chosenAmount = (input: JudgeInput): string | null => {
  const parsed = processRefundArgs.safeParse(input.args);
  const { order } = readRefundFacts(input.facts);
  return parsed.success && order !== null ? minorToAmount(chosenMinor(parsed.data.item_ids, order)) : null;
};

const canonicalItems = (
  itemIds: readonly string[] | 'whole',
  order: OrderFacts | null,
): readonly string[] | 'whole' => {
  if (itemIds === 'whole' || (order !== null && takesAll(itemIds, order))) return 'whole';
  return [...new Set(itemIds)].sort();
};

/** Null when the arguments are no refund's. One identity for every spelling of the same refund: canonical order id, sorted items or `whole`, two decimal places. */
export const identifyRefund = (input: JudgeInput): EffectIdentity | null => {
  const parsed = processRefundArgs.safeParse(input.args);
  if (!parsed.success) return null;
  const { order } = readRefundFacts(input.facts);
  const orderRef = canonicalOrderId(parsed.data.order_id);
  const items = canonicalItems(parsed.data.item_ids, order);
  const amount = minorToAmount(amountToMinor(parsed.data.amount) ?? 0);
  const money = { amount, currency: order?.currency ?? null };
  return {
    identity: { order_id: orderRef, item_ids: items, ...money },
    orderRef,
    items,
    ...money,
    orderTotal: order?.total ?? null,
  };
};
