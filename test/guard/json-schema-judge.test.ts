import { checkText } from '../../client/guard/check-text';
import { isMultipleOf } from '../../client/guard/exact-multiple';
import { readJsonSchema } from '../../client/guard/json-schema-judge';
import type { Json } from '../../core/kernel/json';

const known = new Map<Json, ReturnType<typeof readJsonSchema>>();
const check = (schema: Json, text: string) => {
  const read = known.get(schema) ?? readJsonSchema(schema);
  known.set(schema, read);
  if (read.kind === 'broken') throw new Error(read.errors.join('; '));
  return checkText({ bytes: Buffer.from(text) }, { mode: 'reject', judge: read.judge });
};
const errorsOf = (schema: Json, text: string): readonly string[] => check(schema, text).errors;
const faultsOf = (schema: Json): readonly string[] => {
  const read = readJsonSchema(schema);
  return read.kind === 'broken' ? read.errors : [];
};

const order: Json = {
  type: 'object',
  properties: {
    table: { type: 'integer', minimum: 1, maximum: 40 },
    name: { type: 'string', minLength: 1, maxLength: 5 },
    dish: { enum: ['soup', 'stew'] },
    eur: { type: 'number', multipleOf: 0.01 },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 2, uniqueItems: true },
    at: { type: 'string', format: 'date' },
    code: { type: 'string', pattern: '^[a-z]+$' },
  },
  required: ['table'],
  additionalProperties: false,
};

describe('shape by a schema from outside', () => {
  test.each<[string, string, string[]]>([
    ['fits; 5.0 is a whole number', '{"table":5.0,"eur":19.99,"at":"2026-02-28"}', []],
    ['a boolean is no integer', '{"table":true}', ['$.table: expected integer, got true']],
    ['a fraction', '{"table":4.5}', ['$.table: expected integer, got 4.5']],
    ['a word', '{"table":"four"}', ['$.table: expected integer, got "four"']],
    ['out of bounds', '{"table":41}', ['$.table: expected at most 40, got 41']],
    ['nothing', '{}', ['$.table: expected integer, got nothing']],
    ['too many letters', '{"table":1,"name":"abcdef"}', ['$.name: expected at most 5 characters, got "abcdef"']],
    ['none of the values', '{"table":1,"dish":"cake"}', ['$.dish: expected one of "soup", "stew", got "cake"']],
    ['a third of a cent', '{"table":1,"eur":0.005}', ['$.eur: expected a multiple of 0.01, got 0.005']],
    ['a field too much', '{"table":1,"tip":1}', ['$.tip: expected no such field, got one']],
    ['a member of the wrong kind', '{"table":1,"tags":["a",2]}', ['$.tags[1]: expected string, got 2']],
    ['no such day', '{"table":1,"at":"2026-02-30"}', ['$.at: expected a text of the format date, got "2026-02-30"']],
    ['another pattern', '{"table":1,"code":"A"}', ['$.code: expected a text that matches /^[a-z]+$/, got "A"']],
    ['equal items', '{"table":1,"tags":["a","a"]}', ['$.tags: expected no two equal items, got items 0 and 1 equal']],
    [
      'several faults',
      '{"table":0,"name":"","tags":[1,2,3]}',
      [
        '$.table: expected at least 1, got 0',
        '$.name: expected at least 1 characters, got ""',
        '$.tags: expected at most 2 items, got an array of 3',
        '$.tags[0]: expected string, got 1',
        '$.tags[1]: expected string, got 2',
        '$.tags[2]: expected string, got 3',
      ],
    ],
    ['a list where an object is asked', '[]', ['expected one JSON object, got an array (at character 0)']],
  ])('%s -> path, expected, got', (_what, text, errors) => {
    expect(errorsOf(order, text)).toEqual(errors);
  });

  test('more than 20 errors -> 20 lines, the last says how many more', () => {
    const errors = errorsOf({ type: 'array', items: { type: 'string' } }, `[${'1,'.repeat(499)}1]`);
    expect(errors).toHaveLength(20);
    expect(errors.at(-1)).toBe('and 481 more errors');
  });

  test('names of the prototype -> fields like any other', () => {
    expect(errorsOf({ type: 'object', required: ['toString'] }, '{}')).toEqual([
      '$.toString: expected a value, got nothing',
    ]);
    expect(errorsOf({ type: 'object', properties: { constructor: { type: 'string' } } }, '{}')).toEqual([]);
    expect(errorsOf({ type: 'object', additionalProperties: false }, '{"__proto__":1}')).toEqual([
      '$.__proto__: expected no such field, got one',
    ]);
  });

  test('defaults, coercion, removal -> the value stays as it was sent', () => {
    const schema: Json = { type: 'object', properties: { a: { type: 'integer', default: 5 }, b: { type: 'integer' } } };
    expect(check(schema, '{"c":1}').value).toEqual({ c: 1 });
    expect(check(schema, '{"b":"1"}').accepted).toBe(false);
  });
});

