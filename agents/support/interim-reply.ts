// What the customer reads while a colleague decides: which order, which amount, and that nothing happened yet. No date is promised:
// nobody here knows when a person decides, and no word says how.
import type { JsonObject } from '../../core/kernel/json';
import type { WaitingEffect } from '../../core/moves/agent-kit';
import { canonicalOrderId } from './order-id';

const orderOf = (args: JsonObject): string | null => {
  const id = args['order_id'];
  return typeof id === 'string' ? canonicalOrderId(id) : null;
};

const nameOf = ({ tool, args, amount, currency }: WaitingEffect): string => {
  const order = orderOf(args);
  if (tool === 'cancel_order') return order === null ? 'the cancellation' : `the cancellation of order ${order}`;
  const refund = amount === null ? 'the refund' : `the refund of ${amount} ${currency ?? ''}`.trimEnd();
  return order === null ? refund : `${refund} for order ${order}`;
};

/** One sentence an effect that waits. Holds nothing a model wrote but an order id of known shape. */
export const interimReplyOf = (waiting: readonly WaitingEffect[]): string =>
  [
    ...waiting.map((effect) => `A colleague decides on your request: ${nameOf(effect)}.`),
    'Nothing was done about it yet. You will hear from us as soon as it is decided.',
  ].join('\n');
