// What the library underneath judges wrongly or not at all: nothing of it may come out as accepted.
import { checkText } from '../../client/guard/check-text';
import { readJsonSchema } from '../../client/guard/json-schema-judge';
import type { Json } from '../../core/kernel/json';

const DRAFT_7 = 'http://json-schema.org/draft-07/schema#';

const parse = (text: string): Json => JSON.parse(text) as Json;
const faultsOf = (schema: string): readonly string[] => {
  const read = readJsonSchema(parse(schema));
  return read.kind === 'broken' ? read.errors : [];
};
const check = (schema: string, text: string) => {
  const read = readJsonSchema(parse(schema));
  if (read.kind === 'broken') throw new Error(read.errors.join('; '));
  return checkText({ bytes: Buffer.from(text) }, { mode: 'reject', judge: read.judge });
};

describe('schemas that cannot be judged soundly', () => {
  test.each<[string, string, string]>([
    ['a property', '{"type":"object","properties":{"__proto__":{"type":"integer"}}}', '$.properties.__proto__'],
    ['a nested one', '{"items":{"properties":{"__proto__":true}}}', '$.items.properties.__proto__'],
    ['a pattern', '{"patternProperties":{"__proto__":{"type":"integer"}}}', '$.patternProperties.__proto__'],
    ['a definition', '{"$defs":{"__proto__":{"type":"integer"}}}', '$["$defs"].__proto__'],
    ['of draft-7', `{"$schema":"${DRAFT_7}","properties":{"__proto__":true}}`, '$.properties.__proto__'],
    ['a dependency', `{"$schema":"${DRAFT_7}","dependencies":{"__proto__":["a"]}}`, '$.dependencies.__proto__'],
  ])('%s named __proto__ -> the schema is refused by its path', (_what, schema, path) => {
    expect(faultsOf(schema)).toEqual([`${path}: expected another name, got __proto__, which cannot be judged soundly`]);
  });

  test('contains beside unevaluatedItems -> the schema is refused', () => {
    expect(faultsOf('{"contains":{"type":"integer"},"unevaluatedItems":false}')).toEqual([
      '$.contains: expected no contains in a schema that uses unevaluatedItems, got one, which cannot be judged soundly',
    ]);
    expect(faultsOf('{"contains":{"type":"integer"}}')).toEqual([]);
  });
});

describe('names that every object inherits', () => {
  const dynamic = [
    '{"required":["t"],"oneOf":[{"properties":{"t":{"const":"a"}}},{"properties":{"t":{"const":"b"}}}],"unevaluatedProperties":false}',
    '{"anyOf":[{"properties":{"t":true}}],"unevaluatedProperties":false}',
    '{"if":{"properties":{"t":{"const":"a"}}},"then":{"properties":{"u":true}},"unevaluatedProperties":false}',
    '{"patternProperties":{"^t$":true},"unevaluatedProperties":false}',
    '{"dependentSchemas":{"t":{"properties":{"t":true}}},"unevaluatedProperties":false}',
  ];
  const names = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__', '__proto__'];

  test.each(dynamic)('%s -> never let through', (schema) => {
    expect(check(schema, '{"t":"a"}').accepted).toBe(true);
    for (const name of names) {
      const refused = check(schema, `{"t":"a","${name}":{"x":1}}`);
      expect([name, refused.accepted, refused.errorKind]).toEqual([name, false, 'VALIDATION']);
      expect(refused.errors[0]).toContain('could not be judged');
    }
  });

  test('no unevaluatedProperties -> fields like any other', () => {
    expect(check('{"properties":{"constructor":{"type":"string"}}}', '{"constructor":"a"}').accepted).toBe(true);
    expect(check('{"properties":{"constructor":{"type":"string"}}}', '{"constructor":1}').accepted).toBe(false);
  });
});