describe('unions', () => {
  const pay: Json = {
    type: 'object',
    properties: { kind: { const: 'pay' }, amount: { type: 'number' } },
    required: ['kind', 'amount'],
  };
  const ask: Json = {
    type: 'object',
    properties: { kind: { const: 'ask' }, words: { type: 'string' } },
    required: ['kind'],
  };
  const inline: Json = { type: 'object', properties: { act: { oneOf: [pay, ask] } } };
  const byReference: Json = {
    type: 'object',
    $defs: { pay, ask },
    properties: { act: { anyOf: [{ $ref: '#/$defs/pay' }, { $ref: '#/$defs/ask' }] } },
  };

  test.each([
    ['inline', inline],
    ['by reference', byReference],
  ])('%s: the tag names a form -> the errors of that form alone', (_how, schema) => {
    expect(errorsOf(schema, '{"act":{"kind":"pay","amount":"ten"}}')).toEqual([
      '$.act.amount: expected number, got "ten"',
    ]);
    expect(errorsOf(schema, '{"act":{"kind":"ask","words":1}}')).toEqual(['$.act.words: expected string, got 1']);
    expect(errorsOf(schema, '{"act":{"kind":"go"}}')).toEqual(['$.act.kind: expected one of "pay", "ask", got "go"']);
    expect(errorsOf(schema, '{"act":{"kind":"ask"}}')).toEqual([]);
  });

  test('no tag: the kind of the value names a form, or all kinds are told', () => {
    const schema: Json = { anyOf: [{ type: 'null' }, { type: 'array', items: { type: 'string' } }] };
    expect(errorsOf(schema, '["a",1]')).toEqual(['$[1]: expected string, got 1']);
    expect(errorsOf(schema, '5')).toEqual(['$: expected null or array, got 5']);
    expect(errorsOf({ anyOf: [{ minimum: 5 }, { maximum: 1 }] }, '3')).toEqual(['$: expected one of 2 forms, got 3']);
  });

  test('two forms of oneOf fit -> refused, told which', () => {
    expect(errorsOf({ oneOf: [{ minimum: 1 }, { minimum: 2 }] }, '3')).toEqual([
      '$: expected exactly one of the forms, got a value that fits forms 1 and 2',
    ]);
  });

  test('a form takes up fields -> they are not told as too much', () => {
    const schema: Json = { anyOf: [{ properties: { a: true } }], unevaluatedProperties: false, required: ['b'] };
    expect(errorsOf(schema, '{"a":1}')).toEqual(['$.b: expected a value, got nothing']);
  });
});

describe('numbers from their source text', () => {
  const schema: Json = {
    type: 'object',
    properties: { n: { type: 'integer', maximum: 9007199254740992 }, s: { type: 'string' }, m: { multipleOf: 3 } },
  };

  test.each<[string, string, string]>([
    [
      'an integer past the doubles',
      '{"n":9007199254740993}',
      '$.n: expected a number of at most 15 digits, got 9007199254740993',
    ],
    [
      'a long fraction',
      '{"n":5.00000000000000000001}',
      '$.n: expected a number of at most 15 digits, got 5.00000000000000000001',
    ],
    [
      'a multiple that the rounded one is not',
      '{"m":9007199254740993}',
      '$.m: expected a number of at most 15 digits, got 9007199254740993',
    ],
    [
      'where no number is asked',
      '{"s":0.1234567890123456789}',
      '$.s: expected a number of at most 15 digits, got 0.1234567890123456789',
    ],
  ])('%s -> refused by its source text, never judged by its rounded value', (_what, text, error) => {
    expect(errorsOf(schema, text)).toEqual([error]);
  });

  test('a rounded number and another fault -> both are told', () => {
    expect(errorsOf(schema, '{"n":0.1234567890123456789,"s":1}')).toEqual([
      '$.n: expected a number of at most 15 digits, got 0.1234567890123456789',
      '$.s: expected string, got 1',
    ]);
  });

  test('multiples -> exact, whatever their sizes', () => {
    expect([19.99, 0.07, 1.1, 1e15 + 0.5].map((value) => isMultipleOf(value, 0.01))).toEqual([true, true, true, true]);
    expect(isMultipleOf(0.3, 0.1)).toBe(true);
    expect(isMultipleOf(0.31, 0.1)).toBe(false);
    expect(isMultipleOf(-4.5, 1.5)).toBe(true);
    expect(isMultipleOf(1e308, 1e-300)).toBe(true);
    expect(isMultipleOf(0, 0.7)).toBe(true);
  });
});

