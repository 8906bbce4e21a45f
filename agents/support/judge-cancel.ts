// Whether an order may be cancelled: it is the customer's own, its status still allows it, nothing of it was paid back before, and
// one payment paid for it, so that the money goes back whole to where it came from. The amount is derived from the order, never
// taken from a model. What no rule refuses may still need a person: above the limit, or when the customer has not plainly asked.
import type { EffectIdentity, JudgeInput, PolicyAnswer } from '../../core/moves/agent-kit';
import { minorOf } from './amounts';
import { confirmsCancelByYes } from './confirms-by-yes';
import { confirmsCancel } from './confirms-cancel';
import { canonicalOrderId } from './order-id';
import { isPlainAgreement, isPlainCancelRequest, type PlainAct } from './plain-request';
import { findOwnOrder, refuse, review } from './own-order';
import type { SupportPolicy } from './policy';
import { type OrderFacts, readRefundFacts, type RefundFacts } from './refund-facts';
import { cancelOrderArgs } from './schemas';

const refuseOrder = (policy: SupportPolicy, order: OrderFacts, facts: RefundFacts): PolicyAnswer | null => {
  if (facts.ledger !== undefined && facts.ledger.done.items.length > 0)
    return refuse('gatekeeper.alreadyCancelled', 'something of this order was paid back before');
  if (facts.ledger !== undefined && facts.ledger.items.length > 0)
    return refuse('gatekeeper.refundUnderway', 'something of this order is being worked on already');
  if (!policy.cancel.statuses.includes(order.status)) {
    const allowed = policy.cancel.statuses.join(' or ');
    return refuse('gatekeeper.status', `the order is ${order.status}; cancelled is only an order that is ${allowed}`);
  }
  return order.payment_methods.length === 1
    ? null
    : refuse('gatekeeper.severalPayments', 'the order was not paid by exactly one payment');
};

/** Asked for in the customer's own words, or, where policy lets it, by a yes to a delivered question about exactly this order. */
const isConfirmed = (
  policy: SupportPolicy,
  order: OrderFacts,
  { customerMessages, dialog = [] }: JudgeInput,
): boolean => {
  const amountMinor = minorOf(order.total);
  const act: PlainAct = { order, amountMinor, methodSource: null, isOriginal: true };
  if (confirmsCancel(customerMessages, order.id) && isPlainCancelRequest(customerMessages, act)) return true;
  return (
    policy.cancel.confirmation === 'namedOrYes' &&
    confirmsCancelByYes(dialog, { orderId: order.id, amountMinor }) &&
    isPlainAgreement(dialog, act)
  );
};

/** What policy says of a proposed cancellation. Throws only when facts break their shape. */
export const judgeCancel = (policy: SupportPolicy, input: JudgeInput): PolicyAnswer => {
  const parsed = cancelOrderArgs.safeParse(input.args);
  if (!parsed.success) return refuse('gatekeeper.arguments', 'the arguments do not have the shape of a cancellation');
  const own = findOwnOrder(input, parsed.data.order_id);
  if (own.kind === 'refused') return own.answer;
  const { order, facts } = own;
  const refused = refuseOrder(policy, order, facts);
  if (refused !== null) return refused;
  const reason = policy.cancel.reasons[parsed.data.reason_code];
  if (reason === 'refuse') return refuse('gatekeeper.reason', `reason ${parsed.data.reason_code} cancels no order`);
  if (reason === 'review') return review('gatekeeper.reason', `reason ${parsed.data.reason_code} is looked into`);
  const amount = `${order.total} ${order.currency}`;
  const { aloneMaxPerOrder } = policy.cancel;
  if (minorOf(order.total) > minorOf(aloneMaxPerOrder))
    return review('gatekeeper.overLimit', `${amount} is over ${aloneMaxPerOrder} ${policy.currency}`);
  return isConfirmed(policy, order, input)
    ? { answer: 'allow', rule: 'gatekeeper.withinLimit', words: `the customer asked to cancel ${order.id} (${amount})` }
    : review('gatekeeper.cancelNotConfirmed', `the customer has not plainly asked to cancel ${order.id}`);
};

/** Null when the arguments are no cancellation's: one identity for every spelling of the order. */
export const identifyCancel = (input: JudgeInput): EffectIdentity | null => {
  const parsed = cancelOrderArgs.safeParse(input.args);
  if (!parsed.success) return null;
  const { order } = readRefundFacts(input.facts);
  const orderRef = canonicalOrderId(parsed.data.order_id);
  return {
    identity: { order_id: orderRef },
    orderRef,
    items: 'whole',
    amount: order?.total ?? null,
    currency: order?.currency ?? null,
    orderTotal: order?.total ?? null,
  };
};
