// The promise of define-graph is made to the compiler, so the compiler is asked: small sources, checked in memory against the real
// define-graph.ts.
import { join } from 'node:path';
import ts from 'typescript';

const folder = join(__dirname, '../../../core/graph');
const fileName = join(folder, 'table-under-test.ts');

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts'],
  module: ts.ModuleKind.Node16,
  moduleResolution: ts.ModuleResolutionKind.Node16,
  types: [],
  skipLibCheck: true,
};

const parsed = new Map<string, ts.SourceFile | undefined>();
let earlier: ts.Program | undefined;

/** What the compiler says of the source, in its own words. */
const compile = (source: string): readonly string[] => {
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, version) => {
    if (name === fileName) return ts.createSourceFile(name, source, version, true);
    if (!parsed.has(name)) parsed.set(name, read(name, version));
    return parsed.get(name);
  };
  host.fileExists = (name) => name === fileName || ts.sys.fileExists(name);
  earlier = ts.createProgram({
    rootNames: [fileName],
    options,
    host,
    ...(earlier === undefined ? {} : { oldProgram: earlier }),
  });
  return ts.getPreEmitDiagnostics(earlier).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
};

/** The compiler writes a union's members in the order in which it met them. */
const inOneOrder = (text: string): string =>
  text.replace(/'("\w+"(?: \| "\w+")+)'/g, (_all, union: string) => `'${union.split(' | ').sort().join(' | ')}'`);

const whole = {
  start: `'work'`,
  finalize: `'done'`,
  work: `{ does: 'think', on: { good: 'done', bad: 'work' } }`,
  done: `{ ends: 'answered' }`,
};

const table = (change: Partial<typeof whole> = {}): string => {
  const { start, finalize, work, done } = { ...whole, ...change };
  return `import { defineGraph } from './define-graph';
type Effects = { think: 'good' | 'bad'; act: 'made' };
export const graph = defineGraph<Effects, 'answered' | 'handedOff'>()({
  start: ${start},
  verdicts: { finalize: ${finalize}, abort: 'done' },
  nodes: { work: ${work}, done: ${done} },
});`;
};

test('define-graph: a whole table -> compiles, node names are inferred', () => {
  expect(compile(`${table()}\nexport const name: 'work' | 'done' = graph.start;`)).toEqual([]);
});

test.each([
  ['a missing event', { work: `{ does: 'think', on: { good: 'done' } }` }, `Property 'bad' is missing`],
  [
    'an event the effect does not report',
    { work: `{ does: 'act', on: { made: 'done', good: 'done' } }` },
    `'good' does not exist in type`,
  ],
  [
    'an unknown node behind an event',
    { work: `{ does: 'think', on: { good: 'don', bad: 'work' } }` },
    `'"don"' is not assignable to type '"done" | "work"'`,
  ],
  [
    'an unknown effect',
    { work: `{ does: 'thinc', on: { good: 'done', bad: 'work' } }` },
    `'"thinc"' is not assignable`,
  ],
  [
    'an outcome that is not declared',
    { done: `{ ends: 'lost' }` },
    `'"lost"' is not assignable to type '"answered" | "handedOff"'`,
  ],
  ['an unknown start', { start: `'begin'` }, `'"begin"' is not assignable to type '"done" | "work"'`],
  [
    'an unknown node behind a verdict',
    { finalize: `'answer'` },
    `'"answer"' is not assignable to type '"done" | "work"'`,
  ],
])('define-graph: %s -> a compile error that names it', (_what, change, words) => {
  const said = inOneOrder(compile(table(change)).join('\n'));
  expect(said).toContain(words);
});
