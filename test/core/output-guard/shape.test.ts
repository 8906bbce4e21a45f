import * as z from 'zod';
import { customerReplySchema, readCustomerReply } from '../../../core/output-guard/customer-reply';
import { toModelSchema } from '../../../core/output-guard/model-schema';
import { parseObject } from '../../../core/output-guard/parse';
import { checkShape } from '../../../core/output-guard/shape';

const booking = z.strictObject({
  table: z.int().min(1).max(40),
  name: z.string().min(1),
  dishes: z.array(z.strictObject({ dish: z.enum(['soup', 'stew']), count: z.number().int() })),
});
const errorsOf = (schema: z.ZodType, text: string): readonly string[] => {
  const parsed = parseObject(text);
  if (parsed.kind === 'fault') throw new Error(parsed.fault.words);
  const checked = checkShape(schema, parsed.value, parsed.inexact);
  return checked.kind === 'fits' ? [] : checked.errors;
};

describe('shape', () => {
  test('fits -> no error; 5.0 is a whole number', () => {
    expect(errorsOf(booking, '{"table":5.0,"name":"x","dishes":[{"dish":"soup","count":1}]}')).toEqual([]);
  });

  test.each<[string, string, string[]]>([
    ['a word for a number', '{"table":"four","name":"x","dishes":[]}', ['$.table: expected integer, got "four"']],
    ['a boolean for a number', '{"table":true,"name":"x","dishes":[]}', ['$.table: expected integer, got true']],
    ['a fraction', '{"table":4.5,"name":"x","dishes":[]}', ['$.table: expected integer, got 4.5']],
    ['out of bounds', '{"table":41,"name":"x","dishes":[]}', ['$.table: expected at most 40, got 41']],
    ['nothing', '{"table":4,"dishes":[]}', ['$.name: expected string, got nothing']],
    ['an empty text', '{"table":4,"name":"","dishes":[]}', ['$.name: expected at least 1 characters, got ""']],
    ['an object for a list', '{"table":4,"name":"x","dishes":{}}', ['$.dishes: expected array, got an object']],
    ['null', '{"table":4,"name":null,"dishes":[]}', ['$.name: expected string, got null']],
    [
      'two faults in a list and a field too many',
      '{"table":4,"name":"x","dishes":[{"dish":"cake","count":"2"}],"tip":1}',
      [
        '$.dishes[0].dish: expected one of "soup", "stew", got "cake"',
        '$.dishes[0].count: expected integer, got "2"',
        '$.tip: expected no such field, got one',
      ],
    ],
    [
      'a number that a double rounds',
      '{"table":5.0000000000000000001,"name":"x","dishes":[]}',
      ['$.table: expected a number of at most 15 digits, got 5.0000000000000000001'],
    ],
  ])('%s -> path, expected, got', (_what, text, errors) => {
    expect(errorsOf(booking, text)).toEqual(errors);
  });

  const tagged = z.strictObject({
    act: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('pay'), amount: z.number() }),
      z.strictObject({ kind: z.literal('ask'), words: z.string() }),
    ]),
  });

  test('a union: the tag names a branch -> the errors of that branch alone', () => {
    expect(errorsOf(tagged, '{"act":{"kind":"pay","amount":"ten"}}')).toEqual([
      '$.act.amount: expected number, got "ten"',
    ]);
    const untagged = z.strictObject({ act: z.union(tagged.shape.act.options) });
    expect(errorsOf(untagged, '{"act":{"kind":"pay","amount":"ten"}}')).toEqual([
      '$.act.amount: expected number, got "ten"',
    ]);
  });

  test('a union: an unknown tag -> the tags that are known', () => {
    expect(errorsOf(tagged, '{"act":{"kind":"go"}}')).toEqual(['$.act.kind: expected one of "pay", "ask", got "go"']);
  });

  test('a union of plain kinds -> both are named', () => {
    const schema = z.strictObject({ a: z.union([z.string(), z.number()]) });
    expect(errorsOf(schema, '{"a":true}')).toEqual(['$.a: expected string or number, got true']);
  });

  test('many errors, long values, odd names -> shortened, nothing silently left out', () => {
    const schema = z.strictObject({ list: z.array(z.int()) });
    const errors = errorsOf(schema, JSON.stringify({ list: Array.from({ length: 500 }, () => 'x') }));
    expect(errors).toHaveLength(20);
    expect(errors.at(-1)).toBe('and 481 more errors');
    const rounded = errorsOf(schema, `{"list":[${'0.1234567890123456789,'.repeat(99)}1]}`);
    expect(rounded).toHaveLength(20);
    expect(rounded.at(-1)).toBe('and 179 more errors');
    expect(errorsOf(schema, JSON.stringify({ list: ['y'.repeat(500)] }))[0]).toMatch(
      /got "y{60}"\.\.\. \(500 characters\)$/,
    );
    expect(errorsOf(schema, '{"list":[],"a b\\n":1}')).toEqual(['$["a b\\n"]: expected no such field, got one']);
    expect(errorsOf(schema, '{"list":[],"__proto__":1}')).toEqual(['$.__proto__: expected no such field, got one']);
  });
});

describe('the schema a model is shown', () => {
  test('objects -> closed, fields required, no dialect line', () => {
    const schema = z.object({ a: z.string(), inner: z.object({ n: z.number().optional() }) });
    expect(toModelSchema(schema)).toEqual({
      type: 'object',
      properties: {
        a: { type: 'string' },
        inner: { type: 'object', properties: { n: { type: 'number' } }, additionalProperties: false },
      },
      required: ['a', 'inner'],
      additionalProperties: false,
    });
  });

  test('a record -> left open, as it is meant', () => {
    expect(toModelSchema(z.record(z.string(), z.number()))).toMatchObject({ additionalProperties: { type: 'number' } });
  });

  test('the customer reply -> its limits stand in the schema', () => {
    expect(toModelSchema(customerReplySchema)).toMatchObject({
      properties: { message: { type: 'string', minLength: 1, maxLength: 4000 } },
      additionalProperties: false,
    });
  });
});

describe('customer reply', () => {
  test('4,000 code points, each two units long -> accepted', () => {
    expect(errorsOf(customerReplySchema, JSON.stringify({ message: '😀'.repeat(4000) }))).toEqual([]);
  });

  test.each<[string, unknown, RegExp]>([
    ['4,001 code points', { message: 'x'.repeat(4001) }, /^\$\.message: expected at most 4000 characters, got "x/],
    ['no letters', { message: '' }, /^\$\.message: expected words, not only white space, got ""$/],
    ['white space', { message: ' \n\t\u00a0' }, /expected words/],
    [
      'no message',
      { text: 'hi' },
      /^\$\.message: expected string, got nothing\n\$\.text: expected no such field, got one$/,
    ],
    ['a list', { message: ['hi'] }, /expected string, got an array of 1/],
  ])('%s -> refused', (_what, reply, words) => {
    expect(errorsOf(customerReplySchema, JSON.stringify(reply)).join('\n')).toMatch(words);
  });

  test('read again -> the message as the guard accepted it', () => {
    expect(readCustomerReply('Sure: {"message":" Hello. "}')).toEqual({ kind: 'accepted', message: ' Hello. ' });
    expect(readCustomerReply('Hello.')).toEqual({ kind: 'refused', errors: ['expected one JSON object, got none'] });
    expect(readCustomerReply('{"message":" "}').kind).toBe('refused');
  });
});
