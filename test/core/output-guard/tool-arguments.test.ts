import * as z from 'zod';
import type { ToolDeclaration } from '../../../core/kernel/tool-declaration';
import { readToolArguments } from '../../../core/output-guard/tool-arguments';

const refund: ToolDeclaration = {
  name: 'process_refund',
  tag: 'movesMoney',
  description: 'Pays money back.',
  args: z.strictObject({
    order_id: z.string().min(1),
    amount: z.union([z.number(), z.string()]),
    reason_code: z.enum(['damaged', 'late']).default('late'),
  }),
  freeText: [],
  caseSensitive: ['order_id'],
  idempotent: 'byKey',
  identity: ['order_id', 'amount'],
  amountField: 'amount',
  currencyFrom: 'facts',
  timeoutMs: 10_000,
};
const read = (argsText: string) => readToolArguments(refund, argsText);

describe('tool arguments', () => {
  test('they fit -> the arguments, defaults filled in', () => {
    expect(read('{"order_id":"A-1","amount":137.32}')).toEqual({
      kind: 'valid',
      args: { order_id: 'A-1', amount: 137.32, reason_code: 'late' },
    });
  });

  test('they do not fit -> the errors, and the canonical form of what was sent', () => {
    expect(read('{"order_id":"A-1","amount":"42.50","reason_code":"LOST"}')).toEqual({
      kind: 'invalid',
      errors: ['$.reason_code: expected one of "damaged", "late", got "LOST"'],
      canonicalSource: { order_id: 'A-1', amount: '42.5', reason_code: 'lost' },
    });
  });

  test.each<[string, string, string]>([
    ['three places', '12.345', '$.amount: expected at most two decimal places, got 12.345'],
    ['zero', '0', '$.amount: expected an amount above zero, got 0'],
    [
      'a text with a sign',
      '"-5.00"',
      '$.amount: expected digits with at most one point: no sign, no exponent, no spaces, no currency, got "-5.00"',
    ],
    [
      'more digits than a double holds',
      '12.340000000000000001',
      '$.amount: expected a number of at most 15 digits, got 12.340000000000000001',
    ],
  ])('an amount of %s -> refused, nothing is rounded', (_what, amount, error) => {
    expect(read(`{"order_id":"A-1","amount":${amount}}`)).toMatchObject({ kind: 'invalid', errors: [error] });
  });

  test.each<[string, string]>([
    ['a fence', '```json\n{"order_id":"A-1","amount":1}\n```'],
    ['a trailing comma', '{"order_id":"A-1","amount":1,}'],
    ['nothing', ''],
    ['a list', '[]'],
    ['half a surrogate pair', '{"order_id":"\\ud800","amount":1}'],
    ['two amounts', '{"order_id":"A-1","amount":1,"amount":2}'],
  ])('%s -> refused, never repaired', (_what, argsText) => {
    expect(read(argsText)).toMatchObject({ kind: 'invalid', canonicalSource: null });
  });

  test('64 KiB -> read; a byte more -> refused', () => {
    const fill = (bytes: number): string => `{"order_id":"${'x'.repeat(bytes - 26)}","amount":1}`;
    expect(fill(65_536)).toHaveLength(65_536);
    expect(read(fill(65_536)).kind).toBe('valid');
    expect(read(fill(65_537))).toMatchObject({ errors: ['$: expected at most 65536 bytes'] });
  });

  test('a schema that makes something else than JSON of them -> a bug of the tool, thrown', () => {
    const dated = { ...refund, args: z.strictObject({ at: z.string().transform((text) => new Date(text)) }) };
    expect(() => readToolArguments(dated, '{"at":"2026-01-01"}')).toThrow(/\$\.at: expected plain JSON/);
  });
});
