import * as fc from 'fast-check';
import {
  addAmounts,
  amountFromJson,
  compareAmounts,
  fromMinor,
  parseAmount,
  toMinor,
} from '../../../core/kernel/money';

const minorUnits = fc.integer({ min: 1, max: 99_999_999_999_999 });

describe('money', () => {
  test.each([
    ['42.5', '42.50'],
    ['42.50', '42.50'],
    ['42', '42.00'],
    ['0.01', '0.01'],
    ['137.32', '137.32'],
    ['999999999999.99', '999999999999.99'],
  ])('amount: %s -> %s', (text, amount) => {
    expect(parseAmount(text)).toEqual({ kind: 'amount', amount });
  });

  test.each([
    '',
    ' ',
    '007',
    '00',
    '01.50',
    '+5',
    '-5',
    '-0',
    '5.',
    '.5',
    '1e2',
    '1,000',
    '5 ',
    '٤',
    '0x10',
    'NaN',
    '5\n',
  ])('amount: %j is no plain decimal -> refused', (text) => {
    expect(parseAmount(text).kind).toBe('invalid');
  });

  test.each([
    ['0', 'expected an amount above zero'],
    ['0.00', 'expected an amount above zero'],
    ['12.345', 'expected at most two decimal places'],
    ['12.340000000000000001', 'expected at most two decimal places'],
    ['007', 'expected no leading zero'],
    ['1000000000000', 'expected at most 12 digits before the point'],
  ])('amount: %s -> refused with its own reason', (text, why) => {
    expect(parseAmount(text)).toEqual({ kind: 'invalid', why });
  });

  test('amount of a model: number and string -> the same canonical text', () => {
    expect(amountFromJson(42.5)).toEqual({ kind: 'amount', amount: '42.50' });
    expect(amountFromJson('42.50')).toEqual({ kind: 'amount', amount: '42.50' });
    expect(amountFromJson(137.32)).toEqual({ kind: 'amount', amount: '137.32' });
  });

  test.each([true, null, undefined, [], {}, -1, -0, 0, Number.NaN, Infinity, 1e21, 1e-7, 0.1 + 0.2, 10n])(
    'amount of a model: %p -> refused',
    (value) => {
      expect(amountFromJson(value).kind).toBe('invalid');
    },
  );

  test('minor units: places follow the currency', () => {
    expect(toMinor('42.50', 'USD')).toBe(4250);
    expect(toMinor('500.00', 'JPY')).toBe(500);
    expect(fromMinor(4250, 'EUR')).toBe('42.50');
    expect(fromMinor(500, 'JPY')).toBe('500.00');
    expect(fromMinor(0, 'GBP')).toBe('0.00');
  });

  test('minor units: what no ledger can hold -> a broken invariant', () => {
    expect(() => toMinor('1.00', 'XXX')).toThrow(/unknown currency "XXX"/);
    expect(() => toMinor('1.00', 'toString')).toThrow(/unknown currency/);
    expect(() => toMinor('42.50', 'JPY')).toThrow(/whole number of minor units/);
    expect(toMinor('90071992547409.91', 'USD')).toBe(Number.MAX_SAFE_INTEGER);
    expect(() => toMinor('90071992547409.92', 'USD')).toThrow(/more than a ledger integer holds/);
    expect(() => toMinor('-1.00', 'USD')).toThrow(/no exact decimal/);
    expect(() => fromMinor(1.5, 'USD')).toThrow(/no ledger integer/);
    expect(() => fromMinor(-1, 'USD')).toThrow(/no ledger integer/);
  });

  test('minor units: any amount -> the round trip gives it back', () => {
    fc.assert(
      fc.property(minorUnits, fc.constantFrom('USD', 'EUR', 'GBP'), (minor, currency) => {
        const amount = fromMinor(minor, currency);
        expect(toMinor(amount, currency)).toBe(minor);
        expect(parseAmount(amount)).toEqual({ kind: 'amount', amount });
      }),
    );
  });

  test('sums: any list of amounts -> the sum of their minor units', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1_000_000_000 })), (list) => {
        const sum = list.reduce((total, minor) => total + minor, 0);
        expect(addAmounts(list.map((minor) => fromMinor(minor, 'USD')))).toBe(fromMinor(sum, 'USD'));
      }),
    );
    expect(addAmounts(['0.10', '0.20'])).toBe('0.30');
    expect(addAmounts([])).toBe('0.00');
  });

  test('comparison: exact, whatever the spelling', () => {
    expect(compareAmounts('42.5', '42.50')).toBe(0);
    expect(compareAmounts('9.99', '10.00')).toBe(-1);
    expect(compareAmounts('999999999999.99', '999999999999.98')).toBe(1);
  });
});