describe('equal values', () => {
  test.each<[string, string, string, string]>([
    [
      'texts named like the prototype',
      '{"type":"array","items":{"type":"string"},"uniqueItems":true}',
      '["__proto__","__proto__"]',
      '$: expected no two equal items, got items 0 and 1 equal',
    ],
    [
      'objects with a constructor',
      '{"uniqueItems":true}',
      '[1,{"constructor":{}},{"constructor":{}}]',
      '$: expected no two equal items, got items 1 and 2 equal',
    ],
    [
      'objects whose valueOf is a number',
      '{"uniqueItems":true}',
      '[{"valueOf":1},{"valueOf":1}]',
      '$: expected no two equal items, got items 0 and 1 equal',
    ],
    [
      'fields in another order',
      '{"uniqueItems":true}',
      '[{"a":1,"b":[2]},{"b":[2],"a":1}]',
      '$: expected no two equal items, got items 0 and 1 equal',
    ],
    [
      'a toString where an object is fixed',
      '{"enum":[{"a":1}]}',
      '{"toString":"x"}',
      '$: expected {"a":1}, got an object',
    ],
    [
      'another constructor',
      '{"const":{"constructor":{"a":1}}}',
      '{"constructor":{"a":2}}',
      '$: expected {"constructor":{"a":1}}, got an object',
    ],
    ['a list where an object is fixed', '{"const":{}}', '[]', '$: expected {}, got an array of 0'],
  ])('%s -> refused by value', (_what, schema, text, line) => {
    expect(check(schema, text).errors).toEqual([line]);
  });

  test('a field __proto__ is fixed and another one came -> refused', () => {
    expect(check('{"const":{"__proto__":{}}}', '{"a":1}').accepted).toBe(false);
    expect(check('{"const":{"__proto__":{}}}', '{"__proto__":{}}').accepted).toBe(true);
  });

  test.each([
    ['{"const":{"constructor":{"a":1}}}', '{"constructor":{"a":1}}'],
    ['{"enum":[{"toString":1,"b":[{}]}]}', '{"b":[{}],"toString":1}'],
    ['{"uniqueItems":true}', '[{"valueOf":1},{"valueOf":2},1,"1",[1],{"0":1},null,false,0]'],
    ['{"uniqueItems":false}', '[1,1]'],
    ['{"const":null}', 'null'],
    ['{"enum":[false,0]}', '-0'],
  ])('%s and %s -> fits', (schema, text) => {
    expect(check(schema, text).errors).toEqual([]);
  });
});

test('items past those looked at -> told how many were', () => {
  expect(check('{"prefixItems":[true],"unevaluatedItems":false}', '[1,2]').errors).toEqual([
    '$: expected at most 1 items, got an array of 2',
  ]);
});

test('a judgement that fails -> a refusal that says so, and the next one is judged', () => {
  const read = readJsonSchema({ properties: { a: { type: 'integer' } } });
  if (read.kind === 'broken') throw new Error('the schema is sound');
  const trap = {
    get a(): number {
      throw new TypeError('cannot be read');
    },
  };
  const failed = read.judge.check(trap, []);
  expect(failed.kind === 'unfit' && failed.errors[0]).toContain('could not be judged');
  expect(read.judge.check({ a: 1 }, []).kind).toBe('fits');
});

describe('schemas that come back to themselves', () => {
  test.each<[string, string]>([
    ['by its own $id', '{"$id":"http://x/a","$ref":"http://x/a"}'],
    ['by a relative one', '{"$id":"http://x/a","allOf":[{"$ref":"a"}]}'],
    ['by a part with an $id', '{"$ref":"/b","$id":"http://x/a","$defs":{"b":{"$id":"b","anyOf":[{"$ref":"a#"}]}}}'],
    ['by a way down from an $id', '{"$id":"http://x/a","$defs":{"b":{"$ref":"http://x/a#/$defs/b"}}}'],
    ['by an anchor of a part', '{"$defs":{"b":{"$id":"http://x/b","$anchor":"c","$ref":"b#c"}}}'],
    ['by an anchor of draft-7', `{"$schema":"${DRAFT_7}","definitions":{"b":{"$id":"#b","allOf":[{"$ref":"#b"}]}}}`],
  ])('%s -> refused', (_how, schema) => {
    expect(faultsOf(schema).join()).toContain('got one that comes back to itself');
  });

  test.each([
    '{"$id":"http://x/a","properties":{"a":{"$ref":"http://x/a"}}}',
    '{"$id":"http://x/a","$ref":"b","$defs":{"b":{"$id":"b","items":{"$ref":"#"}}}}',
  ])('%s goes down a level -> read', (schema) => {
    expect(faultsOf(schema)).toEqual([]);
  });

  test('a chain of 5000 references -> an answer, whichever', () => {
    const chain = Array.from({ length: 5_000 }, (_, n) => [`d${n}`, { $ref: `#/$defs/d${n + 1}` }] as const);
    const schema = { $ref: '#/$defs/d0', $defs: { ...Object.fromEntries(chain), d5000: { type: 'integer' } } };
    const read = readJsonSchema(schema);
    expect(read.kind === 'broken' ? read.errors[0] : read.judge.check('x', []).kind).toMatch(/cannot be used|unfit/);
  });
});

test.each<[string, boolean]>([
  ['2024-01-01T00:00:00Z', true],
  ['2024-02-29t23:59:59.5+01:00', true],
  ['2024-01-01 00:00:00Z', false],
  ['2024-02-30T00:00:00Z', false],
  ['2024-01-01T24:00:00Z', false],
  ['2024-01-01T00:00:00', false],
  ['2024-01-01', false],
])('date-time %s -> %s', (text, fits) => {
  expect(check('{"format":"date-time"}', JSON.stringify(text)).accepted).toBe(fits);
});

test('a short number that no double holds -> not told to be too long', () => {
  expect(check('{}', '[1e-400]').errors).toEqual(['$[0]: expected a number that a double holds exactly, got 1e-400']);
});
