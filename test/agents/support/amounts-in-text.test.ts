import fc from 'fast-check';

import { amountsIn, namesAmount } from '../../../agents/support/amounts-in-text';

test.each([
  'refund $42.50',
  '$42.5',
  '42.50 dollars',
  '42.50',
  'USD 42.5',
  'usd42.50',
  '42.5 USD.',
  "that's $42.50, order #W1234567",
  'US$42.50!',
  '42.50$ please',
  'a $42.50 refund',
  'it was ($42.50)',
  '42.50 bucks',
  'I paid $42.50 and nothing else',
])('amounts in text: "%s" -> names 42.50 USD', (text) => {
  expect(namesAmount(text, 4250)).toBe(true);
});

test.each([
  'refund 42 items',
  'not $42.50',
  "I don't want $42.50",
  'anything instead of $42.50',
  'about $42.50',
  'around 42.50 dollars',
  'more than $42.50',
  'up to $42.50',
  '€42.50',
  '42.50 euros',
  'GBP 42.50',
  'CA$42.50',
  '42.50%',
  '42.50 percent',
  '42.505',
  '142.50',
  '42.50.10',
  '#42.50',
  '-$42.50',
  '$42.50-50',
  '$42.50 or $30',
  'between $30 and so, $20 or $42.50',
  '42.50k',
  '42.50 inch',
  'order W4250',
  '42,50',
  'forty-two fifty',
  '',
])('amounts in text: "%s" -> does not name 42.50 USD', (text) => {
  expect(namesAmount(text, 4250)).toBe(false);
});

test('amounts in text: thousands with commas -> one amount', () => {
  expect(amountsIn('I paid $4,815.32 for it').map((amount) => amount.minor)).toEqual([481532]);
});

test('amounts in text: any amount written plainly -> it and no other is named', () => {
  const amount = fc.integer({ min: 1, max: 99_999_999 });
  fc.assert(
    fc.property(amount, amount, (minor, other) => {
      const text = `please refund $${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')} today`;
      expect(namesAmount(text, minor)).toBe(true);
      expect(namesAmount(text, other)).toBe(other === minor);
    }),
  );
});

test('amounts in text: any text -> no exception', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => Array.isArray(amountsIn(text))));
});
