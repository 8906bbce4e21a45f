import * as fc from 'fast-check';
import { actionHash, canonicalArgs, duplicateKey, effectKey, exactKey } from '../../../core/kernel/action-key';
import type { KeyedTool } from '../../../core/kernel/action-key';
import type { JsonObject } from '../../../core/kernel/json';

const key = new TextEncoder().encode('the identity key of a test');
const refund: KeyedTool = {
  name: 'process_refund',
  tag: 'movesMoney',
  freeText: ['note'],
  caseSensitive: ['order_id'],
  identity: ['order_id', 'item_ids', 'amount', 'currency'],
};
const search: KeyedTool = { name: 'search', tag: 'reads', freeText: ['query'], caseSensitive: [], identity: [] };
const call: JsonObject = {
  order_id: 'A-1',
  amount: 42.5,
  item_ids: ['i2', 'i1'],
  reason_code: 'damaged',
  note: 'Broken',
};
const canonicalCall = canonicalArgs(refund, call);
const duplicateOf = (tool: KeyedTool, args: JsonObject) => duplicateKey(key, tool, canonicalArgs(tool, args));

describe('canonical arguments', () => {
  test('5, 5.0, "5", "5.00" and "-0": spelled apart -> one form', () => {
    const forms = [5, 5.0, '5', '5.00', ' 5 '].map((n) => canonicalArgs(search, { n }));
    expect(forms).toEqual(forms.map(() => ({ n: '5' })));
    expect(canonicalArgs(search, { n: ['-0', -0, 0, '0.000', 1e21] })).toEqual({
      n: ['0', '0', '0', '0', '1000000000000000000000'],
    });
  });

  test.each(['007', '007.50', '1e3', '5.', '.5', '+5', '0x5', '5 000'])('%s: no plain decimal -> stays a text', (n) => {
    expect(canonicalArgs(search, { n })).toEqual({ n });
  });

  test('text: case, white space at the ends and inside -> folded; a case-sensitive field keeps letters and digits', () => {
    expect(canonicalArgs(refund, { note: '  Two\t\n WORDS ', order_id: ' Ab  1.10 ' })).toEqual({
      note: 'two words',
      order_id: 'Ab 1.10',
    });
    expect(canonicalArgs(refund, { order_id: '1.10' })).toEqual({ order_id: '1.10' });
    expect(canonicalArgs(refund, { order_id: { inner: ['Ab'] } })).toEqual({ order_id: { inner: ['Ab'] } });
  });

  test('lists: an identity field is a set, every other keeps its order and its twins', () => {
    expect(canonicalArgs(refund, { item_ids: ['b', 'A', 'a', 'b'], path: ['b', 'a', 'b'] })).toEqual({
      item_ids: ['a', 'b'],
      path: ['b', 'a', 'b'],
    });
  });

  test('a field named __proto__ -> a field like any other', () => {
    const args = JSON.parse('{"__proto__":{"polluted":1}}') as JsonObject;
    const folded = canonicalArgs(search, args);
    expect(Object.keys(folded)).toEqual(['__proto__']);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test('any arguments: brought to canonical form twice -> nothing changes the second time', () => {
    const args = fc.dictionary(fc.constantFrom('order_id', 'item_ids', 'note', 'n'), fc.jsonValue());
    const spelled = fc.dictionary(
      fc.constantFrom('item_ids', 'n'),
      fc.array(fc.stringMatching(/^ ?-?[0-9A-B]{1,4}(\.[0-9]{1,4})? ?$/)),
    );
    fc.assert(
      fc.property(fc.oneof(args, spelled), (value) => {
        const once = canonicalArgs(refund, value as JsonObject);
        expect(canonicalArgs(refund, once)).toEqual(once);
      }),
    );
  });

  test('a long hostile decimal -> folded in one pass', () => {
    const zeros = '0'.repeat(200_000);
    expect(canonicalArgs(search, { n: `0.${zeros}1` })).toEqual({ n: `0.${zeros}1` });
    expect(canonicalArgs(search, { n: `1.${zeros}` })).toEqual({ n: '1' });
  });
});

describe('duplicate key', () => {
  test('money: the note is reworded -> the same key; the reason code differs -> another', () => {
    expect(duplicateOf(refund, { ...call, note: 'Entirely different words' })).toBe(duplicateOf(refund, call));
    expect(duplicateOf(refund, { ...call, reason_code: 'late' })).not.toBe(duplicateOf(refund, call));
  });

  test('money: "42.50" for 42.5, keys and items in another order -> the same key', () => {
    const same = { note: 'x', reason_code: 'DAMAGED', item_ids: ['i1', 'i2', 'i1'], amount: '42.50', order_id: 'A-1' };
    expect(duplicateOf(refund, same)).toBe(duplicateOf(refund, call));
    expect(duplicateOf(refund, { ...same, order_id: 'a-1' })).not.toBe(duplicateOf(refund, call));
  });

  test('no money: the free text differs -> another key', () => {
    expect(duplicateOf(search, { query: 'a' })).not.toBe(duplicateOf(search, { query: 'b' }));
    expect(duplicateOf(search, { query: 'a' })).not.toBe(duplicateOf({ ...search, name: 'find' }, { query: 'a' }));
  });

  test('exact: one byte of white space -> another key; a lone surrogate -> a key all the same', () => {
    expect(exactKey(key, 't', '{"a":1}')).not.toBe(exactKey(key, 't', '{"a": 1}'));
    expect(exactKey(key, 't', '\ud800')).not.toBe(exactKey(key, 't', '\ud801'));
  });
});

describe('effect key', () => {
  const identity = { order_id: 'A-1', item_ids: ['i2', 'i1'], amount: '42.50', currency: 'USD' };
  const scope = { identity, caseId: 'c_1', callId: 'x' };

  test('another call, another spelling, the same case -> the same effect', () => {
    const again = { identity: { ...identity, item_ids: ['i1', 'i2'], amount: '42.5' }, caseId: 'c_1', callId: 'y' };
    expect(effectKey(key, refund, again)).toBe(effectKey(key, refund, scope));
  });

  test('another amount, case or tool -> another effect', () => {
    const keys = [
      effectKey(key, refund, scope),
      effectKey(key, refund, { ...scope, identity: { ...identity, amount: '42.51' } }),
      effectKey(key, refund, { ...scope, caseId: 'c_2' }),
      effectKey(key, { ...refund, name: 'process_credit' }, scope),
    ];
    expect(new Set(keys).size).toBe(4);
  });

  test('a tool declared perCall: each call -> an effect of its own', () => {
    const mail = { ...refund, name: 'send_email', perCall: true };
    expect(effectKey(key, mail, { ...scope, callId: 'y' })).not.toBe(effectKey(key, mail, scope));
    expect(effectKey(key, mail, scope)).toBe(effectKey(key, mail, scope));
  });
});

describe('action hash', () => {
  const shown = {
    tool: 'process_refund',
    canonicalArgs: canonicalCall,
    amount: '42.50',
    currency: 'USD',
    rulesDigest: 'r1',
  };

  test.each([
    ['the note', { canonicalArgs: { ...canonicalCall, note: 'other' } }],
    ['the amount', { amount: '42.51' }],
    ['the currency', { currency: 'EUR' }],
    ['the rules', { rulesDigest: 'r2' }],
    ['the tool', { tool: 'process_credit' }],
  ])('%s differs from what was shown -> another hash', (_what, change) => {
    expect(actionHash(key, { ...shown, ...change })).not.toBe(actionHash(key, shown));
  });
});
