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

const facts = {
  customer: { id: 'ann', exists: true },
  order: null,
  methods: [{ id: 'paypal_1', source: 'paypal' }],
};

test('interim reply: a payment method of the records -> its kind; one the records do not know -> none', () => {
  const to = (payment_method_id: string) => ({ ...refund, args: { ...refund.args, payment_method_id }, facts });
  expect(interimReplyOf([to('paypal_1')])).toContain('for order #W7752779 to your PayPal account.');
  expect(interimReplyOf([to('someoneelse@example.com')])).toContain('for order #W7752779.\n');
});

test('interim reply: another effect was done -> named first, and "nothing was done" is said of what waits alone', () => {
  const done = {
    tool: 'cancel_order',
    code: 'done',
    args: { order_id: '#W1764038' },
    result: { value: { id: 'ca_1' } },
  };
  expect(interimReplyOf([refund], [done]).split('\n')).toEqual([
    'To your request: the cancellation of order #W1764038 was made. Your receipt is ca_1.',
    'A colleague decides on your request: the refund of 52.01 USD for order #W7752779.',
    'About what a colleague decides, nothing was done yet. You will hear from us as soon as it is decided.',
  ]);
  expect(interimReplyOf([], [done])).toBe(
    'To your request: the cancellation of order #W1764038 was made. Your receipt is ca_1.',
  );
});
