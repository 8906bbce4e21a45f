// The published documents say what the program says, no command goes without, and help loads nothing that a command works with.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { helpOf, leavesOf, pathOf } from '../../client/cli/command-help/apply-help';
import { answeredCommands, jsonSchemaOf } from '../../client/cli/output/answers';
import { createProgram } from '../../client/cli/program';
import { publishedDocuments, REFERENCE_MARK } from '../../client/cli/published-documents';
import { checkJsonLine, checkOutput, commandOf } from './check-output';
import { MAIN } from './run-turnkeep';

const docs = resolve(__dirname, '..', '..', 'docs');
const program = createProgram(() => () => Promise.resolve());
const leaves = leavesOf(program);
const paths = leaves.map(pathOf);

const HOW_TO_PUBLISH = 'npm run build && node scripts/publish-cli-docs.mjs';

describe('published documents', () => {
  const { schemaFiles, reference } = publishedDocuments();

  it('docs/schemas: one file a command, as the program says it now -> else publish', () => {
    const found = Object.fromEntries(
      readdirSync(join(docs, 'schemas')).map((name) => [name, readFileSync(join(docs, 'schemas', name), 'utf8')]),
    );
    const stale = [...new Set([...Object.keys(found), ...Object.keys(schemaFiles)])].filter(
      (name) => found[name] !== schemaFiles[name],
    );
    expect({ stale, do: stale.length === 0 ? '' : HOW_TO_PUBLISH }).toEqual({ stale: [], do: '' });
  });

  it('docs/cli.md: the reference of the commands, as the program says it now -> else publish', () => {
    const [, published = ''] = readFileSync(join(docs, 'cli.md'), 'utf8').split(REFERENCE_MARK);
    expect({ same: published.trim() === reference.trim(), do: HOW_TO_PUBLISH }).toEqual({
      same: true,
      do: HOW_TO_PUBLISH,
    });
  });
});

describe('every command', () => {
  it('has a schema of what it answers -> else add it to client/cli/output/*-answers.ts, and publish', () => {
    expect(paths.filter((path) => jsonSchemaOf(path) === undefined)).toEqual([]);
    expect(answeredCommands.filter((path) => !paths.includes(path))).toEqual([]);
  });

  it('teaches: description, arguments, flags, examples, exit codes -> else add it to client/cli/command-help/*-help.ts', () => {
    const silent = leaves.flatMap((command) => {
      const help = helpOf(command);
      const lacks = [
        ...(command.description() === '' ? ['a description'] : []),
        ...(help === undefined ? ['an entry in client/cli/command-help'] : []),
        ...(help?.examples.length === 0 ? ['an example'] : []),
        ...(help !== undefined && Object.keys(help.exits).length === 0 ? ['its exit codes'] : []),
        ...command.registeredArguments.filter(({ description }) => description === '').map((one) => `<${one.name()}>`),
        ...command.options.filter(({ description }) => description === '').map(({ flags }) => flags),
      ];
      return lacks.map((lack) => `${pathOf(command)}: ${lack}`);
    });
    expect(silent).toEqual([]);
  });

  it('its examples: each a command there is, with flags it has', () => {
    const wrong = leaves.flatMap((command) =>
      (helpOf(command)?.examples ?? []).filter((example) => {
        const line = example
          .replace(/^.*?\bturnkeep /, '')
          .replace(/"[^"]*"/g, 'WORDS')
          .split(/[|>)]/)[0]!;
        const words = line.trim().split(/\s+/);
        const known = [...command.options, ...program.options].map(({ long }) => long);
        const isOther = pathOf(commandOf(words)) !== pathOf(command);
        return isOther || words.some((word) => word.startsWith('--') && !known.includes(word));
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('values of a help that no flag or argument has -> refused here', () => {
    const strays = leaves.flatMap((command) => {
      const { values = {}, args = {} } = helpOf(command) ?? {};
      const known = [
        ...command.options.map(({ long }) => long),
        ...command.registeredArguments.map((one) => one.name()),
      ];
      return [...Object.keys(values), ...Object.keys(args)].filter((name) => !known.includes(name));
    });
    expect(strays).toEqual([]);
  });
});

it.each(['--help', '--version'])('%s: loads neither Temporal nor a store', (flag) => {
  const folder = mkdtempSync(join(tmpdir(), 'turnkeep-loads-'));
  const hook = join(folder, 'hook.cjs');
  writeFileSync(hook, `process.on('exit', () => process.stderr.write(Object.keys(require.cache).join('\\n')));`);
  const { status, stderr } = spawnSync(process.execPath, ['--require', hook, MAIN, flag], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  const loaded = stderr.split('\n');
  expect([status, loaded.includes(MAIN)]).toEqual([0, true]);
  expect(loaded.filter((file) => /@temporalio|better-sqlite3|node_modules.pg|kysely|dist.stores/.test(file))).toEqual(
    [],
  );
});

describe('the check of what tests see', () => {
  it('a field no schema names, a missing one, another type: -> refused, saying how to add it', () => {
    checkJsonLine('run list', '{"ok":true,"runs":[],"more":0}');
    for (const line of [
      '{"ok":true,"runs":[],"more":0,"less":1}',
      '{"ok":true,"runs":[]}',
      '{"ok":true,"runs":{},"more":0}',
      '{"ok":false,"runs":[],"more":0}',
    ])
      expect(() => checkJsonLine('run list', line)).toThrow('publish-cli-docs');
  });

  it('an exit code the help does not tell: -> refused; those of every command pass', () => {
    expect(() => checkOutput(['run', 'list'], { code: 6, stdout: '' })).toThrow('client/cli/command-help');
    checkOutput(['run', 'list'], { code: 130, stdout: '' });
  });

  it('a command without a schema: -> refused, saying how to add one', () => {
    expect(() => checkJsonLine('run fly', '{}')).toThrow('client/cli/output');
  });

  it('the command of a line: flags before and values between do not hide it', () => {
    expect(pathOf(commandOf(['--as', 'run', 'review', 'list', '--state', 'all']))).toBe('review list');
    expect(commandOf(['nothing'])).toBeInstanceOf(Command);
    expect(pathOf(commandOf(['nothing', 'list']))).toBe('');
  });
});
