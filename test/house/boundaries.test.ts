// The boundary rules are only as good as what they catch: a small tree holds one breach of each, dependency-cruiser and
// ESLint read it with the repository's own configuration, and what they say must be exactly what was planted.
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { clockAndTasks, outsideWorld, plantedCode, plantedImports, type Planted } from './planted-breaches';

const root = resolve(__dirname, '../..');

interface Cruised {
  readonly summary: {
    readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[];
  };
}
interface LintMessage {
  readonly ruleId: string | null;
  readonly message: string;
}
interface Linted {
  readonly results: readonly { readonly filePath: string; readonly messages: readonly LintMessage[] }[];
  readonly ourRules: readonly string[];
  readonly forms: readonly { readonly message: string }[];
  readonly globals: readonly string[];
}

function plant(files: readonly Planted[]): string {
  const tree = realpathSync(mkdtempSync(join(tmpdir(), 'turnkeep-breaches-')));
  for (const name of ['package.json', 'tsconfig.json', '.dependency-cruiser.cjs', 'eslint.config.mjs']) {
    copyFileSync(join(root, name), join(tree, name));
  }
  symlinkSync(realpathSync(join(root, 'node_modules')), join(tree, 'node_modules'));
  for (const { file, text } of files) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), text);
  }
  return tree;
}

/** Standard output of a node program, whatever its exit code: a checker that found something exits 1. */
function outputOf(args: readonly string[], cwd: string): Promise<string> {
  return new Promise((settle, fail) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 1 << 26 }, (_error, stdout, stderr) => {
      if (stdout) settle(stdout);
      else fail(new Error(stderr));
    });
  });
}

const cruise = async (tree: string): Promise<Cruised> => {
  const rooms = [...new Set(plantedImports.map(({ file }) => file.split('/')[0]!))];
  const bin = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  return JSON.parse(await outputOf([bin, '--output-type', 'json', ...rooms], tree)) as Cruised;
};

// ESLint and its configuration are ES modules, which jest cannot load: they run in a process of their own.
const lintProgram = `
  import { ESLint } from 'eslint';
  import blocks from './eslint.config.mjs';
  const eslint = new ESLint({ cwd: process.cwd() });
  const results = await eslint.lintFiles(['.']);
  const ofRooms = await Promise.all(['core/a.ts', 'workflows/a.ts', 'client/a.ts'].map((file) => eslint.calculateConfigForFile(file)));
  const options = (rule) => ofRooms.flatMap(({ rules }) => (rules[rule] ?? []).slice(1));
  const ours = blocks.filter(({ name, rules }) => rules && !name?.startsWith('typescript-eslint/'));
  const on = ours.flatMap(({ rules }) => Object.keys(rules).filter((rule) => rules[rule] !== 'off'));
  console.log(JSON.stringify({ results, ourRules: on, forms: options('no-restricted-syntax'), globals: options('no-restricted-globals') }));
`;
const lint = async (tree: string): Promise<Linted> =>
  JSON.parse(await outputOf(['--input-type=module', '-e', lintProgram], tree)) as Linted;

function nameOfBreach({ ruleId, message }: LintMessage): string {
  if (ruleId === 'no-restricted-syntax') return message.split(': ')[0]!;
  return ruleId ?? (message.startsWith('Unused eslint-disable') ? 'unused disable' : message);
}

const byFile = (pairs: readonly (readonly [file: string, breach: string])[]): Record<string, readonly string[]> => {
  const files = [...new Set(pairs.map(([file]) => file))].sort();
  return Object.fromEntries(
    files.map((file) => [file, [...new Set(pairs.filter((pair) => pair[0] === file).map((pair) => pair[1]))].sort()]),
  );
};
const expected = (files: readonly Planted[]): Record<string, readonly string[]> =>
  byFile(files.flatMap(({ file, breaks }) => breaks.map((breach) => [file, breach] as const)));

describe('boundaries', () => {
  let importTree: string;
  let codeTree: string;
  let cruised: Cruised;
  let linted: Linted;

  beforeAll(async () => {
    importTree = plant(plantedImports);
    codeTree = plant(plantedCode);
    [cruised, linted] = await Promise.all([cruise(importTree), lint(codeTree)]);
  }, 120_000);

  afterAll(() => {
    for (const tree of [importTree, codeTree]) rmSync(tree, { recursive: true, force: true });
  });

  test('imports: each planted breach is named, and every allowed import passes', () => {
    const found = cruised.summary.violations.map(({ from, rule }) => [from, rule.name] as const);
    expect(byFile(found)).toEqual(expected(plantedImports));
  });

  test('imports: every rule of the configuration is planted', () => {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- the configuration is CommonJS and has no types
    const { forbidden } = require('../../.dependency-cruiser.cjs') as { forbidden: readonly { name: string }[] };
    const planted = plantedImports.flatMap(({ breaks }) => breaks);
    expect([...new Set(planted)].sort()).toEqual(forbidden.map(({ name }) => name).sort());
  });

  test('code: each planted breach is named, and allowed code passes', () => {
    const found = linted.results.flatMap(({ filePath, messages }) =>
      messages.map((message) => [relative(codeTree, filePath), nameOfBreach(message)] as const),
    );
    expect(byFile(found)).toEqual(expected(plantedCode));
  });

  test('code: every rule and every forbidden form of the configuration is planted', () => {
    const planted = new Set(plantedCode.flatMap(({ breaks }) => breaks));
    const rules = linted.ourRules.filter((rule) => !rule.startsWith('no-restricted-syntax'));
    const forms = linted.forms.map(({ message }) => message.split(': ')[0]!);
    expect([...new Set([...rules, ...forms])].filter((breach) => !planted.has(breach))).toEqual([]);
  });

  test('code: every forbidden global is planted and named where it is forbidden', () => {
    const named = (file: string): readonly string[] =>
      linted.results
        .filter(({ filePath }) => relative(codeTree, filePath) === file)
        .flatMap(({ messages }) => messages.map(({ message }) => /'(\w+)'/.exec(message)?.[1] ?? message))
        .sort();
    const all = [...outsideWorld, ...clockAndTasks].sort();
    expect([...new Set(linted.globals)].sort()).toEqual(all);
    expect(named('core/kernel/globals.ts')).toEqual(all);
    expect(named('agents/support/globals.ts')).toEqual(all);
    expect(named('workflows/globals.ts')).toEqual([...outsideWorld].sort());
  });
});
