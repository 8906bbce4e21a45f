// What the offline reader says about cancelling an order. It promises nothing a rule or a person has yet to decide.
import { joinNames, money, nameOfMethod } from './answers';
import type { OrderView } from './read-transcript';

/** One line with its question: told-before.ts reads the order from it. */
export const askCancel = (order: OrderView): string => {
  const items = joinNames(order.items.map((item) => item.name));
  const paid = order.refund_methods.filter((method) => method.original).map((method) => nameOfMethod(method.source));
  const back = paid.length === 0 ? '' : ` to your ${joinNames(paid)}`;
  return `Order ${order.order_id} has not been sent yet and can only be cancelled as a whole: it holds ${items}; ${money(order.total)} would go back${back}. Shall I cancel order ${order.order_id}? If so, please answer "Yes, cancel order ${order.order_id}".`;
};

export const sayCancelledBefore = (order: OrderView): string =>
  `The cancellation of order ${order.order_id} is on record already: it is cancelled.`;

export const sayNotCancellable = (order: OrderView): string =>
  order.status === 'delivered'
    ? `I can make no cancellation of order ${order.order_id}: it was delivered. Items of it can be returned for a refund; if you want that, tell me which.`
    : `I can make no cancellation of order ${order.order_id}: it is ${order.status}, and only an order that is pending can be cancelled.`;
