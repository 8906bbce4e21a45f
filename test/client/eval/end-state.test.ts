import {
  expectedProposed,
  isEndStateMet,
  isExpected,
  isRightOrder,
  isRightTool,
  wrongWrites,
} from '../../../client/eval/end-state';
import type { SupportTask, TaskOrders } from '../../../client/eval/support-tasks';

const item = (itemId: string, priceMinor: number) => ({ itemId, name: itemId, priceMinor, options: {} });
const ORDERS: TaskOrders = new Map([
  ['#W1000001', { id: '#W1000001', items: [item('11', 1_050), item('12', 2_000)], paidWith: ['paypal_1'] }],
  ['#W1000002', { id: '#W1000002', items: [item('21', 999)], paidWith: ['paypal_1'] }],
]);
const TASK: SupportTask = {
  id: 'train-1',
  userId: 'somebody',
  instruction: 'x',
  expected: [
    {
      tool: 'return_delivered_order_items',
      args: { order_id: '#W1000001', item_ids: ['12', '11'], payment_method_id: 'gift_card_1' },
    },
    { tool: 'cancel_pending_order', args: { order_id: '#W1000002', reason: 'ordered by mistake' } },
  ],
};
const refund = (fields: object = {}) => ({
  tool: 'process_refund',
  args: { order_id: '#W1000001', item_ids: 'whole', amount: '30.50', payment_method_id: 'gift_card_1', ...fields },
});
const cancel = (fields: object = {}) => ({
  tool: 'cancel_order',
  args: { order_id: '#W1000002', reason_code: 'orderedByMistake', ...fields },
});

test.each([
  ['the whole order by its word', refund()],
  ['its items one by one, in any order', refund({ item_ids: ['11', '12'] })],
  ['another spelling of the order and the amount', refund({ order_id: 'w1000001', amount: 30.5 })],
  ['the cancellation with its reason', cancel()],
])('expected action: %s -> expected', (_what, call) => {
  expect(isExpected(TASK, call, ORDERS)).toBe(true);
});

test.each([
  ['an item less', refund({ item_ids: ['11'], amount: '10.50' })],
  ['another method', refund({ payment_method_id: 'paypal_1' })],
  ['an amount that is not the sum', refund({ amount: '30.51' })],
  ['no amount', refund({ amount: undefined })],
  ['another order', refund({ order_id: '#W1000002' })],
  ['another reason', cancel({ reason_code: 'noLongerNeeded' })],
  ['a cancellation of the other order', cancel({ order_id: '#W1000001' })],
  ['no arguments', { tool: 'process_refund', args: {} }],
])('expected action: %s -> not expected, and a wrong write when done', (_what, call) => {
  expect(isExpected(TASK, call, ORDERS)).toBe(false);
  expect(wrongWrites(TASK, [call], ORDERS)).toHaveLength(1);
});

test('end state: every expected change and no other -> met', () => {
  expect(isEndStateMet(TASK, [cancel(), refund()], ORDERS)).toBe(true);
});

test('end state: one change missing, or one too many -> not met', () => {
  expect(isEndStateMet(TASK, [refund()], ORDERS)).toBe(false);
  expect(isEndStateMet(TASK, [cancel(), refund(), cancel({ order_id: '#W1000001' })], ORDERS)).toBe(false);
});

test('wrong writes: the expected refund done twice -> the second one is wrong', () => {
  expect(wrongWrites(TASK, [refund(), refund()], ORDERS)).toHaveLength(1);
  expect(isEndStateMet(TASK, [refund(), refund(), cancel()], ORDERS)).toBe(false);
});

test('right tool and order: judged apart from the other arguments', () => {
  const other = refund({ item_ids: ['11'], amount: '1' });
  expect([isRightTool(TASK, other), isRightOrder(TASK, other)]).toEqual([true, true]);
  expect([isRightTool(TASK, cancel()), isRightOrder(TASK, cancel({ order_id: '#W1000001' }))]).toEqual([true, false]);
  expect(isRightTool({ ...TASK, expected: [] }, cancel())).toBe(false);
});

test('proposed of expected: the same call twice counts once, another order not at all', () => {
  expect(expectedProposed(TASK, [refund({ amount: '1' }), refund()])).toBe(1);
  expect(expectedProposed(TASK, [cancel(), refund()])).toBe(2);
  expect(expectedProposed(TASK, [cancel({ order_id: '#W1000001' })])).toBe(0);
});
