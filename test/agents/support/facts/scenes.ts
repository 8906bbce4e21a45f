// What was observed before a reply: one customer of the demonstration data and the states of a case. Each labelled sentence is said in
// one of these.
import { supportTools } from '../../../../agents/support/tools';
import type { Json } from '../../../../core/kernel/json';
import type { StoredCall, TranscriptMessage } from '../../../../core/moves/agent-kit';
import type { FactsInput } from '../../../../core/moves/facts-check';
import { evidenceIn } from '../../../../core/moves/observed-evidence';

export const NOW_MS = Date.UTC(2026, 2, 20, 12);
const HOUR_MS = 3_600_000;

const methods = [
  { id: 'paypal_8049766', source: 'paypal', original: true },
  { id: 'gift_card_7794233', source: 'gift_card', original: false },
];
const item = (name: string, price: string, options: Record<string, string> = {}) => ({
  item_id: `62427723${String(name.length).padStart(2, '0')}`,
  name,
  price,
  options,
});
export const delivered = {
  order_id: '#W5866402',
  status: 'delivered',
  currency: 'USD',
  total: '3203.78',
  items: [
    item('Espresso Machine', '2996.03', { pressure: '19 bar', capacity: '1L', type: 'automatic' }),
    item('Sneakers', '207.75', { size: '11', color: 'black', material: 'synthetic' }),
  ],
  refund_methods: methods,
  refunds: [],
  tracking: ['203283266934'],
};
export const pending = {
  order_id: '#W5442520',
  status: 'pending',
  currency: 'USD',
  total: '663.85',
  items: [
    item('Gaming Mouse', '137.32', { color: 'black', connectivity: 'wired' }),
    item('Patio Umbrella', '285.66', { size: '7 ft', color: 'red' }),
    item('Hiking Boots', '240.87', { size: '8', material: 'leather' }),
  ],
  refund_methods: [{ id: 'credit_card_9753331', source: 'credit_card', original: true }],
  refunds: [],
  tracking: [],
};
const list = {
  currency: 'USD',
  orders: [
    { order_id: '#W5866402', status: 'delivered', items: ['Espresso Machine', 'Sneakers'], total: '3203.78' },
    { order_id: '#W5353646', status: 'processed', items: ['Skateboard'], total: '187.71' },
    {
      order_id: '#W5442520',
      status: 'pending',
      items: ['Gaming Mouse', 'Patio Umbrella', 'Hiking Boots'],
      total: '663.85',
    },
    { order_id: '#W7941031', status: 'pending', items: ['Wristwatch', 'Backpack'], total: '2198.09' },
    {
      order_id: '#W3657213',
      status: 'pending',
      items: ['Action Camera', 'Digital Camera', 'Cycling Helmet'],
      total: '3570.34',
    },
  ],
};

export interface Exchange {
  readonly call: StoredCall;
  readonly result: Json;
  readonly isError?: boolean;
  readonly atMs?: number;
}
const call = (tool: string, args: object): StoredCall => ({ tool, argsText: JSON.stringify(args) });
const ok = (value: Json): Json => ({ status: 'ok', value });

export const readsOrder = (order: { readonly order_id: string }, atMs = NOW_MS): Exchange => ({
  call: call('get_order', { order_id: order.order_id }),
  result: ok(order),
  atMs,
});
const findsOrders: Exchange = { call: call('find_orders', {}), result: ok(list), atMs: NOW_MS };
export const findsNone = (orderId: string): Exchange => ({
  call: call('get_order', { order_id: orderId }),
  result: { status: 'empty', value: { order: null, words: 'no such order of this customer' } },
  atMs: NOW_MS,
});
export const asksRefund = (
  of: { order: string; amount: string; items: 'whole' | string[] },
  result: Json,
): Exchange => ({
  call: call('process_refund', {
    order_id: of.order,
    item_ids: of.items,
    amount: of.amount,
    payment_method_id: 'paypal_8049766',
    reason_code: 'damaged',
  }),
  result,
  isError: (result as { status: string }).status !== 'ok',
});
const sneakers = { order: '#W5866402', amount: '207.75', items: ['6242772308'] };
export const paid: Json = {
  status: 'ok',
  value: { id: 're_k1', status: 'succeeded', amountMinor: 20775, currency: 'USD', amount: '207.75' },
};
const noOf = (rule: string): Json => ({ status: 'error', kind: 'not_permitted', words: 'no', rule });
const policy = ok({
  passages: [
    'Refunds reach the payment method within 5 to 7 business days. Items can be returned within 30 days of delivery.',
    'Policy of 2026-01-15. Refunds over 100.00 USD are looked at by a colleague. A gift card refund is there within 24 hours.',
  ],
});

