import * as fc from 'fast-check';
import { isExactDouble } from '../../../core/output-guard/exact-number';
import { parseByGrammar, parseJson } from '../../../core/output-guard/parse';
import { parseWithRepair, repairJson } from '../../../core/output-guard/repair';
import { closingQuote, readQuickly } from '../../../core/output-guard/survey-json';

const strip = ({ steps: _steps, ...rest }: ReturnType<typeof parseJson>) => rest;
const part = fc.constantFrom(
  ...['{', '}', '[', ']', ',', ':', '"', '\\', '"a"', '"b"', '"}"', '1', ' ', '\n', '```', 'x', ',}', ',]', '"a":'],
  ...[
    '1e400',
    '0.12345678901234567891',
    '1e23',
    '\\ud800',
    '\\ud83d\\ude00',
    '"\\u0061":2',
    '['.repeat(65),
    '-',
    'true',
  ],
  ...['{"a":1,"a":2}', '{"a":1', '\ud800', '"\\\\"', '"\\\\\\""'],
);
const assembled = fc.array(part, { maxLength: 14 }).map((parts) => parts.join(''));
const damaged = fc
  .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', ']', '"', '\\', '{', 'x', ' '))
  .map(([json, place, char]) => {
    const whole = `{"k":${json},"l":[1,]}`;
    const at = place % whole.length;
    return whole.slice(0, at) + char + whole.slice(at + 1);
  });

describe('the fast way through a text', () => {
  test('any text: the fast way and the grammar -> the same value, the same fault, the same inexact numbers', () => {
    fc.assert(
      fc.property(fc.oneof(assembled, damaged, fc.json()), (text) => {
        expect(strip(parseJson(text))).toEqual(strip(parseByGrammar(text)));
      }),
      { numRuns: 5_000 },
    );
  });

  test('any text: what the grammar calls beyond repair -> the same fault after the attempt to repair it', () => {
    const final = ['tooLarge', 'loneSurrogate', 'duplicateKey', 'tooDeep'];
    fc.assert(
      fc.property(fc.oneof(assembled, damaged), fc.constantFrom('object' as const, 'any' as const), (text, root) => {
        const sent = parseByGrammar(text);
        if (sent.kind === 'fault' && final.includes(sent.fault.code))
          expect(repairJson(text, root)).toMatchObject({ kind: 'fault', fault: sent.fault, fixes: [] });
      }),
      { numRuns: 5_000 },
    );
  });

  test.each<[string, string, 'value' | 'broken' | 'unsure']>([
    ['a plain object', '{"a":1.25,"b":["x",null]}', 'value'],
    ['a scalar', '5', 'value'],
    ['a pair of surrogate escapes', '["\\ud83d\\ude00"]', 'value'],
    ['half a pair', '["\\ud83d"]', 'unsure'],
    ['two equal keys', '{"a":1,"a":2}', 'unsure'],
    ['equal keys, one in escapes', '{"a":1,"\\u0061":2}', 'unsure'],
    ['a number that is rounded', '[0.1234567890123456789]', 'unsure'],
    ['a number past the doubles', '[1e400]', 'unsure'],
    ['65 levels', '['.repeat(65) + ']'.repeat(65), 'unsure'],
    ['64 levels', '['.repeat(64) + ']'.repeat(64), 'value'],
    ['a trailing comma', '{"a":1,}', 'broken'],
    ['prose', 'Sure: {"a":1}', 'broken'],
    ['a string that is never closed', '{"a":"x\\"}', 'broken'],
  ])('%s: %j -> %s', (_what, text, kind) => {
    expect(readQuickly(text, 64).kind).toBe(kind);
  });

  test('closing quote: behind backslashes -> only an even number of them leaves it closing', () => {
    expect(closingQuote('"a\\\\"', 0)).toBe(4);
    expect(closingQuote('"a\\\\\\"b"', 0)).toBe(7);
    expect(closingQuote('"a\\"', 0)).toBe(-1);
  });

  test('a field named __proto__ -> a field like any other', () => {
    const read = readQuickly('{"__proto__":{"polluted":1},"b":2}', 64);
    expect(read.kind === 'value' && Object.hasOwn(read.value as object, '__proto__')).toBe(true);
  });
});

describe('any root', () => {
  test.each<[string, string, unknown, string[]]>([
    ['a list', '[1,2]', [1, 2], []],
    ['a scalar', ' "x" ', 'x', []],
    ['a list in a fence', '```json\n[1]\n```', [1], ['fence']],
    ['a list with a trailing comma', '[1,]', [1], ['trailing_comma']],
    ['both', '```\n[1,]\n```', [1], ['fence', 'trailing_comma']],
  ])('%s -> accepted, each fix recorded', (_what, text, value, fixes) => {
    expect(repairJson(text, 'any')).toMatchObject({ kind: 'json', value, fixes });
  });

  test('prose around an object -> refused: nothing is cut where no object is asked', () => {
    expect(repairJson('So: {"a":1}', 'any').kind).toBe('fault');
    expect(parseWithRepair('So: {"a":1}').kind).toBe('object');
  });
});

describe('a number literal of up to 30 digits', () => {
  const digits = (max: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${max}}$`));
  const literal = fc
    .tuple(fc.boolean(), digits(15), fc.option(digits(15)), fc.option(fc.integer({ min: -30, max: 30 })))
    .map(
      ([minus, whole, fraction, power]) =>
        `${minus ? '-' : ''}${whole.replace(/^0+(?=\d)/, '')}${fraction === null ? '' : `.${fraction}`}${power === null ? '' : `e${power}`}`,
    );

  /** Value as an integer and a power of ten, without zeros at the end. */
  const exactly = (source: string): string => {
    const [mantissa = '', power = '0'] = source.toLowerCase().split('e');
    const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
    const kept = (whole + fraction).replace(/^0+/, '').replace(/0+$/, '');
    const places = (whole + fraction).length - (whole + fraction).replace(/0+$/, '').length;
    if (kept === '') return '0';
    return `${source.startsWith('-') ? '-' : ''}${kept}e${Number(power) - fraction.length + places}`;
  };

  test('parsed -> its exact value, or named with its source text', () => {
    let rounded = 0;
    fc.assert(
      fc.property(literal, (source) => {
        const parsed = parseJson(`{"n":${source}}`);
        if (parsed.kind === 'fault') throw new Error(parsed.fault.words);
        const value = (parsed.value as { n: number }).n;
        if (parsed.inexact.length === 0) expect(exactly(String(value))).toBe(exactly(source));
        else {
          rounded += 1;
          expect(parsed.inexact).toEqual([{ path: ['n'], source }]);
          expect(exactly(String(value))).not.toBe(exactly(source));
        }
        expect(isExactDouble(source)).toBe(parsed.inexact.length === 0);
      }),
      { numRuns: 3_000 },
    );
    expect(rounded).toBeGreaterThan(100);
  });
});
