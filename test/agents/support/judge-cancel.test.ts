import { supportKit } from '../../../agents/support/kit';
import type { JsonObject } from '../../../core/kernel/json';
import type { JudgeInput } from '../../../core/moves/agent-kit';

const order: JsonObject = {
  id: '#W1000001',
  status: 'pending',
  owner: 'ann_1',
  total: '42.50',
  currency: 'USD',
  items: [{ item_id: '1111111111', price: '42.50' }],
  payment_methods: ['paypal_1'],
  refundsInRecord: [],
};
const none: JsonObject = { takenMinor: 0, items: [] };
const input = (
  change: { args?: JsonObject; order?: JsonObject | null; ledger?: JsonObject; says?: string[] } = {},
): JudgeInput => ({
  tool: 'cancel_order',
  args: { order_id: '#W1000001', reason_code: 'noLongerNeeded', ...change.args },
  subject: 'ann_1',
  facts: {
    customer: { id: 'ann_1', exists: true },
    order: change.order === null ? null : { ...order, ...change.order },
    methods: [{ id: 'paypal_1', source: 'paypal' }],
    ledger: change.ledger ?? { ...none, done: none },
  },
  customerMessages: change.says ?? ['Please cancel order #W1000001, I do not need it any more.'],
  nowMs: 1_764_460_800_000,
});
const taken: JsonObject = { takenMinor: 4250, items: 'whole' };

test.each<[string, Parameters<typeof input>[0], string]>([
  ['a pending order of theirs, asked for plainly', {}, 'allow gatekeeper.withinLimit'],
  ['another spelling of the order', { args: { order_id: 'w1000001' } }, 'allow gatekeeper.withinLimit'],
  ['an order of somebody else', { order: { owner: 'bob_2' } }, 'refuse gatekeeper.ownership'],
  ['no such order', { order: null }, 'refuse gatekeeper.ownership'],
  ['a processed order', { order: { status: 'processed' } }, 'refuse gatekeeper.status'],
  ['a delivered order', { order: { status: 'delivered' } }, 'refuse gatekeeper.status'],
  [
    'an order paid by two payments',
    { order: { payment_methods: ['a_1', 'b_2'] } },
    'refuse gatekeeper.severalPayments',
  ],
  ['cancelled before', { ledger: { ...taken, done: taken } }, 'refuse gatekeeper.alreadyCancelled'],
  ['a cancellation under way', { ledger: { ...taken, done: none } }, 'refuse gatekeeper.refundUnderway'],
  ['over the limit', { order: { total: '100.01' } }, 'review gatekeeper.overLimit'],
  ['the limit itself', { order: { total: '100.00' } }, 'allow gatekeeper.withinLimit'],
  ['nobody asked to cancel', { says: ['Where is #W1000001?'] }, 'review gatekeeper.cancelNotConfirmed'],
  ['another order was meant', { says: ['Cancel #W2000002 please'] }, 'review gatekeeper.cancelNotConfirmed'],
  ['refused in words', { says: ['Do not cancel order #W1000001!'] }, 'review gatekeeper.cancelNotConfirmed'],
  [
    'taken back later',
    { says: ['Cancel #W1000001', 'Never mind, do not cancel it'] },
    'review gatekeeper.cancelNotConfirmed',
  ],
  ['a reason that is none', { args: { reason_code: 'faulty' } }, 'refuse gatekeeper.arguments'],
])('cancel_order: %s -> %s', (_title, change, expected) => {
  const { answer, rule } = supportKit.judge(input(change));
  expect(`${answer} ${rule}`).toBe(expected);
});

test('cancel_order: the amount is derived from the order -> whole, in its currency, one identity for every spelling', () => {
  const identity = supportKit.identify(input({ args: { order_id: 'W1000001', note: 'in other words' } }));
  expect(identity).toEqual({
    identity: { order_id: '#W1000001' },
    orderRef: '#W1000001',
    items: 'whole',
    amount: '42.50',
    currency: 'USD',
    orderTotal: '42.50',
  });
});
