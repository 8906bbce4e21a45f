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

const OTHER_CURRENCIES = [
  '54.04 pesos',
  '54.04 Mexican pesos',
  '54.04 kr',
  '54.04kr',
  'kr 54.04',
  '54.04 zł',
  '54.04zł',
  '54.04 Swiss francs',
  '54.04 bitcoins',
  '54.04 BTC',
  '54.04 EUR',
  '54.04EUR',
  'EUR 54.04',
  'EUR54.04',
  '54.04 eur',
  '54.04 euros',
  '54.04 pounds',
  '54.04 pound sterling',
  '54.04 quid',
  '54.04 £',
  '£54.04',
  '£ 54.04',
  '₤54.04',
  '54.04 €',
  '54.04€',
  '54.04 yen',
  '¥54.04',
  '₹54.04',
  '₽54.04',
  '54.04 ₩',
  '₿54.04',
  'C$54.04',
  'A$54.04',
  'CA$54.04',
  'HK$54.04',
  'R$54.04',
  'MX$54.04',
  'NT$54.04',
  'CAD 54.04',
  'CAD $54.04',
  '$54.04 CAD',
  '54.04$ CAD',
  '54.04 CAD',
  '54.04 AUD',
  '54.04 SEK',
  'SEK 54.04',
  '54.04 TRY',
  '54.04 ALL',
  '54.04 ZAR',
  '54.04 XAF',
  '54.04 Canadian dollars',
  '54.04 canadian dollars',
  '54.04 Canadian',
  '$54.04 Canadian',
  '54.04 dollars Canadian',
  'Canadian dollars 54.04',
  '54.04 Hong Kong dollars',
  '54.04 Namibian dollars',
  '54.04 Ruritanian dollars',
  '54.04 in euros',
  '54.04 (EUR)',
  'EUR: 54.04',
  '54.04 Rs',
  'Rs. 54.04',
  '54.04 rupees',
  '54.04 руб',
  '54.04元',
  '54.04 reais',
  '54.04 cents',
  '54.04 Kč',
  '54.04 won',
  '54.04 ¢',
  '54.04, pesos',
  '54.04 - pesos',
  '54.04 Fr',
  'R 54.04',
  'C $54.04',
  '54.04 robux',
  '54.04 USDT',
];
const UNITS = [
  '54.04 kg',
  '54.04kg',
  '54.04 g',
  '54.04 lb',
  '54.04 lbs',
  '54.04 oz',
  '54.04 cm',
  '54.04 m',
  '54.04 in.',
  '54.04 inches',
  '54.04"',
  '54.04 %',
  '54.04%',
  '54.04 percent',
  '54.04 pcs',
  '54.04 items',
  '54.04 times',
  '54.04x',
  '54.04 days',
  '54.04-day',
  '54.04 hours',
  '54.04 ml',
  '54.04 points',
  '54.04 thousand',
  '$54.04 million',
  '$54.04k',
  '54.04 °C',
  '54.04 GB',
  '10.54 am',
];
test.each([...OTHER_CURRENCIES, ...UNITS])('amounts in text: "refund %s" -> names no USD', (text) => {
  for (const said of [text, `refund ${text}`, `refund ${text} please`, `yes (${text}), thanks`]) {
    expect([said, namesAmount(said, 5404)]).toEqual([said, false]);
  }
});

test.each([
  '54.04',
  '54.04 please',
  '54.04 in full',
  '54.04 for all',
  '54.04 to my card',
  '54.04 total',
  '54.04 and thanks',
  '54.04 as agreed',
  '$54.04',
  '$ 54.04',
  '54.04$',
  '54.04 $',
  '54.04 USD',
  '54.04 usd',
  'USD 54.04',
  'USD54.04',
  'USD $54.04',
  'US$54.04',
  'US $54.04',
  '54.04 US$',
  '54.04 dollars',
  '54.04 dollar',
  '54.04 US dollars',
  '54.04 American dollars',
  '54.04 bucks',
  '54.04 buck',
  'a $54.04 set',
  'the 54.04 item',
  'A $54.04 REFUND',
  'I said "54.04"',
  'a "$54.04" refund',
  '54.04 all in',
  '54.04 try again',
  '54.04 my friend',
  '54.04 from the order',
  '54.04 in dollars',
  'the kettle, 54.04',
  '54.04 in cash',
  '54.04 credited',
  '54.04 total cost',
  '54.04 mine',
  '54.04 today',
  '54.04 was paid',
  '$54.04 worth',
  '$54.04 cup',
])('amounts in text: "%s" -> names 54.04 USD', (text) => {
  for (const said of [text, `refund ${text}`, `${text}.`])
    expect([said, namesAmount(said, 5404)]).toEqual([said, true]);
});

test('amounts in text: any amount with any other currency or unit -> names nothing', () => {
  const others = [...OTHER_CURRENCIES, ...UNITS].filter((text) => text.includes('54.04'));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999 }), fc.constantFrom(...others), (minor, text) => {
      const amount = `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;
      expect(namesAmount(`please refund ${text.replace('54.04', amount)} now`, minor)).toBe(false);
    }),
  );
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
