// The order an action is about. An order of somebody else and one that does not exist are told apart nowhere: the difference would
// tell whose orders exist.
import type { JudgeInput, PolicyAnswer } from '../../core/moves/agent-kit';
import { canonicalOrderId } from './order-id';
import { type OrderFacts, readRefundFacts, type RefundFacts } from './refund-facts';

export const refuse = (rule: string, words: string): PolicyAnswer => ({ answer: 'refuse', rule, words });
export const review = (rule: string, words: string): PolicyAnswer => ({
  answer: 'review',
  rule,
  words: `${words}: a person decides`,
});

export type OwnOrder =
  | { readonly kind: 'own'; readonly facts: RefundFacts; readonly order: OrderFacts }
  | { readonly kind: 'refused'; readonly answer: PolicyAnswer };

/** The verified customer's own order of that id, or the refusal. Throws only when facts break their shape. */
export const findOwnOrder = (input: JudgeInput, orderId: string): OwnOrder => {
  const facts = readRefundFacts(input.facts);
  if (!facts.customer.exists || facts.customer.id !== input.subject) {
    return { kind: 'refused', answer: refuse('gatekeeper.customer', 'the customer is not verified') };
  }
  const { order } = facts;
  return order !== null && order.owner === input.subject && order.id === canonicalOrderId(orderId)
    ? { kind: 'own', facts, order }
    : { kind: 'refused', answer: refuse('gatekeeper.ownership', 'no such order of this customer') };
};
