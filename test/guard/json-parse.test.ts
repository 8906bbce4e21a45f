// The published JSON parsing suite through `guard check` with the schema {}: what is valid comes out unchanged, what is not is
// refused, or accepted by fixes that are named and listed here.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkText } from '../../client/guard/check-text';
import { readJsonSchema } from '../../client/guard/json-schema-judge';
import type { JsonObject } from '../../core/kernel/json';
import { guardModes, type GuardMode } from '../../core/output-guard/receipt';

interface Case {
  readonly id: string;
  readonly expected: 'accept' | 'reject';
  readonly bytes: string;
}

const cases = readFileSync(join(__dirname, '../data/json-parse/cases.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Case);

const judgeOf = (schema: JsonObject) => {
  const read = readJsonSchema(schema);
  if (read.kind === 'broken') throw new Error(read.errors.join('; '));
  return read.judge;
};
const judges = { '{}': judgeOf({}), '{"type":"object"}': judgeOf({ type: 'object' }) };
type Schema = keyof typeof judges;
const check = ({ bytes }: Case, mode: GuardMode, schema: Schema = '{}') =>
  checkText({ bytes: Buffer.from(bytes, 'base64') }, { mode, judge: judges[schema] });

/** Refused though the grammar allows them: two equal keys. */
const doubledKeys = ['y_object_duplicated_key', 'y_object_duplicated_key_and_value'];

/** Rows of repaired.md: what auto-repair accepts of the texts that are no JSON, and by which fixes. */
const listed = readFileSync(join(__dirname, '../data/json-parse/repaired.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, schema, id, fixes] = /^\| `([^`]+)` \| `(n_\w+)` \| `[^`]+` \| ([^|]+) \|/.exec(line) ?? [];
    return schema === undefined || fixes === undefined ? [] : [{ schema, id, fixes: fixes.trim().split(', ') }];
  });

describe('json-parse through the guard, schema {}', () => {
  const accepts = cases.filter(({ expected }) => expected === 'accept');
  const rejects = cases.filter(({ expected }) => expected === 'reject');

  test('the suite is whole: 95 to accept, 63 to reject', () => {
    expect([accepts.length, rejects.length]).toEqual([95, 63]);
  });

  test.each(guardModes)('%s: accept cases -> accepted unchanged, no fix; but for the two with doubled keys', (mode) => {
    const refused: string[] = [];
    for (const one of accepts) {
      const checked = check(one, mode);
      if (!checked.accepted) refused.push(one.id);
      else {
        expect(checked.fixes).toEqual([]);
        expect(checked.value).toEqual(JSON.parse(Buffer.from(one.bytes, 'base64').toString('utf8')));
      }
    }
    expect(refused.sort()).toEqual(doubledKeys);
  });

  test('reject: reject cases -> refused, every one at parse', () => {
    for (const one of rejects)
      expect({ id: one.id, ...check(one, 'reject') }).toMatchObject({
        id: one.id,
        accepted: false,
        stage: 'parse',
        errorKind: 'PARSE',
        stopReason: 'attempt_cap',
        value: null,
      });
  });

  test.each(Object.keys(judges) as Schema[])(
    'auto-repair, schema %s: reject cases -> refused, or accepted by the fixes that are listed',
    (schema) => {
      const repaired = rejects.flatMap((one) => {
        const { accepted, fixes } = check(one, 'auto-repair', schema);
        return accepted ? [{ schema, id: one.id, fixes: [...fixes] }] : [];
      });
      expect(repaired).toEqual(listed.filter((row) => row.schema === schema));
      expect(repaired.length).toBeGreaterThan(0);
      expect(repaired.every(({ fixes }) => fixes.length > 0)).toBe(true);
    },
  );
});