describe('the schema file', () => {
  test.each<[string, Json, RegExp]>([
    ['no schema', 5, /^\$: expected a schema \(an object or a boolean\), got 5$/],
    [
      'a mistyped keyword',
      { proprties: {} },
      /^\$\.proprties: expected a keyword of JSON Schema 2020-12, got "proprties"; did you mean properties\?$/,
    ],
    [
      'a mistyped type',
      { properties: { a: { type: 'strin' } } },
      /^\$\.properties\.a\.type: expected one of array, boolean, .*, got "strin"$/,
    ],
    [
      'a keyword of the wrong kind',
      { properties: { a: { minLength: 'x' } } },
      /^\$\.properties\.a\.minLength: expected integer, got "x"$/,
    ],
    ['a negative length', { minLength: -1 }, /^\$\.minLength: expected at least 0, got -1$/],
    [
      'another dialect',
      { $schema: 'http://json-schema.org/draft-04/schema#' },
      /^\$\["\$schema"\]: expected https:.*2020-12.* or http:.*draft-07/,
    ],
    [
      'a reference to nothing',
      { $ref: '#/$defs/a' },
      /^\$\["\$ref"\]: expected a reference to a schema in this file, got "#\/\$defs\/a"$/,
    ],
    [
      'a reference to another file',
      { properties: { a: { $ref: 'other.json' } } },
      /can't resolve reference other\.json/,
    ],
    [
      'a circle in place',
      { $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }] } }, $ref: '#/$defs/a' },
      /comes back to itself/,
    ],
    ['itself', { $ref: '#' }, /comes back to itself/],
    ['a broken pattern', { pattern: '(' }, /^\$\.?.*pattern|Invalid regular expression/],
    ['an unknown format', { type: 'string', format: 'colour' }, /unknown format "colour"/],
    ['asynchronous', { $async: true, type: 'object' }, /^\$\["\$async"\]: expected a keyword/],
    [
      'draft-7: a keyword beside $ref',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        definitions: { a: {} },
        properties: { b: { $ref: '#/definitions/a', minimum: 5 } },
      },
      /^\$\.properties\.b\.minimum: expected nothing beside \$ref/,
    ],
    [
      'draft-7: a keyword of 2020-12',
      { $schema: 'http://json-schema.org/draft-07/schema#', prefixItems: [] },
      /expected a keyword of JSON Schema draft-7, got "prefixItems"/,
    ],
  ])('%s -> told by path, expected and got', (_what, schema, words) => {
    expect(faultsOf(schema).join('\n')).toMatch(words);
  });

  test('draft-7 by its name -> its own keywords', () => {
    const schema: Json = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      items: [{ type: 'string' }],
      additionalItems: false,
    };
    expect(errorsOf(schema, '["a"]')).toEqual([]);
    expect(errorsOf(schema, '["a",1]')).toEqual(['$: expected at most 1 items, got an array of 2']);
  });

  test('an object is asked by reference, combination or type -> prose is cut; by nothing else', () => {
    const rootOf = (schema: Json): string => {
      const read = readJsonSchema(schema);
      return read.kind === 'judge' ? read.judge.root : read.errors.join();
    };
    expect(rootOf({ type: ['object'] })).toBe('object');
    expect(rootOf({ $defs: { a: { type: 'object' } }, $ref: '#/$defs/a' })).toBe('object');
    expect(rootOf({ allOf: [{}, { type: 'object' }] })).toBe('object');
    expect(rootOf({ oneOf: [{ type: 'object' }, { type: 'object', required: ['a'] }] })).toBe('object');
    for (const schema of [
      {},
      true,
      { type: ['object', 'null'] },
      { anyOf: [{ type: 'object' }, {}] },
      { required: ['a'] },
    ])
      expect(rootOf(schema as Json)).toBe('any');
  });
});

describe('schemas that could take for ever', () => {
  test('a pattern that backtracks without end -> refused after a second, never accepted', () => {
    const schema: Json = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
    const checked = check(schema, `{"a":"${'a'.repeat(60)}!"}`);
    expect(checked).toMatchObject({ accepted: false, errorKind: 'VALIDATION' });
    expect(checked.errors[0]).toMatch(/expected a judgement within 1000 ms/);
  });

  test('a recursive schema -> judged down to the depth of the text', () => {
    const tree: Json = {
      type: 'object',
      properties: { next: { $ref: '#' }, n: { type: 'integer' } },
      additionalProperties: false,
    };
    const nest = (levels: number, end: string): string => `${'{"next":'.repeat(levels)}${end}${'}'.repeat(levels)}`;
    expect(errorsOf(tree, nest(60, '{"n":1}'))).toEqual([]);
    expect(errorsOf(tree, nest(2, '{"n":"x"}'))).toEqual(['$.next.next.n: expected integer, got "x"']);
    expect(errorsOf(tree, nest(70, '{"n":1}'))[0]).toMatch(/at most 64 levels/);
  });

  test('a recursive schema that doubles its work at each level -> ended by the clock, refused', () => {
    const schema: Json = {
      $defs: {
        node: { type: 'object', properties: { a: { allOf: [{ $ref: '#/$defs/node' }, { $ref: '#/$defs/node' }] } } },
      },
      $ref: '#/$defs/node',
    };
    const checked = check(schema, `${'{"a":'.repeat(60)}{}${'}'.repeat(60)}`);
    expect(checked.errors[0]).toMatch(/expected a judgement within 1000 ms/);
  });
});
