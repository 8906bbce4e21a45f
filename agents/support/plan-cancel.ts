// From a wish to cancel to a proposed cancellation. It is proposed without a further question when the customer named the order by
// its number and nothing else is open; an order found in another way, a wish for single items of it and a wish that depends on
// something are asked about first. Only a whole order can be cancelled.
import { askCancel, sayCancelledBefore, sayNotCancellable } from './answers-to-cancel';
import type { CancelReason } from './cancel-reasons';
import { CANCELLABLE_STATUSES } from './limits';
import { matchItems } from './match-items';
import { toCancelCall } from './next-move';
import { BY_MISTAKE, DEPENDS, NOT_NEEDED } from './phrases-of-parts';
import { type Plan, toNamedItems } from './plan-refund';
import type { Request } from './read-request';
import type { OrderView } from './read-transcript';

/** The reason said of this order; without any, a mistake spoken of anywhere in the case. */
const reasonOf = (request: Request, all: string): CancelReason => {
  if (BY_MISTAKE.test(request.plain)) return 'orderedByMistake';
  return !NOT_NEEDED.test(request.plain) && BY_MISTAKE.test(all) ? 'orderedByMistake' : 'noLongerNeeded';
};

const namesSomeItems = (request: Request, order: OrderView): boolean => {
  const match = matchItems(request, toNamedItems(order));
  return match.kind === 'ambiguous' || (match.kind === 'items' && match.itemIds.length < order.items.length);
};

/** Whether nothing about the wish is open. */
const isPlain = (request: Request, order: OrderView): boolean =>
  request.orderIds.includes(order.order_id) && !DEPENDS.test(request.plain) && !namesSomeItems(request, order);

/** The next move of a wish to cancel an order that was read; `all`: what the customer wrote in this case, in plain words. */
export const planCancel = (request: Request, order: OrderView, all: string): Plan => {
  if (order.status === 'cancelled') return { kind: 'tell', message: sayCancelledBefore(order) };
  if (!CANCELLABLE_STATUSES.includes(order.status)) return { kind: 'tell', message: sayNotCancellable(order) };
  if (!request.isYes && !isPlain(request, order)) return { kind: 'ask', message: askCancel(order) };
  return { kind: 'propose', call: toCancelCall({ order_id: order.order_id, reason_code: reasonOf(request, all) }) };
};
