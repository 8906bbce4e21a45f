// The limits of a text, as `guard check` meets them: each is a typed refusal, and none takes longer for a hostile text than its length.
import { checkText } from '../../client/guard/check-text';
import { readJsonSchema } from '../../client/guard/json-schema-judge';
import { guardModes, type GuardMode, type ReplyEnding } from '../../core/output-guard/receipt';
import { parseJson } from '../../core/output-guard/parse';
import { repairJson } from '../../core/output-guard/repair';

const read = readJsonSchema({});
if (read.kind === 'broken') throw new Error(read.errors.join('; '));
const { judge } = read;
const check = (text: string | Uint8Array, mode: GuardMode = 'auto-repair') =>
  checkText({ bytes: typeof text === 'string' ? Buffer.from(text) : text }, { mode, judge });

describe('limits', () => {
  const brackets = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
  const MIB = 1024 * 1024;

  test.each<[string, string, string, string]>([
    [
      '1 MiB and one byte more',
      `"${'x'.repeat(MIB - 2)}"`,
      `"${'x'.repeat(MIB - 1)}"`,
      'expected at most 1048576 bytes',
    ],
    [
      '1 MiB in bytes, not letters',
      `"${'€'.repeat(349_524)}"`,
      `"${'€'.repeat(349_525)}"`,
      'expected at most 1048576 bytes',
    ],
    ['64 levels and 65', brackets(64), brackets(65), 'expected at most 64 levels of nesting'],
    [
      '400 digits and 401',
      `[1${'0'.repeat(307)}.${'0'.repeat(92)}]`,
      `[0.${'0'.repeat(400)}]`,
      'expected a number of at most 400 digits',
    ],
    ['a surrogate pair and half of one', '["\\ud83d\\ude00"]', '["\\ud83d"]', 'expected no half of a surrogate pair'],
    ['each key once and one twice', '{"a":1,"b":1}', '{"a":1,"\\u0061":1}', 'expected each key once, got $.a twice'],
    ['the largest double and more', '1.7976931348623157e308', '1e309', 'expected a number that is not past 1.8e308'],
  ])('%s -> accepted; refused in both modes, naming the limit', (_what, within, beyond, words) => {
    for (const mode of guardModes) {
      expect(check(within, mode).errors).toEqual([]);
      expect(check(within, mode)).toMatchObject({ accepted: true, fixes: [] });
      const refused = check(beyond, mode);
      expect(refused).toMatchObject({ accepted: false, errorKind: 'PARSE', stage: 'parse', stopReason: 'attempt_cap' });
      expect(refused.errors[0]).toContain(words);
    }
  });

  test('bytes that are no UTF-8 -> refused at parse, naming the byte; never a replacement character', () => {
    expect(check(Buffer.from([0x22, 0xff, 0x22]))).toMatchObject({
      accepted: false,
      errorKind: 'PARSE',
      value: null,
      errors: ['expected UTF-8, got something else at byte 1'],
      attempts: [{ parsed: false, shapeOk: null, semanticOk: null }],
    });
  });

  const hostile: [string, (size: number) => string][] = [
    ['[', (size) => '['.repeat(size)],
    ['"\\', (size) => '"\\'.repeat(size / 2)],
    ['\\"', (size) => `"${'\\"'.repeat(size / 2)}`],
    ['{"a":', (size) => '{"a":'.repeat(size / 5)],
    ['a cut list of numbers', (size) => `[${'1.5,'.repeat(size / 4)}`],
    ['commas before brackets', (size) => '[1,],'.repeat(size / 5)],
    ['spaces behind commas', (size) => `[${`,${' '.repeat(99)}`.repeat(size / 100)}]`],
    ['backslashes before quotes', (size) => `["${`${'\\'.repeat(99)}"`.repeat(size / 100)}`],
    ['a long number', (size) => '1'.repeat(size)],
    ['an exponent of many digits', (size) => `1e${'1'.repeat(size)}`],
  ];

  test.each(hostile)('100 kB of %s -> refused, in steps that grow as the text', (_what, build) => {
    for (const root of ['object', 'any'] as const) {
      const [half, whole] = [repairJson(build(50_000), root), repairJson(build(100_000), root)];
      expect(whole.kind).toBe('fault');
      expect(whole.steps).toBeLessThanOrEqual(8 * build(100_000).length);
      expect(whole.steps).toBeLessThanOrEqual(2.2 * half.steps + 100);
    }
    expect(parseJson(build(100_000)).steps).toBeLessThanOrEqual(4 * build(100_000).length);
  });
});

describe('the receipt of one text', () => {
  test('refused in reject mode -> one attempt, its stage, and no value', () => {
    expect(check('```\n{}\n```', 'reject')).toEqual({
      accepted: false,
      mode: 'reject',
      attemptsMax: 1,
      stopReason: 'attempt_cap',
      value: null,
      fixes: [],
      stage: 'parse',
      errorKind: 'PARSE',
      errors: ['expected a value, got "`" (at character 0)'],
      replyDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
      firstAttempt: { shapeValid: false, meaningCorrect: null },
      attempts: [
        {
          attempt: 1,
          outcome: 'failed',
          stage: 'parse',
          errorKind: 'PARSE',
          errors: ['expected a value, got "`" (at character 0)'],
          fixes: [],
          parsed: false,
          shapeOk: null,
          semanticOk: null,
          replyDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
          ending: 'answered',
        },
      ],
    });
  });

  test.each<[ReplyEnding, string]>([
    ['cut', 'completion_limit'],
    ['contextFull', 'completion_limit'],
    ['unknown', 'completion_limit'],
    ['refused', 'refused'],
    ['filtered', 'refused'],
  ])('a reply that ended %s -> withheld even if it parses: %s', (ending, stopReason) => {
    const checked = checkText({ bytes: Buffer.from('{}'), ending }, { mode: 'auto-repair', judge });
    expect(checked).toMatchObject({
      accepted: false,
      errorKind: 'COMPLETION',
      stage: 'completion',
      stopReason,
      value: null,
    });
  });

  test('output tokens that equal the cap -> cut, whatever the ending says', () => {
    const cut = { bytes: Buffer.from('{}'), outputTokens: 10, outputTokensMax: 10 };
    expect(checkText(cut, { mode: 'reject', judge })).toMatchObject({ errorKind: 'COMPLETION' });
    expect(checkText({ ...cut, outputTokens: 9 }, { mode: 'reject', judge }).accepted).toBe(true);
  });
});
