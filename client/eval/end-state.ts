// The state of the order database that counts: which orders are cancelled and why, of which orders what was paid back and to where.
// It is computed from the calls a task expects, and from the effects the ledger says were done; a task is met when both are the same.
import { cancelsOf, returnsOf, type SupportTask, type TaskOrders } from './support-tasks';

/** An effect as proposed or as done: the tool and its arguments. */
export interface EffectCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

const REASONS: Readonly<Record<string, string>> = {
  'no longer needed': 'noLongerNeeded',
  'ordered by mistake': 'orderedByMistake',
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const itemsOf = (orderId: string, value: unknown, orders: TaskOrders): readonly string[] => {
  const all = (orders.get(orderId)?.items ?? []).map(({ itemId }) => itemId);
  const named = Array.isArray(value) ? value.map(String) : all;
  return [...named].sort();
};

/** `null` when the amount of a refund is not the exact sum of its items: no state a task can expect. */
const amountFits = ({ args }: EffectCall, orderId: string, orders: TaskOrders): boolean => {
  const items = itemsOf(orderId, args['item_ids'], orders);
  const prices = new Map((orders.get(orderId)?.items ?? []).map((item) => [item.itemId, item.priceMinor]));
  const sum = items.reduce((total, id) => total + (prices.get(id) ?? Number.NaN), 0);
  const amount = args['amount'];
  const named =
    typeof amount === 'number' || typeof amount === 'string' ? Math.round(Number(amount) * 100) : Number.NaN;
  return named === sum;
};

const orderIdOf = (args: EffectCall['args']): string => {
  const digits = /(\d{7})\s*$/.exec(textOf(args['order_id']))?.[1] ?? '';
  return `#W${digits}`;
};

/** One line for what an effect changes; two effects that change the same say the same. */
const lineOf = (call: EffectCall, orders: TaskOrders): string => {
  const orderId = orderIdOf(call.args);
  if (call.tool === 'cancel_order') return `${orderId} cancelled, ${textOf(call.args['reason_code'])}`;
  const items = itemsOf(orderId, call.args['item_ids'], orders).join('+');
  const amount = amountFits(call, orderId, orders) ? '' : ', amount differs';
  return `${orderId} paid back ${items} to ${textOf(call.args['payment_method_id'])}${amount}`;
};

const expectedLines = (task: SupportTask, orders: TaskOrders): readonly string[] => [
  ...cancelsOf(task).map(({ args }) => `${textOf(args.order_id)} cancelled, ${REASONS[args.reason ?? ''] ?? ''}`),
  ...returnsOf(task).map(
    ({ args }) =>
      `${textOf(args.order_id)} paid back ${itemsOf(textOf(args.order_id), args.item_ids, orders).join('+')} to ${textOf(args.payment_method_id)}`,
  ),
];

/** Whether the task's expected actions hold exactly this one: order, items, amount and method, or order and reason. */
export const isExpected = (task: SupportTask, call: EffectCall, orders: TaskOrders): boolean =>
  expectedLines(task, orders).includes(lineOf(call, orders));

/** Whether the expected actions hold one of this kind on this order, however its arguments stand. */
export const isRightOrder = (task: SupportTask, call: EffectCall): boolean => {
  const expected = call.tool === 'cancel_order' ? cancelsOf(task) : returnsOf(task);
  return expected.some(({ args }) => args.order_id === orderIdOf(call.args));
};

/** Whether the expected actions hold one of this kind at all. */
export const isRightTool = (task: SupportTask, { tool }: EffectCall): boolean =>
  (tool === 'cancel_order' ? cancelsOf(task) : returnsOf(task)).length > 0;

/** How many of the task's cancellations and returns were proposed, with the right tool for the right order, however else. */
export const expectedProposed = (task: SupportTask, proposals: readonly EffectCall[]): number => {
  const isProposed = (tool: string, orderId: string | undefined): boolean =>
    proposals.some((call) => call.tool === tool && orderIdOf(call.args) === orderId);
  return (
    cancelsOf(task).filter(({ args }) => isProposed('cancel_order', args.order_id)).length +
    returnsOf(task).filter(({ args }) => isProposed('process_refund', args.order_id)).length
  );
};

/** Effects done that the task does not expect, each as often as it was done too often. */
export const wrongWrites = (task: SupportTask, done: readonly EffectCall[], orders: TaskOrders): readonly string[] => {
  const left = [...expectedLines(task, orders)];
  return done.flatMap((call) => {
    const line = lineOf(call, orders);
    const at = left.indexOf(line);
    if (at < 0) return [line];
    left.splice(at, 1);
    return [];
  });
};

/** Whether the database stands as the task expects: every change of its own, and no other. */
export const isEndStateMet = (task: SupportTask, done: readonly EffectCall[], orders: TaskOrders): boolean => {
  const sort = (lines: readonly string[]): string => [...lines].sort().join('\n');
  return sort(done.map((call) => lineOf(call, orders))) === sort(expectedLines(task, orders));
};
