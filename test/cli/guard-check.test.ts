// `turnkeep guard check` as it is run: texts by stdin and by file, schemas by file, batches line by line.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jsonOf, runTurnkeep, type RunOptions } from './run-turnkeep';

let folder: string;
let anySchema: string;
let objectSchema: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnkeep-guard-'));
  anySchema = file('any.json', '{}');
  objectSchema = file('object.json', '{"type":"object","properties":{"a":{"type":"integer"}}}');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

const guard = (args: readonly string[], options: RunOptions = {}) => runTurnkeep(['guard', 'check', ...args], options);
const judged = async (schema: string, input: string | Uint8Array, ...args: readonly string[]) => {
  const ended = await guard(['--schema', schema, ...args, '--json'], { input });
  return { code: ended.code, ...jsonOf(ended) };
};

describe('one text', () => {
  const fenced = '```json\n{"a":1,}\n```';

  it('a fence and a trailing comma: auto-repair -> both fixes named, exit 0', async () => {
    for (const schema of [anySchema, objectSchema])
      expect(await judged(schema, fenced, '--mode', 'auto-repair')).toMatchObject({
        code: 0,
        ok: true,
        accepted: true,
        fixes: ['fence', 'trailing_comma'],
        value: { a: 1 },
        stopReason: 'accepted',
        attempts: [{ stage: 'shape', parsed: true, shapeOk: true, semanticOk: null }],
      });
  });

  it('prose before the fence: auto-repair -> the cut counts two, the comma is the third: exit 9', async () => {
    expect(await judged(objectSchema, `Here it is:\n${fenced}`)).toMatchObject({
      code: 9,
      ok: false,
      accepted: false,
      fixes: [],
      stage: 'parse',
      errorKind: 'PARSE',
      stopReason: 'attempt_cap',
      value: null,
      errors: ['expected at most 2 fixes, got 3 (outer_braces, past_fence, trailing_comma) (at character 0)'],
    });
    expect(await judged(anySchema, `Here it is:\n${fenced}`)).toMatchObject({ code: 9, accepted: false });
  });

  it('the same text: reject -> exit 9', async () => {
    expect(await judged(anySchema, fenced, '--mode', 'reject')).toMatchObject({ code: 9, fixes: [], mode: 'reject' });
  });

  it('a shape that does not fit: -> exit 9, VALIDATION, path, expected, got', async () => {
    expect(await judged(objectSchema, '{"a":"x"}')).toMatchObject({
      code: 9,
      errorKind: 'VALIDATION',
      stage: 'shape',
      errors: ['$.a: expected integer, got "x"'],
      firstAttempt: { shapeValid: false, meaningCorrect: null },
    });
  });

  it('a list: -> accepted where no object is asked, refused where one is', async () => {
    expect(await judged(anySchema, '[1]')).toMatchObject({ code: 0, value: [1] });
    expect(await judged(objectSchema, '[1]')).toMatchObject({ code: 9, errorKind: 'PARSE' });
  });

  it('bytes that are no UTF-8: -> exit 9, naming the byte', async () => {
    expect(await judged(anySchema, Buffer.from([0x22, 0xc0, 0x80, 0x22]))).toMatchObject({
      code: 9,
      errors: ['expected UTF-8, got something else at byte 1'],
    });
  });

  it('a file, - and nothing: -> the same receipt', async () => {
    const path = file('reply.txt', '{"a":1}');
    const [byFile, byDash, byDefault] = await Promise.all([
      guard(['--schema', anySchema, path, '--json']),
      guard(['--schema', anySchema, '-', '--json'], { input: '{"a":1}' }),
      guard(['--schema', anySchema, '--json'], { input: '{"a":1}' }),
    ]);
    expect(byFile).toEqual(byDash);
    expect(byFile).toEqual(byDefault);
  });

  it('for people: -> the verdict, the fixes, and what was not judged', async () => {
    const { code, stdout } = await guard(['--schema', anySchema], { input: fenced });
    expect(code).toBe(0);
    expect(stdout).toContain('accepted\nfixes: fence, trailing_comma\n');
    expect(stdout).toContain('whether what it says is true was not judged');
    const refused = await guard(['--schema', objectSchema], { input: '{"a":null}' });
    expect(refused).toMatchObject({ code: 9, stdout: expect.stringContaining('$.a: expected integer, got null') });
  });

  it('100 kB of [: -> refused, no crash', async () => {
    expect(await judged(anySchema, '['.repeat(100_000))).toMatchObject({ code: 9, errorKind: 'PARSE' });
  });

  it('more than 1 MiB: -> refused with a receipt; more than 8 MiB -> exit 2', async () => {
    expect(await judged(anySchema, `"${'x'.repeat(1024 * 1024)}"`)).toMatchObject({ code: 9, errorKind: 'PARSE' });
    expect(await judged(anySchema, Buffer.alloc(8 * 1024 * 1024 + 1, 0x20))).toMatchObject({
      code: 2,
      error: { code: 'INPUT_TOO_LONG' },
    });
  });
});

