import {
  callIdOf,
  caseIdOf,
  modelReceiptKeyOf,
  parseTurnKey,
  referenceOf,
  reviewIdOf,
  toolReceiptKeyOf,
  turnKeyOf,
} from '../../../core/kernel/ids';
import { hmacSha256Hex } from '../../../core/kernel/sha256';

const key = new TextEncoder().encode('the identity key of a test');
const other = new TextEncoder().encode('the identity key of another');
const root = 'support/c_0123456789abcdef/1';
const place = { rootTurnKey: root, branch: 'main', depth: 3, position: 0 };
const call = { rootTurnKey: root, branch: 'main', callPosition: 2, attempt: 1, head: 'h', prompt: 'support@1' };

describe('ids', () => {
  test('each id is the HMAC of its list, in the form of the table', () => {
    expect(caseIdOf(key, 'case 7')).toBe(`c_${hmacSha256Hex(key, '["case","case 7"]').slice(0, 16)}`);
    expect(callIdOf(key, place)).toBe(hmacSha256Hex(key, `["call","${root}","main",3,0]`).slice(0, 16));
    expect(reviewIdOf(key, { effectKey: 'e', rootTurnKey: root })).toBe(
      `rv_${hmacSha256Hex(key, `["review","e","${root}"]`).slice(0, 16)}`,
    );
    expect(referenceOf(key, 'order', 'A-1')).toBe(hmacSha256Hex(key, '["order","A-1"]'));
    expect(modelReceiptKeyOf(key, call)).toBe(hmacSha256Hex(key, `["model","${root}","main",2,1,"h","support@1"]`));
    expect(toolReceiptKeyOf(key, 'abc')).toBe(hmacSha256Hex(key, '["tool","abc"]'));
  });

  test('another key, kind, place or attempt -> another id', () => {
    expect(caseIdOf(other, 'case 7')).not.toBe(caseIdOf(key, 'case 7'));
    expect(referenceOf(key, 'customer', 'A-1')).not.toBe(referenceOf(key, 'order', 'A-1'));
    expect(callIdOf(key, { ...place, position: 1 })).not.toBe(callIdOf(key, place));
    expect(modelReceiptKeyOf(key, { ...call, attempt: 2 })).not.toBe(modelReceiptKeyOf(key, call));
  });

  test('turn key: written and read', () => {
    expect(turnKeyOf('support', 'c_0123456789abcdef', 1)).toBe(root);
    expect(parseTurnKey(root)).toEqual({ agent: 'support', caseId: 'c_0123456789abcdef', turn: 1, fork: null });
    expect(parseTurnKey(`${root}~fork-12`)).toMatchObject({ turn: 1, fork: 12 });
  });

  test.each([
    '',
    'support',
    'support/c_1',
    'support/c_1/',
    'support/c_1/01',
    'support/c_1/x',
    `${root}~fork-0`,
    `${root}/2`,
    `${root}\n`,
    'Support/c_1/1',
  ])('turn key: %j -> not read', (text) => {
    expect(parseTurnKey(text)).toBeUndefined();
  });

  test('turn key: a part that cannot be read back -> a broken invariant', () => {
    expect(() => turnKeyOf('support', 'c/1', 1)).toThrow(/no turn key/);
    expect(() => turnKeyOf('support', 'c_1', 1.5)).toThrow(/no turn key/);
  });
});
