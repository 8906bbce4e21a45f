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

/** What is said of this order by its number, up to the next clause. */
const clausesOf = (plain: string, orderId: string): string =>
  plain
    .split(/[.;\n]|, | and (?=(?:cancel )?(?:order )?#?w\d{7})/)
    .filter((clause) => clause.includes(orderId.slice(1).toLowerCase()))
    .join('\n');

const reasonIn = (text: string): CancelReason | 'both' | null => {
  const isMistake = BY_MISTAKE.test(text);
  if (isMistake && NOT_NEEDED.test(text)) return 'both';
  if (isMistake) return 'orderedByMistake';
  return NOT_NEEDED.test(text) ? 'noLongerNeeded' : null;
};

/** The reason said of this order, else of the wish, else of anything in the case; null when two are said and it is open which holds. */
const reasonOf = (request: Request, orderId: string, all: string): CancelReason | null => {
  const said = [clausesOf(request.plain, orderId), request.plain, all].map(reasonIn).find((reason) => reason !== null);
  if (said !== 'both') return said ?? 'noLongerNeeded';
  return request.orderIds.length > 1 ? null : 'orderedByMistake';
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
  const reason = reasonOf(request, order.order_id, all);
  return reason === null
    ? {
        kind: 'handOff',
        reason: 'unclear',
        note: `two reasons were given to cancel; which one holds for ${order.order_id} is open`,
      }
    : { kind: 'propose', call: toCancelCall({ order_id: order.order_id, reason_code: reason }) };
};
