import * as z from 'zod';
import { checkTools } from '../../../core/kernel/check-tools';
import { failureKinds, isFailureType } from '../../../core/kernel/failure-kinds';
import type { ToolDeclaration } from '../../../core/kernel/tool-declaration';

const args = z.strictObject({ order_id: z.string(), amount: z.number(), note: z.string().optional() });
const refund: ToolDeclaration = {
  name: 'process_refund',
  tag: 'movesMoney',
  description: 'Pays money back.',
  args,
  freeText: ['note'],
  caseSensitive: ['order_id'],
  idempotent: 'byKey',
  identity: ['order_id', 'amount'],
  amountField: 'amount',
  currencyFrom: 'facts',
  timeoutMs: 10_000,
};
const without = <K extends keyof ToolDeclaration>(field: K): ToolDeclaration => {
  const { [field]: _left, ...rest } = refund;
  return rest as ToolDeclaration;
};

describe('tool declarations', () => {
  test('complete -> no fault', () => {
    expect(checkTools([refund, { ...without('amountField'), name: 'look_up', tag: 'reads', identity: [] }])).toEqual(
      [],
    );
  });

  test.each<[string, ToolDeclaration, RegExp]>([
    ['money without identity', { ...refund, identity: [] }, /movesMoney must name its identity/],
    ['money without an amount', without('amountField'), /must name its amountField/],
    ['money without a currency', without('currencyFrom'), /where the currency comes from/],
    ['money that pays each call', { ...refund, perCall: true }, /cannot be perCall/],
    [
      'an amount in free text',
      { ...refund, freeText: ['amount'], identity: ['order_id'] },
      /amountField "amount" is free text/,
    ],
    [
      'writes without identity',
      { ...without('amountField'), tag: 'writes', identity: [] },
      /writes must name its identity/,
    ],
    ['an empty description', { ...refund, description: ' \n' }, /description is empty/],
    ['free text that is no argument', { ...refund, freeText: ['nota'] }, /freeText names "nota"/],
    ['identity that is no argument', { ...refund, identity: ['order'] }, /identity names "order"/],
    [
      'identity that is free text',
      { ...refund, identity: ['order_id', 'note'] },
      /identity names "note", which is free text/,
    ],
    ['a currency field that is no argument', { ...refund, currencyFrom: { field: 'cur' } }, /currencyFrom names "cur"/],
    ['an amount on a tool of another tag', { ...refund, tag: 'writes' }, /not tagged movesMoney/],
    ['open arguments', { ...refund, args: z.object(args.shape) }, /expected a closed object/],
    ['arguments that are no object', { ...refund, args: z.string() }, /expected an object schema/],
    ['no time limit', { ...refund, timeoutMs: 0 }, /timeoutMs: expected more than 0/],
    ['a name with a space', { ...refund, name: 'process refund' }, /name: expected a letter/],
    ['an unknown tag', { ...refund, tag: 'harmless' as ToolDeclaration['tag'] }, /tag: expected one of/],
  ])('%s -> a fault that names the tool', (_what, tool, fault) => {
    const faults = checkTools([tool]);
    expect(faults.join('\n')).toMatch(fault);
    expect(faults.every((line) => line.startsWith(`tool "${tool.name}": `))).toBe(true);
  });

  test('free text as identity of a perCall tool -> allowed', () => {
    const mail = { ...without('amountField'), tag: 'writes' as const, perCall: true, identity: ['order_id', 'note'] };
    expect(checkTools([mail])).toEqual([]);
  });

  test('two of one name, several faults -> all told at once', () => {
    const faults = checkTools([refund, { ...refund, description: '', timeoutMs: -1 }]);
    expect(faults).toHaveLength(3);
    expect(faults[0]).toBe('tool "process_refund": declared more than once');
  });
});

describe('failure kinds', () => {
  test('each kind -> dotted, and words for the person', () => {
    for (const [type, kind] of Object.entries(failureKinds)) {
      expect(type).toMatch(/^[a-z]+\.[a-zA-Z]+$/);
      expect(kind.wordsForPerson).toMatch(/\.$/);
    }
    expect(isFailureType('store.stale')).toBe(true);
    expect(isFailureType('toString')).toBe(false);
  });

  test('what may have been billed or paid -> never tried again by itself', () => {
    const unsafe = ['model.timeout', 'effect.unknown', 'store.integrity', 'store.stale', 'key.erased'] as const;
    expect(unsafe.map((type) => failureKinds[type].retryable)).toEqual(unsafe.map(() => false));
  });
});