describe('usage and schema', () => {
  const broken = (content: string | Uint8Array) => judged(file('broken.json', content), '{}');

  it.each([
    ['no JSON', '{', 'expected a key in double quotes, got the end'],
    ['no UTF-8', Buffer.from([0xff]), 'expected UTF-8'],
    ['a key twice', '{"type":"object","type":"array"}', '$.type twice'],
    [
      'a mistyped keyword',
      '{"reqired":["a"]}',
      '$.reqired: expected a keyword of JSON Schema 2020-12, got "reqired"; did you mean required?',
    ],
    [
      'a rounded limit',
      '{"maximum":9007199254740993}',
      '$.maximum: expected a number of at most 15 digits, got 9007199254740993',
    ],
    ['a reference to nothing', '{"$ref":"#/$defs/a"}', 'expected a reference to a schema in this file'],
    ['a circle', '{"$ref":"#"}', 'comes back to itself'],
  ])('a schema file: %s -> exit 2, naming the file', async (_what, content, words) => {
    const { code, error } = await broken(content);
    expect({ code, error }).toMatchObject({ code: 2, error: { code: 'GUARD_SCHEMA' } });
    expect(error.message).toContain(`--schema ${join(folder, 'broken.json')}: `);
    expect(error.message).toContain(words);
  });

  it.each([
    ['no schema', []],
    ['a schema that is not there', ['--schema', '/nonexistent/s.json']],
    ['an unknown mode', ['--schema', 'S', '--mode', 'fix']],
    ['a file and a batch', ['--schema', 'S', '--batch', 'b.jsonl', 'reply.txt']],
    ['two files', ['--schema', 'S', 'a.txt', 'b.txt']],
    ['a folder', ['--schema', 'S', '/']],
    ['a batch that is not there', ['--schema', 'S', '--batch', '/nonexistent/b.jsonl']],
    ['a schema on stdin', ['--schema', '-']],
  ])('%s: -> exit 2, told as JSON', async (_what, args) => {
    const ended = await guard([...args.map((arg) => (arg === 'S' ? anySchema : arg)), '--json']);
    expect({ code: ended.code, ...jsonOf(ended) }).toMatchObject({ code: 2, ok: false });
  });

  it('help: -> stages, fixes in their order, exit codes and an example', async () => {
    const { code, stdout } = await guard(['--help']);
    expect(code).toBe(0);
    for (const word of ['channel, completion, parse, shape', 'outer_braces', 'past_fence', '9 refused', '--batch'])
      expect(stdout).toContain(word);
  });
});

