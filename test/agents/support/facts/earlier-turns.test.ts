// What the program tells of earlier turns counts like a result of this turn: done, unknown, waiting, decided against; and what a person
// changed is what was done.
import { checkFacts } from '../../../../agents/support/check-facts';
import { asksRefund, inputOf, paid, pending, delivered, readsOrder } from './scenes';

const ORDER = '#W5866402';
const told = (words: string, message: string): readonly string[] => {
  const program = `Turn 1 of this case was answered. process_refund 207.75 USD of order ${ORDER}: ${words}`;
  return checkFacts({ ...inputOf(message, [readsOrder(delivered)]), programMessages: [program] }).errors;
};
const DONE = 'done.';
const UNKNOWN = 'sent, whether it was done is not known.';
const WAITS = 'waits for a person to decide (review rv_1, since 2026-03-19); do not propose it again.';
const AGAINST = 'a person decided against it; that holds for the case.';

test.each([
  [DONE, `Your refund of 207.75 USD for order ${ORDER} was made.`],
  [DONE, 'It was refunded before: 207.75 USD. 2996.03 USD are left.'],
  [UNKNOWN, 'Whether your refund of 207.75 USD went through is not known yet.'],
  [WAITS, 'Your refund of 207.75 USD is waiting for a colleague; nothing was paid yet.'],
  [AGAINST, 'A colleague decided against the refund of 207.75 USD.'],
])('facts: an earlier turn is told as "%s" -> "%s" passes', (words, message) => {
  expect(told(words, message)).toEqual([]);
});

test.each([
  [DONE, 'No money was sent to you.'],
  [DONE, 'Your refund is waiting for a colleague.'],
  [UNKNOWN, `Your refund for order ${ORDER} was made.`],
  [UNKNOWN, 'The refund failed.'],
  [WAITS, 'Your refund was approved by a colleague.'],
  [WAITS, 'The 207.75 USD are in your PayPal account.'],
  [AGAINST, 'Your refund is waiting for a colleague.'],
])('facts: an earlier turn is told as "%s" -> "%s" is refused', (words, message) => {
  expect(told(words, message)).not.toEqual([]);
});

test('facts: a person changed the amount before it was paid -> what was done is the changed call', () => {
  const changed = {
    words: 'changed',
    arguments: { order_id: '#W5442520', amount: '137.32', item_ids: ['6242772312'] },
  };
  const result = {
    status: 'ok',
    value: { id: 're_k3', status: 'succeeded', amountMinor: 13_732, currency: 'USD' },
    changedByPerson: changed,
  };
  const seen = [
    readsOrder(pending),
    asksRefund({ order: '#W5442520', amount: '663.85', items: 'whole' }, { ...(paid as object), ...result }),
  ];
  const errorsOf = (message: string): readonly string[] => checkFacts(inputOf(message, seen)).errors;
  expect(errorsOf('137.32 USD were refunded for order #W5442520.')).toEqual([]);
  expect(errorsOf('663.85 USD were refunded for order #W5442520.')).not.toEqual([]);
  expect(errorsOf('The whole order was refunded.')).not.toEqual([]);
});
