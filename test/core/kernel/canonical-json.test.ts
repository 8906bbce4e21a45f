import * as fc from 'fast-check';
import { canonicalJson } from '../../../core/kernel/canonical-json';
import { hmacSha256Hex, sha256Hex } from '../../../core/kernel/sha256';

describe('canonical JSON', () => {
  test('order of keys, spelling of numbers: differ in the source -> one text', () => {
    expect(canonicalJson({ b: [1.0, 1e2], a: { d: -0, c: '\u20ac' } })).toBe('{"a":{"c":"€","d":0},"b":[1,100]}');
    expect(canonicalJson(JSON.parse('{"__proto__":1,"toJSON":"x"}'))).toBe('{"__proto__":1,"toJSON":"x"}');
  });

  test.each<[string, unknown, string]>([
    ['undefined in a field', { a: { b: undefined } }, '$.a.b'],
    ['undefined in a list', { a: [1, undefined] }, '$.a[1]'],

    ['a hole in a list', [1, , 2], '$[1]'],
    ['a function', { f: () => 1 }, '$.f'],
    ['NaN', { n: Number.NaN }, '$.n'],
    ['Infinity', [Infinity], '$[0]'],
    ['a bigint', { n: 1n }, '$.n'],
    ['a lone surrogate', { s: ['\ud800'] }, '$.s[0]'],
    ['a lone surrogate in a key', { a: { '\udc00': 1 } }, '$.a'],
    ['a date', { at: new Date(0) }, '$.at'],
    ['a map', { m: new Map() }, '$.m'],
    ['a symbol as key', { a: { [Symbol('s')]: 1 } }, '$.a'],
    ['nothing', undefined, '$'],
  ])('%s -> refused, naming the path', (_what, value, path) => {
    expect(() => canonicalJson(value)).toThrow(`canonical JSON: ${path}: expected plain JSON`);
  });

  test('a cycle -> refused, no overflow', () => {
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    expect(() => canonicalJson(cycle)).toThrow(/nesting over 256 levels or a cycle/);
  });

  test('any JSON: written, read and written again -> the same text', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });
});

describe('digests', () => {
  test('published vectors -> their digests', () => {
    expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    // RFC 4231, test case 2
    expect(hmacSha256Hex(new TextEncoder().encode('Jefe'), 'what do ya want for nothing?')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });

  test('lone surrogates: two texts that share their UTF-8 replacement -> two digests, none thrown', () => {
    const digests = ['\ud800', '\ud801', '\ufffd', '"\\ud800"'].map(sha256Hex);
    expect(new Set(digests).size).toBe(4);
  });

  test('an empty key -> refused', () => {
    expect(() => hmacSha256Hex(new Uint8Array(), 'x')).toThrow(/empty key/);
  });
});
