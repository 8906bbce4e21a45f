// A reply is a model's text and may be anything: the check never throws on it and never takes longer than its length allows.
import * as fc from 'fast-check';
import { checkFacts } from '../../../../agents/support/check-facts';
import { inputOf, SCENES } from './scenes';

const check = (message: string) => checkFacts(inputOf(message, SCENES['refunded'] ?? []));
const pieces = [
  'refund ',
  'was ',
  'has been ',
  'I have ',
  '#W5866402 ',
  '#W58',
  '207.75 ',
  '$',
  '1,',
  '1',
  'a',
  'total of ',
  'of the ',
  'is ',
  'delivered ',
  'not ',
  'two ',
  'items ',
  '2026-01-',
  'May ',
  'www.',
  '@',
  '_',
  '(',
  '"',
  '\ud800',
  '\n',
  ', and ',
  'you said ',
  'refund; ',
  'refund, ',
  'if ',
  'cancelled but ',
  'could not refund it, ',
  'receipt number ',
  'twenty ',
  'your order, ',
  'the money to your account ',
  'not known whether ',
  '%',
  '-',
];

describe('facts on hostile text', () => {
  test('facts: any text of the pieces the patterns look for -> judged, never thrown at', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 60 }), (words) => {
        const { errors, unchecked } = check(words.join(''));
        return Array.isArray(errors) && Array.isArray(unchecked);
      }),
      { numRuns: 300 },
    );
  });

  test('facts: any result under any tool -> read, never thrown at', () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.constantFrom('get_order', 'find_orders', 'process_refund', 'get_policy'),
        (result, tool) => {
          const one = {
            tool,
            args: { order_id: '#W5866402' },
            isError: false,
            result: JSON.parse(result),
            stale: false,
            atMs: 1,
          };
          const input = { ...inputOf('Order #W5866402 is pending, 5.00 USD.', []), evidence: [one] };
          return Array.isArray(checkFacts(input).errors);
        },
      ),
      { numRuns: 300 },
    );
  });

  test.each(pieces)('facts: %j over and over, 16 times as much -> at most 64 times as long', (piece) => {
    const timeOf = (length: number): number => {
      const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
      const begun = performance.now();
      check(text);
      return performance.now() - begun;
    };
    timeOf(1_000);
    const short = Math.max(timeOf(1_000), timeOf(1_000), 4);
    expect(Math.min(timeOf(16_000), timeOf(16_000))).toBeLessThan(short * 64);
  });
});
