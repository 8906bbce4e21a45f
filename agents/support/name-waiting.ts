// An effect that waits, in the customer's words: what, how much, which order, and to which kind of payment method the money would go.
// The method is named by its kind in the shop's records, never by what a model or a customer wrote.
import type { JsonObject } from '../../core/kernel/json';
import type { WaitingEffect } from '../../core/moves/agent-kit';
import { nameOfMethod } from './answers';
import { canonicalOrderId } from './order-id';
import { readRefundFacts } from './refund-facts';

const orderOf = (args: JsonObject): string | null => {
  const id = args['order_id'];
  return typeof id === 'string' ? canonicalOrderId(id) : null;
};

/** A cancellation pays back to the one payment the order was paid with. */
const methodIdOf = ({ tool, args, facts }: WaitingEffect): string | null => {
  if (facts === undefined) return null;
  const id = tool === 'cancel_order' ? readRefundFacts(facts).order?.payment_methods[0] : args['payment_method_id'];
  return typeof id === 'string' ? id : null;
};

/** ` to your PayPal account`; nothing where the records name no such method. */
const sayMethod = (effect: WaitingEffect): string => {
  const id = methodIdOf(effect);
  if (id === null || effect.facts === undefined) return '';
  const source = readRefundFacts(effect.facts).methods.find((method) => method.id === id)?.source;
  return source === undefined ? '' : ` to your ${nameOfMethod(source)}`;
};

/** `the refund of 52.01 USD for order #W7752779 to your PayPal account`. */
export const nameWaiting = (effect: WaitingEffect): string => {
  const { tool, args, amount, currency } = effect;
  const order = orderOf(args);
  const method = sayMethod(effect);
  if (tool === 'cancel_order') {
    const back = method === '' ? '' : `, which would pay the money back${method}`;
    return `the cancellation${order === null ? '' : ` of order ${order}`}${back}`;
  }
  const refund = amount === null ? 'the refund' : `the refund of ${amount} ${currency ?? ''}`.trimEnd();
  return `${refund}${order === null ? '' : ` for order ${order}`}${method}`;
};