const seen = [findsOrders, readsOrder(delivered), readsOrder(pending), findsNone('#W7752779')];
export const SCENES: Readonly<Record<string, readonly Exchange[]>> = {
  nothing: [],
  seen,
  refunded: [...seen, asksRefund(sneakers, paid)],
  recorded: [
    findsOrders,
    readsOrder({
      ...delivered,
      refunds: [{ amount: '207.75', payment_method_id: 'paypal_8049766' }],
    } as typeof delivered),
    readsOrder(pending),
  ],
  refused: [...seen, asksRefund({ order: '#W5442520', amount: '663.85', items: 'whole' }, noOf('gatekeeper.status'))],
  waiting: [...seen, asksRefund({ order: '#W5866402', amount: '3203.78', items: 'whole' }, noOf('review.pending'))],
  twice: [...seen, asksRefund(sneakers, noOf('gatekeeper.alreadyRefunded'))],
  old: [{ ...findsOrders, atMs: NOW_MS - 26 * HOUR_MS }, readsOrder(pending, NOW_MS - 26 * HOUR_MS)],
  two: [readsOrder(delivered), readsOrder(pending)],
  unknown: [
    ...seen,
    asksRefund(sneakers, {
      status: 'error',
      kind: 'unavailable',
      words: 'nothing is assumed',
      rule: 'connection.lost',
    }),
  ],
  rejected: [
    ...seen,
    asksRefund(sneakers, { status: 'rejected', kind: 'not_permitted', words: 'no', reasonCode: 'policy' }),
  ],
  cancelled: [
    ...seen,
    {
      call: call('cancel_order', { order_id: '#W5442520', reason_code: 'noLongerNeeded' }),
      result: { status: 'ok', value: { id: 're_k2', status: 'succeeded', amountMinor: 66385, currency: 'USD' } },
      isError: false,
    },
  ],
  policy: [...seen, { call: call('get_policy', { topic: 'refunds' }), result: policy, atMs: NOW_MS }],
};

export const CUSTOMER_SAYS = [
  'Hello! What about my orders #W5866402 and #W7752779? I paid 60 USD for one of them, on 3 March 2026.',
  'And I got only 4 items. My mail is olivia@example.com.',
];

const policyTool = { ...supportTools[0]!, name: 'get_policy' };
const isDeclared = supportTools.some(({ name }) => name === 'get_policy');

/** The transcript of some exchanges, one call a reply. */
export const transcriptOf = (
  exchanges: readonly Exchange[],
  customer: readonly string[] = CUSTOMER_SAYS,
): readonly TranscriptMessage[] => [
  ...customer.map((text): TranscriptMessage => ({ role: 'customer', text })),
  ...exchanges.flatMap(({ call: made, result, isError, atMs }): readonly TranscriptMessage[] => [
    { role: 'assistant', text: '', calls: [made] },
    {
      role: 'tool',
      callId: 'c',
      tool: made.tool,
      isError: isError ?? false,
      text: JSON.stringify(result),
      ...(atMs === undefined ? {} : { atMs }),
    },
  ]),
];

/** What the check is given in this state of a case. */
export const inputOf = (
  message: string,
  exchanges: readonly Exchange[],
  customer: readonly string[] = CUSTOMER_SAYS,
): FactsInput => ({
  message,
  evidence: evidenceIn({
    tools: isDeclared ? supportTools : [...supportTools, policyTool],
    messages: transcriptOf(exchanges, customer),
    nowMs: NOW_MS,
  }),
  customerMessages: customer,
  programMessages: ['turn opened, request 5f0c1f5e-0d0a-4c4b-9f0e-0a1b2c3d4e5f'],
  nowMs: NOW_MS,
});
