import * as fc from 'fast-check';
import { parseWithRepair } from '../../../core/output-guard/repair';

const fence = '```';
const outcome = (reply: string) => {
  const parsed = parseWithRepair(reply);
  return parsed.kind === 'object' ? { value: parsed.value, fixes: parsed.fixes } : parsed.fault.code;
};

describe('repair', () => {
  test.each<[string, string, unknown, string[]]>([
    ['nothing to repair', ' {"a":1}\n', { a: 1 }, []],
    ['a fence', `${fence}json\n{"a":1}\n${fence}`, { a: 1 }, ['fence']],
    ['a fence without a language, CRLF', `${fence}\r\n{"a":1}\r\n${fence}\r\n`, { a: 1 }, ['fence']],
    ['prose around', 'Sure! {"a":1} Hope it helps.', { a: 1 }, ['outer_braces']],
    ['prose around a fence', `Here:\n${fence}json\n{"a":1}\n${fence}\nDone`, { a: 1 }, ['outer_braces', 'past_fence']],
    ['a fence that is never closed', `${fence}json\n{"a":1}`, { a: 1 }, ['outer_braces', 'past_fence']],
    ['one trailing comma', '{"a":[1,2 , ]}', { a: [1, 2] }, ['trailing_comma']],
    ['two trailing commas', '{"a":[1,],}', { a: [1] }, ['trailing_comma', 'trailing_comma']],
    ['a fence and a comma', `${fence}\n{"a":1,}\n${fence}`, { a: 1 }, ['fence', 'trailing_comma']],
    ['a fence and prose in it', `${fence}\nanswer: {"a":1}\n${fence}`, { a: 1 }, ['fence', 'outer_braces']],
    [
      'words, numbers and quotes around',
      'The 2 "best", I say, are:\n{"a":1}\n(true, of 3: "one" each)',
      { a: 1 },
      ['outer_braces'],
    ],
    ['a byte order mark', '\ufeff{"a":1}', { a: 1 }, ['outer_braces']],
    [
      'braces, fences and commas inside strings',
      'x {"a":"},]{ \\"```\\n```, }"}',
      { a: '},]{ "```\n```, }' },
      ['outer_braces'],
    ],
  ])('%s -> accepted, each fix recorded', (_what, reply, value, fixes) => {
    expect(outcome(reply)).toEqual({ value, fixes });
  });

  test.each<[string, string, string]>([
    ['three trailing commas', '{"a":[1,],"b":[1,],}', 'tooManyFixes'],
    ['a fence in prose and a comma', `Here:\n${fence}\n{"a":1,}\n${fence}`, 'tooManyFixes'],
    ['two objects', '{"a":1}\n{"a":2}', 'severalObjects'],
    ['two objects in prose', 'First {"a":1} then {"a":2}.', 'severalObjects'],
    ['two fenced objects', `${fence}\n{"a":1}\n${fence}\n${fence}\n{"b":1}\n${fence}`, 'severalObjects'],
    ['a brace too many', '{"a":1}}', 'severalObjects'],
    ['two equal keys in prose', 'x {"a":1,"a":2}', 'duplicateKey'],
    ['two equal keys', '{"a":1,"a":2,}', 'duplicateKey'],
    ['a cut object', '{"a":"unterminated', 'syntax'],
    ['a cut object in a fence', `${fence}json\n{"a":[1,2`, 'syntax'],
    ['a cut word', '{"a":tru}', 'syntax'],
    ['a comma without a value before it', '{"a":[,]}', 'syntax'],
    ['two commas', '{"a":[1,,]}', 'syntax'],
    ['a missing comma', '{"a":1 "b":2}', 'syntax'],
    ['single quotes', "{'a':1}", 'syntax'],
    ['words of another language', '{"a":None}', 'syntax'],
    ['a leading zero', '{"a":01}', 'syntax'],
    ['a comment', '{"a":1 /* one */}', 'syntax'],
    ['no object', 'I cannot do that.', 'noObject'],
    ['an empty reply', '', 'noObject'],
    ['a list of one object', '[{"a":1}]', 'notAnObject'],
    ['a list of one object with a comma', '[{"a":1},]', 'notAnObject'],
    ['an object in a list', 'Totals: [0, {"a":1}, 3]', 'notAnObject'],
    ['an object in a cut list', '[1, {"a":1}', 'notAnObject'],
    ['an object in a cut list behind words', 'So: [1, {"a":1}', 'notAnObject'],
    ['a list behind the object', '{"a":1} [2]', 'notAnObject'],
    ['the value of a key', '"result": {"a":1}', 'notAnObject'],
    ['the value of a key in words', 'It is "result" : {"a":1}', 'notAnObject'],
    ['a member before others', '{"a":1}, "b": 2', 'notAnObject'],
    ['a member behind others', '1, "x", {"a":1}', 'notAnObject'],
    ['numbers before it', '1, 2, {"a":1}', 'notAnObject'],
    ['a word of JSON on a line of its own', 'Here:\nnull\n{"a":1}', 'notAnObject'],
    ['a key', '{"a":1}: 2', 'notAnObject'],
    ['a word of JSON before it', 'null {"a":1}', 'notAnObject'],
    ['a number behind it', '{"a":1}\n-3.5e2', 'notAnObject'],
    ['a text on a line before it', 'Here:\n"x",\n{"a":1}', 'notAnObject'],
    ['an object inside a string', '"{\\"a\\":1}"', 'notAnObject'],
  ])('%s -> refused: %s', (_what, reply, code) => {
    expect(outcome(reply)).toBe(code);
  });

  test('a refused reply -> no fix is named, for nothing rests on one', () => {
    expect(parseWithRepair('x {"a":tru,}').fixes).toEqual([]);
  });

  const hostile = fc
    .array(fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', '`', '```', '\n', ' ', ',}', ',]', 'a', '1'), {
      maxLength: 10,
    })
    .map((parts) => parts.join(''));

  test('any strings, wrapped in what repair removes -> come out unchanged', () => {
    const wrap = fc.constantFrom(
      (text: string) => `${fence}json\n${text}\n${fence}`,
      (text: string) => `Sure, here it is: ${text}\nBye.`,
      (text: string) => text.replace(/\]\}$/, '],}'),
      (text: string) => text.replace(/\]\}$/, ',]}'),
    );
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1 }), hostile, wrap, (list, key, damage) => {
        const value = { [`k${key}`]: list };
        const parsed = parseWithRepair(damage(JSON.stringify(value)));
        expect(parsed.kind === 'object' && parsed.value).toEqual(value);
        expect(parsed.fixes).toHaveLength(1);
      }),
      { numRuns: 500 },
    );
  });

  test('any text -> every string of what is accepted stands in the reply letter for letter', () => {
    const stringsOf = (value: unknown): string[] => {
      if (typeof value === 'string') return [value];
      if (typeof value !== 'object' || value === null) return [];
      return Object.entries(value).flatMap(([name, member]) => [
        ...(Array.isArray(value) ? [] : [name]),
        ...stringsOf(member),
      ]);
    };
    const part = fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '"}"', '",]"', '1', ' ', '\n', '```', 'x');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
        const reply = parts.join('');
        const parsed = parseWithRepair(reply);
        if (parsed.kind === 'fault') return;
        expect(parsed.fixes.length).toBeLessThanOrEqual(2);
        for (const text of stringsOf(parsed.value)) expect(reply).toContain(JSON.stringify(text));
      }),
      { numRuns: 3000 },
    );
  });

  test.each<[string, (size: number) => string]>([
    ['open braces', (size) => '{'.repeat(size)],
    ['braces in pairs', (size) => '{}'.repeat(size / 2)],
    ['one long cut string', (size) => `{"a":"${'\\"'.repeat(size / 2)}`],
    ['fence lines', (size) => '```\n'.repeat(size / 4)],
    ['prose and an object at the end', (size) => `${'x '.repeat(size / 2)}{"a":1}`],
    ['a comma after each number', (size) => `{"a":[${'1, '.repeat(size / 3)}]}`],
    ['trailing commas', (size) => `{"a":[${'[1,],'.repeat(size / 5)}1]}`],
    [
      'keys',
      (size) => `{${Array.from({ length: size / 10 }, (_, n) => `"${String(n).padStart(5, '0')}":1,`).join('')}}`,
    ],
    ['spaces', (size) => `{"a":1${' '.repeat(size)},}`],
    ['backslashes', (size) => `x {"a":"${'\\'.repeat(size)}`],
  ])('100 kB of %s -> at most six looks at each character, twice as many for twice the text', (_what, build) => {
    const [half, whole] = [parseWithRepair(build(50_000)), parseWithRepair(build(100_000))];
    expect(whole.steps).toBeGreaterThan(0);
    expect(whole.steps).toBeLessThanOrEqual(6 * build(100_000).length);
    expect(whole.steps / half.steps).toBeLessThan(2.2);
  });
});
