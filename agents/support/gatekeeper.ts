// The Gatekeeper: whether a refund may be paid, by code, after the arguments were validated. The rules are asked in the order
// of the table and the first that decides counts. What no rule refuses may still need a person: support pays alone only up to
// its limit (what was taken of the order before counts too, so that splitting evades nothing) and only an amount the customer
// asks for in their own words, because a model that misreads an amount, or that was talked into one, must not be the only
// witness of it. Goods said not to be there are a person's to look into, whatever reason the model gave. An order of somebody
// else and one that does not exist are told apart nowhere: the difference would tell whose orders exist.
import type { JsonObject } from '../../core/kernel/json';
import type { EffectIdentity, JudgeInput, PolicyAnswer } from '../../core/moves/agent-kit';
import { amountToMinor, minorOf, minorToAmount } from './amounts';
import { confirmsAmount, saysNotReceived } from './confirms-amount';
import { ALONE_MAX_MINOR, CURRENCY, REASONS_ALLOWED, REFUNDABLE_STATUSES } from './limits';
import { canonicalOrderId } from './order-id';
import { type OrderFacts, readRefundFacts, type RefundFacts, type Taken } from './refund-facts';
import { processRefundArgs, type ProcessRefundArgs } from './schemas';

interface Case {
  readonly args: ProcessRefundArgs;
  readonly amountMinor: number;
  readonly facts: RefundFacts;
  readonly order: OrderFacts;
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
    ({ order }) =>
      REFUNDABLE_STATUSES.includes(order.status)
        ? null
        : `the order is ${order.status}; only a delivered order is refunded`,
  ],
  ['gatekeeper.items', refuseItems],
  ['gatekeeper.amount', refuseAmount],
  ['gatekeeper.paymentMethod', refuseMethod],
  ['gatekeeper.alreadyRefunded', refuseRepeated],
  ['gatekeeper.refundUnderway', refuseUnderway],
];

const refuse = (rule: string, words: string): PolicyAnswer => ({ answer: 'refuse', rule, words });
const review = (rule: string, words: string): PolicyAnswer => ({
  answer: 'review',
  rule,
  words: `${words}: a person decides`,
});

/** Over the limit alone, or with what was taken of the order before. */
const reviewSum = (refund: Case): PolicyAnswer | null => {
  const sum = sumWith(refund, refund.facts.ledger?.takenMinor ?? 0);
  if (sum <= ALONE_MAX_MINOR) return null;
  const limit = `${minorToAmount(ALONE_MAX_MINOR)} ${CURRENCY}`;
  const all = sum === refund.amountMinor ? '' : ' with the refunds of this order before it';
  return review('gatekeeper.overLimit', `${minorToAmount(sum)} ${refund.order.currency}${all} is over ${limit}`);
};

const judgeCase = (refund: Case, customerMessages: readonly string[]): PolicyAnswer => {
  for (const [rule, refusal] of RULES) {
    const words = refusal(refund);
    if (words !== null) return refuse(rule, words);
  }
  if (saysNotReceived(customerMessages)) {
    return review('gatekeeper.notReceivedSaid', 'the customer says that the goods did not arrive');
  }
  const { reason_code: reason } = refund.args;
  if (!REASONS_ALLOWED.includes(reason)) {
    return refuse('gatekeeper.reason', `reason ${reason} is not one policy refunds for`);
  }
  const overLimit = reviewSum(refund);
  if (overLimit !== null) return overLimit;
  const amount = `${minorToAmount(refund.amountMinor)} ${refund.order.currency}`;
  if (!confirmsAmount(customerMessages, refund.amountMinor)) {
    return review(
      'gatekeeper.amountNotConfirmed',
      `the customer has not plainly asked for ${amount} in their own words`,
    );
  }
  return {
    answer: 'allow',
    rule: 'gatekeeper.withinLimit',
    words: `${amount} was asked for by the customer and is within the limit`,
  };
};

/** The order a refund names, when it is the subject's own. */
const ownOrder = (facts: RefundFacts, orderId: string, subject: string): OrderFacts | null => {
  const { order } = facts;
  return order !== null && order.owner === subject && order.id === canonicalOrderId(orderId) ? order : null;
};

/** What policy says of a proposed refund; refuses any other tool. Throws only when facts break their shape. */
export const judgeRefund = (input: JudgeInput): PolicyAnswer => {
  if (input.tool !== 'process_refund') return refuse('gatekeeper.tool', 'no rule of support allows this tool');
  const parsed = processRefundArgs.safeParse(input.args);
  const amountMinor = parsed.success ? amountToMinor(parsed.data.amount) : null;
  if (!parsed.success || amountMinor === null) {
    return refuse('gatekeeper.arguments', 'the arguments do not have the shape of a refund');
  }
  const facts = readRefundFacts(input.facts);
  if (!facts.customer.exists || facts.customer.id !== input.subject) {
    return refuse('gatekeeper.customer', 'the customer is not verified');
  }
  const order = ownOrder(facts, parsed.data.order_id, input.subject);
  if (order === null) return refuse('gatekeeper.ownership', 'no such order of this customer');
  return judgeCase({ args: parsed.data, amountMinor, facts, order }, input.customerMessages);
};

const unidentified = (args: JsonObject): EffectIdentity => ({
  identity: args,
  orderRef: null,
  items: 'whole',
  amount: null,
  currency: null,
  orderTotal: null,
});

const canonicalItems = (
  itemIds: readonly string[] | 'whole',
  order: OrderFacts | null,
): readonly string[] | 'whole' => {
  if (itemIds === 'whole' || (order !== null && takesAll(itemIds, order))) return 'whole';
  return [...new Set(itemIds)].sort();
};

/** One identity for every spelling of the same refund: canonical order id, sorted items or `whole`, two decimal places. */
export const identifyRefund = (input: JudgeInput): EffectIdentity => {
  const parsed = processRefundArgs.safeParse(input.args);
  if (input.tool !== 'process_refund' || !parsed.success) return unidentified(input.args);
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

/** The figures and versions of the rules that judge a tool; what a review is bound to. */
export const rulesOfTool = (tool: string): JsonObject =>
  tool === 'process_refund'
    ? {
        gatekeeper: 2,
        aloneMaxMinor: ALONE_MAX_MINOR,
        currency: CURRENCY,
        statuses: REFUNDABLE_STATUSES,
        reasons: REASONS_ALLOWED,
      }
    : { gatekeeper: 2 };
