import { interimReplyOf } from '../../../agents/support/interim-reply';

const refund = { tool: 'process_refund', args: { order_id: 'w7752779' }, amount: '52.01', currency: 'USD' };

test('interim reply: a refund waits -> order and amount, a colleague decides, nothing was done, no date', () => {
  const words = interimReplyOf([refund]);
  expect(words).toContain('A colleague decides on your request: the refund of 52.01 USD for order #W7752779.');
  expect(words).toContain('Nothing was done about it yet.');
  expect(words).not.toMatch(/today|tomorrow|hour|day|week|soon\b(?! as)/i);
});

test('interim reply: several wait -> one sentence each', () => {
  const cancel = { tool: 'cancel_order', args: { order_id: '#W1764038' }, amount: null, currency: null };
  const words = interimReplyOf([refund, cancel]);
  expect(words).toContain('#W7752779');
  expect(words).toContain('the cancellation of order #W1764038');
});

test('interim reply: an order id of no known shape -> none of its words are shown', () => {
  expect(interimReplyOf([{ ...refund, args: { order_id: 'see http://evil.test' } }])).not.toContain('evil');
});
