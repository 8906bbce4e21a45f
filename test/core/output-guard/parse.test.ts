import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { decodeUtf8Strict } from '../../../core/kernel/decode-utf8';
import { isExactDouble } from '../../../core/output-guard/exact-number';
import { parseJson, parseObject } from '../../../core/output-guard/parse';
import { parseWithRepair } from '../../../core/output-guard/repair';

const faultOf = (text: string): string => {
  const parsed = parseObject(text);
  return parsed.kind === 'fault' ? parsed.fault.code : 'none';
};

interface Case {
  readonly id: string;
  readonly expected: 'accept' | 'reject';
  readonly bytes: string;
}

const cases = readFileSync(join(__dirname, '../../data/json-parse/cases.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Case);

// The strict grammar allows two equal keys; the guard does not, for nobody knows which one was meant.
const REFUSED_ON_PURPOSE: Readonly<Record<string, string>> = {
  y_object_duplicated_key: 'duplicateKey',
  y_object_duplicated_key_and_value: 'duplicateKey',
};

describe('strict parsing: a published suite', () => {
  test('the suite is whole', () => {
    expect(cases.filter((one) => one.expected === 'accept')).toHaveLength(95);
    expect(cases.filter((one) => one.expected === 'reject')).toHaveLength(63);
  });

  test.each(cases.filter((one) => one.expected === 'accept'))(
    '$id: valid -> the same value, no fix',
    ({ id, bytes }) => {
      const text = Buffer.from(bytes, 'base64').toString('utf8');
      const parsed = parseJson(text);
      const refused = REFUSED_ON_PURPOSE[id];
      if (refused !== undefined) {
        expect(parsed).toMatchObject({ kind: 'fault', fault: { code: refused } });
        return;
      }
      expect(parsed.kind === 'json' ? parsed.value : parsed).toEqual(JSON.parse(text));
      const repaired = parseWithRepair(text);
      if (repaired.kind === 'object') expect(repaired.fixes).toEqual([]);
      else expect(repaired.fault.code).toBe('notAnObject');
    },
  );

  test.each(cases.filter((one) => one.expected === 'reject'))('$id: invalid -> a typed error', ({ bytes }) => {
    const decoded = decodeUtf8Strict(Buffer.from(bytes, 'base64'));
    if (decoded.kind === 'invalid') return;
    expect(parseJson(decoded.text).kind).toBe('fault');
    const repaired = parseWithRepair(decoded.text);
    if (repaired.kind === 'object') expect(repaired.fixes.length).toBeGreaterThan(0);
  });

  test('bytes that are no UTF-8 -> invalid, four of them', () => {
    const invalid = cases.filter(({ bytes }) => decodeUtf8Strict(Buffer.from(bytes, 'base64')).kind === 'invalid');
    expect(invalid.map((one) => one.expected)).toEqual(['reject', 'reject', 'reject', 'reject']);
  });
});

describe('strict parsing: limits', () => {
  const nested = (levels: number): string => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

  test.each<[string, string, string]>([
    ['64 levels', nested(64), 'none'],
    ['65 levels', nested(65), 'tooDeep'],
    ['100,000 opening brackets', `{"a":${'['.repeat(100_000)}`, 'tooDeep'],
    ['a number of 400 digits', `{"a":0.${'1'.repeat(399)}}`, 'none'],
    ['a number of 401 digits', `{"a":0.${'1'.repeat(400)}}`, 'numberTooLong'],
    ['a number past the doubles', '{"a":1e309}', 'numberTooLarge'],
    ['1 MiB', `{"a":"${'x'.repeat(1024 * 1024 - 8)}"}`, 'none'],
    ['1 MiB and a byte', `{"a":"${'x'.repeat(1024 * 1024 - 7)}"}`, 'tooLarge'],
    ['1 MiB counted in bytes, not letters', `{"a":"${'€'.repeat(400_000)}"}`, 'tooLarge'],
    ['an escaped lone surrogate', '{"a":"\\ud800"}', 'loneSurrogate'],
    ['an escaped lone surrogate in a key', '{"\\udc00":1}', 'loneSurrogate'],
    ['a raw lone surrogate', '{"a":"\ud800"}', 'loneSurrogate'],
    ['an escaped pair', '{"a":"\\ud83d\\ude00"}', 'none'],
    ['two equal keys', '{"a":1,"b":2,"a":1}', 'duplicateKey'],
    ['two equal keys, one of them escaped', '{"a":1,"\\u0061":2}', 'duplicateKey'],
    ['equal keys of two objects', '{"a":{"a":1},"b":{"a":1}}', 'none'],
    ['a list at the top', '[{"a":1}]', 'notAnObject'],
    ['two objects', '{"a":1}{"a":1}', 'syntax'],
    ['nothing', '', 'syntax'],
    ['a control character in a string', '{"a":"\n"}', 'syntax'],
    ['NaN', '{"a":NaN}', 'syntax'],
    ['a no-break space', '\u00a0{"a":1}', 'syntax'],
  ])('%s -> %3$s', (_what, text, code) => {
    expect(faultOf(text)).toBe(code);
  });

  test('a field named __proto__ -> a field like any other', () => {
    const parsed = parseObject('{"__proto__":{"polluted":1}}');
    expect(parsed.kind === 'object' && Object.hasOwn(parsed.value, '__proto__')).toBe(true);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test('a number that a double rounds -> its source text and path beside the value', () => {
    const parsed = parseObject(
      '{"a":[12.34,12.340000000000000001,9007199254740993,12.3400000000000000000,1e2,-0,1e-400]}',
    );
    expect(parsed).toMatchObject({
      inexact: [
        { path: ['a', 1], source: '12.340000000000000001' },
        { path: ['a', 2], source: '9007199254740993' },
        { path: ['a', 6], source: '1e-400' },
      ],
    });
  });

  test('any double written by the platform -> exact', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (n) =>
        expect(isExactDouble(String(n))).toBe(true),
      ),
    );
  });

  test('any JSON: read here -> what the platform reads', () => {
    const write = (value: unknown, space: number): string => JSON.stringify({ value }, null, space);
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, space) => {
        const parsed = parseObject(write(value, space));
        expect(parsed.kind === 'object' && parsed.value).toEqual(JSON.parse(write(value, 0)));
      }),
    );
  });

  test('any text -> accepted exactly when the platform accepts it, but for the refusals of ours', () => {
    const alphabet = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      '\\',
      ',',
      ':',
      ' ',
      'a',
      '0',
      '1',
      '.',
      '-',
      'e',
      'true',
      '"a":',
    );
    fc.assert(
      fc.property(fc.array(alphabet, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        const parsed = parseJson(text);
        if (parsed.kind === 'json') expect(parsed.value).toEqual(JSON.parse(text));
        else if (parsed.fault.code === 'syntax') expect(() => JSON.parse(text) as unknown).toThrow();
      }),
      { numRuns: 2000 },
    );
  });
});
