// Money from a model's number literal to the ledger's integer: exactly what was written, or refused. Never another amount.
import * as fc from 'fast-check';
import * as z from 'zod';
import {
  addAmounts,
  amountFromJson,
  compareAmounts,
  fromMinor,
  parseAmount,
  toMinor,
} from '../../../core/kernel/money';
import type { ToolDeclaration } from '../../../core/kernel/tool-declaration';
import { readToolArguments } from '../../../core/output-guard/tool-arguments';

const refund: ToolDeclaration = {
  name: 'process_refund',
  tag: 'movesMoney',
  description: 'Pays money back.',
  args: z.strictObject({ amount: z.union([z.number(), z.string()]) }),
  freeText: [],
  caseSensitive: [],
  idempotent: 'byKey',
  identity: ['amount'],
  amountField: 'amount',
  currencyFrom: 'facts',
  timeoutMs: 10_000,
};

const digits = (min: number, max: number) => fc.stringMatching(new RegExp(`^[0-9]{${min},${max}}$`));
const whole = fc
  .oneof({ weight: 3, arbitrary: digits(1, 5) }, digits(1, 15))
  .map((text) => text.replace(/^0+(?=\d)/, ''));
const fraction = fc.oneof({ weight: 3, arbitrary: digits(1, 2) }, digits(1, 15));
const literal = fc
  .tuple(
    fc.constantFrom('', '', '', '-'),
    whole,
    fc.option(fraction),
    fc.constantFrom('', '', '', 'e0', 'E1', 'e-1', 'e+2'),
  )
  .map(([sign, left, right, power]) => `${sign}${left}${right === null ? '' : `.${right}`}${power}`);

/** Cents of the literal as written when it is a whole number of them, by integers alone. */
const centsOf = (source: string): bigint | undefined => {
  const [mantissa = '', power = '0'] = source.toLowerCase().split('e');
  const [left = '', right = ''] = mantissa.replace('-', '').split('.');
  const shift = Number(power) - right.length + 2;
  const all = BigInt(left + right) * (source.startsWith('-') ? -1n : 1n);
  if (shift >= 0) return all * 10n ** BigInt(shift);
  const divisor = 10n ** BigInt(-shift);
  return all % divisor === 0n ? all / divisor : undefined;
};

const centsText = (amount: string): bigint => BigInt(amount.replace('.', ''));

describe.each<[string, (source: string) => string]>([
  ['a JSON number', (source) => source],
  ['a text', (source) => JSON.stringify(source)],
])('an amount as %s of up to 30 digits', (_what, write) => {
  test('tool arguments and money: any literal -> exactly the cents that were written, or refused', () => {
    let [taken, refused] = [0, 0];
    fc.assert(
      fc.property(literal, (source) => {
        const read = readToolArguments(refund, `{"amount":${write(source)}}`);
        const amount = read.kind === 'valid' ? amountFromJson(read.args['amount']) : undefined;
        if (amount?.kind !== 'amount') {
          refused += 1;
          expect(read.kind).toBe('invalid');
          return;
        }
        taken += 1;
        expect(centsText(amount.amount)).toBe(centsOf(source));
      }),
      { numRuns: 4_000 },
    );
    expect(taken).toBeGreaterThan(400);
    expect(refused).toBeGreaterThan(400);
  });

  test('what is written as an amount is written -> taken, up to 12 digits and two places', () => {
    const plain = fc
      .tuple(digits(1, 12), fc.option(digits(1, 2)))
      .map(([left, right]) => `${left.replace(/^0+(?=\d)/, '')}${right === null ? '' : `.${right}`}`)
      .filter((text) => /[1-9]/.test(text));
    fc.assert(
      fc.property(plain, (source) => {
        const read = readToolArguments(refund, `{"amount":${write(source)}}`);
        expect(read.kind).toBe('valid');
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('money: arithmetic', () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 14n - 1n }).map((cents) => {
    const text = String(cents).padStart(3, '0');
    return `${text.slice(0, -2)}.${text.slice(-2)}`;
  });

  test('any amounts: added, compared, to minor units and back -> as integers say', () => {
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 8 }), amount, (list, other) => {
        const sum = list.reduce((total, one) => total + centsText(one), 0n);
        expect(centsText(addAmounts(list))).toBe(sum);
        const [first = '0.01'] = list;
        const [a, b] = [centsText(first), centsText(other)];
        expect(compareAmounts(first, other)).toBe(a === b ? 0 : a < b ? -1 : 1);
        expect(BigInt(toMinor(first, 'EUR'))).toBe(a);
        expect(fromMinor(toMinor(first, 'EUR'), 'EUR')).toBe(first);
        expect(parseAmount(first)).toEqual({ kind: 'amount', amount: first });
      }),
    );
  });
});
