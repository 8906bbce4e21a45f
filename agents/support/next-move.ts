// What the offline reader does next. Calls carry exact arguments; a hand-off names its reason; what is said is complete.
import type { StoredCall } from '../../core/moves/agent-kit';
import type { CancelOrderArgs, HandOffReason, ProcessRefundArgs } from './schemas';
import { HAND_OFF_TOOL } from './tools';

export type NextMove =
  | { readonly kind: 'call'; readonly calls: readonly StoredCall[] }
  | { readonly kind: 'say'; readonly message: string }
  | { readonly kind: 'handOff'; readonly reason: HandOffReason; readonly note: string };

export const say = (message: string): NextMove => ({ kind: 'say', message });

export const handOff = (reason: HandOffReason, note: string): NextMove => ({ kind: 'handOff', reason, note });

export const callFindOrders: NextMove = { kind: 'call', calls: [{ tool: 'find_orders', argsText: '{}' }] };

export const callGetOrders = (orderIds: readonly string[]): NextMove => ({
  kind: 'call',
  calls: orderIds.map((id) => ({ tool: 'get_order', argsText: JSON.stringify({ order_id: id }) })),
});

export const toRefundCall = (args: ProcessRefundArgs): StoredCall => ({
  tool: 'process_refund',
  argsText: JSON.stringify(args),
});

export const toCancelCall = (args: CancelOrderArgs): StoredCall => ({
  tool: 'cancel_order',
  argsText: JSON.stringify(args),
});

export const callGetPolicy = (question: string): NextMove => ({
  kind: 'call',
  calls: [{ tool: 'get_policy', argsText: JSON.stringify({ question }) }],
});

export const toHandOffCall = (reason: HandOffReason, note: string): StoredCall => ({
  tool: HAND_OFF_TOOL,
  argsText: JSON.stringify({ reason_code: reason, note }),
});