describe('batch', () => {
  const replies = [
    { id: 'good', text: '{"a":1}' },
    { id: 'fenced', text: '```\n{"a":1,}\n```' },
    { text: 'no' },
    { id: 'unfit', text: '{"a":"x"}' },
    { id: 'cut', text: '{"a":1}', ending: 'cut' },
  ];
  const linesOf = (stdout: string) =>
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));

  it('one receipt a line, then the figures; one refused -> exit 9', async () => {
    const path = file('batch.jsonl', replies.map((reply) => JSON.stringify(reply)).join('\n'));
    const { code, stdout } = await guard(['--schema', objectSchema, '--batch', path, '--json']);
    const lines = linesOf(stdout);
    expect(code).toBe(9);
    expect(lines.slice(0, -1)).toMatchObject([
      { line: 1, id: 'good', accepted: true, fixes: [] },
      { line: 2, id: 'fenced', accepted: true, fixes: ['fence', 'trailing_comma'] },
      { line: 3, accepted: false, errorKind: 'PARSE' },
      { line: 4, id: 'unfit', errorKind: 'VALIDATION' },
      { line: 5, id: 'cut', errorKind: 'COMPLETION', stopReason: 'completion_limit' },
    ]);
    expect(lines.at(-1)).toMatchObject({
      ok: false,
      error: { code: 'GUARD_REFUSED', message: 'refused: 3 of 5' },
      summary: {
        n: 5,
        firstAttemptShapeValid: 2,
        accepted: 2,
        acceptedUnchanged: 1,
        repaired: { n: 1, byFix: { fence: 1, outer_braces: 0, past_fence: 0, trailing_comma: 1 } },
        refused: { n: 3, byKind: { CHANNEL: 0, COMPLETION: 1, PARSE: 1, VALIDATION: 1, SEMANTIC: 0 } },
        unreadableLines: 0,
      },
    });
  });

  it('for people: -> a line a reply and each figure as n of N', async () => {
    const path = file('people.jsonl', replies.map((reply) => JSON.stringify(reply)).join('\n'));
    const { stdout } = await guard(['--schema', objectSchema, '--batch', path]);
    expect(stdout).toContain(`${path}:2 "fenced": accepted after fence, trailing_comma`);
    expect(stdout).toContain(`${path}:4 "unfit": refused: VALIDATION: $.a: expected integer, got "x"`);
    expect(stdout).toContain('repaired: 1 of 5');
    expect(stdout).toContain('  PARSE: 1 of 5');
  });

  it('all accepted, by stdin: -> exit 0', async () => {
    const ended = await guard(['--schema', anySchema, '--batch', '-', '--json'], {
      input: '{"text":"[1]"}\n{"text":"2"}\n',
    });
    expect({ code: ended.code, ...jsonOf(ended) }).toMatchObject({ code: 0, summary: { n: 2, accepted: 2 } });
  });

  it.each<[string, string | Uint8Array, string]>([
    ['an empty line', '', '$: expected a value, got the end'],
    ['no JSON', '{"text":', 'expected a value'],
    ['a list', '[]', 'expected one JSON object, got an array'],
    ['no text', '{"id":"x"}', '$.text: expected string, got nothing'],
    ['a mistyped field', '{"text":"{}","endng":"cut"}', '$.endng: expected no such field'],
    ['an unknown ending', '{"text":"{}","ending":"short"}', '$.ending: expected one of "answered"'],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'expected UTF-8, got something else at byte 1'],
    ['more than 1 MiB', `{"text":"${'x'.repeat(1024 * 1024)}"}`, 'expected a line of at most 1048576 bytes'],
  ])('%s among good lines: -> exit 2, file and line named, the others judged', async (_what, bad, words) => {
    const good = Buffer.from('{"text":"{}"}\n');
    const path = file('bad.jsonl', Buffer.concat([good, Buffer.from(bad), Buffer.from('\n'), good]));
    const { code, stdout, stderr } = await guard(['--schema', anySchema, '--batch', path, '--json']);
    const lines = linesOf(stdout);
    expect(code).toBe(2);
    expect(lines[1]).toEqual({ line: 2, error: expect.stringContaining(`${path}:2: `) });
    expect(lines[1].error).toContain(words);
    expect(stderr).toContain(`${path}:2: `);
    expect(lines.at(-1)).toMatchObject({ ok: false, summary: { n: 2, accepted: 2, unreadableLines: 1 } });
  });

  it('no line at all: -> exit 2', async () => {
    const ended = await guard(['--schema', anySchema, '--batch', '-', '--json'], { input: '' });
    expect({ code: ended.code, ...jsonOf(ended) }).toMatchObject({ code: 2, ok: false, summary: { n: 0 } });
  });

  it('a reply named after what objects inherit: -> judged, and the batch goes on', async () => {
    const input = ['[{"valueOf":1},{"valueOf":1}]', '[{"valueOf":1}]']
      .map((text) => `${JSON.stringify({ text })}\n`)
      .join('');
    const ended = await guard(['--schema', file('u.json', '{"uniqueItems":true}'), '--batch', '-', '--json'], {
      input,
    });
    expect({ code: ended.code, ...jsonOf(ended) }).toMatchObject({ code: 9, summary: { n: 2, accepted: 1 } });
  });

  it.each([
    ['refused', '{"text":"no"}\n', 9],
    ['accepted, and lines are left', '{"text":"{}"}\n', 1],
  ])('the reader goes away, so far %s: -> no success', async (_what, line, exit) => {
    const path = file('read-no-further.jsonl', line.repeat(20_000));
    const { execSync } = await import('node:child_process');
    const command = `'${process.execPath}' '${join(__dirname, '../../dist/client/cli/main.js')}' guard check --schema '${objectSchema}' --batch '${path}'`;
    const script = `${command} 2>/dev/null | head -1 >/dev/null; echo "\${PIPESTATUS[0]}"`;
    const said = execSync(script, { encoding: 'utf8', shell: '/bin/bash' });
    expect(said.trim()).toBe(String(exit));
  });

  it('an answer that cannot be written: -> no success', async () => {
    const { execSync } = await import('node:child_process');
    const command = `'${process.execPath}' '${join(__dirname, '../../dist/client/cli/main.js')}' guard check --schema '${anySchema}'`;
    const said = execSync(`echo '{}' | ${command} > /dev/full 2>/dev/null; echo $?`, { encoding: 'utf8' });
    expect(said.trim()).toBe('1');
  });

  it('50 MB of lines: -> judged in the memory of a few', async () => {
    const line = `${JSON.stringify({ text: JSON.stringify({ a: 1, note: 'x'.repeat(50_000) }) })}\n`;
    const path = file('long.jsonl', line.repeat(1_000));
    const script = `${process.execPath} --max-old-space-size=64 '${join(__dirname, '../../dist/client/cli/main.js')}'`;
    const { execSync } = await import('node:child_process');
    const stdout = execSync(`${script} guard check --schema '${objectSchema}' --batch '${path}' --json | tail -1`, {
      encoding: 'utf8',
    });
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, summary: { n: 1_000, accepted: 1_000 } });
  }, 60_000);
});
