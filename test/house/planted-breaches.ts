// One breach of every boundary rule, as files of a small tree. `breaks` is everything the checker must say about the file:
// an empty list is an import the architecture allows and no rule may forbid.
export interface Planted {
  readonly file: string;
  readonly text: string;
  readonly breaks: readonly string[];
}

const planted = (file: string, text: string, ...breaks: readonly string[]): Planted => ({ file, text, breaks });

export const plantedImports: readonly Planted[] = [
  planted('core/kernel/money.ts', 'export const money = 1; export interface Money { readonly value: string }'),
  planted('core/graph/define-graph.ts', "import { money } from '../kernel/money'; export const graph = money;"),
  planted('core/effects/ledger-rules.ts', "export { graph } from '../graph/define-graph';"),
  planted('core/moves/all-rooms.ts', "export { graph } from '../effects/ledger-rules';"),
  planted('core/evaluation/metrics.ts', "export { graph } from '../effects/ledger-rules';"),
  planted('core/kernel/schema.ts', "import { z } from 'zod'; import Big from 'big.js'; export const pair = [z, Big];"),
  planted('core/kernel/hash.ts', "export { sha256 } from '@noble/hashes/sha2';"),
  planted('agents/support/graph.ts', "export { graph } from '../../core/graph/define-graph';"),
  planted('agents/support/state.ts', "export { graph } from './graph';"),
  planted('agents/cafe/graph.ts', "export { graph } from '../../core/graph/define-graph';"),
  planted('stores/ledger.ts', "import Database from 'better-sqlite3'; export const ledger = Database;"),
  planted(
    'activities/refund.ts',
    "export { ledger } from '../stores/ledger'; export interface Refund { readonly id: string }",
  ),
  planted(
    'workflows/messages.ts',
    "import { defineSignal } from '@temporalio/workflow'; export const signal = defineSignal;",
  ),
  planted('workflows/turn.ts', "import type { Refund } from '../activities/refund'; export type Turn = Refund;"),
  planted('workflows/turn-inline.ts', "import { type Refund } from '../activities/refund'; export type Turn = Refund;"),
  planted('workflows/failure.ts', "export { ApplicationFailure } from '@temporalio/common';"),
  planted('temporal-config/task-queues.ts', "export { money } from '../core/kernel/money';"),
  planted(
    'workers/agent-worker.ts',
    "export { ledger } from '../activities/refund'; export { money } from '../temporal-config/task-queues';",
  ),
  planted('workers/bundle.ts', "export const path = require.resolve('../workflows/turn');"),
  planted(
    'client/start.ts',
    "export { signal } from '../workflows/messages'; export { graph } from '../agents/support/graph';",
  ),
  planted(
    'client/show.ts',
    "export { ledger } from '../stores/ledger'; export { money } from '../temporal-config/task-queues';",
  ),
  planted('sandbox/gateway.ts', "import { createServer } from 'node:http'; export const gateway = createServer;"),
  planted('bench/main.ts', "export { ledger } from '../activities/refund'; export { fc } from './property'; "),
  planted('bench/property.ts', "export * as fc from 'fast-check';"),
  planted(
    'test/support/scripted.ts',
    "export { gateway } from '../../sandbox/gateway'; export { graph } from '../../core/graph/define-graph';",
  ),

  planted('core/runs/ring-a.ts', "export { b } from './ring-b'; export const a = 1;", 'no-circular'),
  planted('core/runs/ring-b.ts', "export { a } from './ring-a'; export const b = 1;"),
  planted('stores/type-ring-a.ts', "import type { B } from './type-ring-b'; export type A = B | 1;", 'no-circular'),
  planted('stores/type-ring-b.ts', "import type { A } from './type-ring-a'; export type B = A | 2;"),
  planted('client/lost.ts', "export { nothing } from './not-here';", 'not-to-unresolvable'),
  planted('bench/from-test.ts', "export { gateway } from '../test/support/scripted';", 'nobody-imports-test'),
  planted(
    'stores/from-test.ts',
    "export { gateway } from '../test/support/scripted';",
    'nobody-imports-test',
    'stores-reaches-only',
  ),
  planted('bench/from-scripts.ts', "export { find } from '../scripts/find';", 'nobody-imports-scripts'),
  planted('scripts/find.ts', 'export const find = 1;'),
  planted('bench/from-sandbox.ts', "export { gateway } from '../sandbox/gateway';", 'nobody-imports-sandbox'),

  planted(
    'core/kernel/up.ts',
    "import type { Turn } from '../../workflows/turn'; export type Up = Turn;",
    'core-reaches-only',
  ),
  planted(
    'core/loop-governor/sibling.ts',
    "import type { graph } from '../effects/ledger-rules'; export type Sibling = typeof graph;",
    'core-rooms-not-siblings',
  ),
  planted('core/kernel/from-moves.ts', "export { graph } from '../moves/all-rooms';", 'core-rooms-not-siblings'),
  planted('core/kernel/driver.ts', "export { Client } from 'pg';", 'core-only-pure-packages'),
  planted('core/kernel/node.ts', "export { readFileSync } from 'node:fs';", 'pure-rooms-no-node'),

  planted(
    'agents/support/reach.ts',
    "import type { Refund } from '../../activities/refund'; export type Reach = Refund;",
    'agents-reaches-only',
  ),
  planted('agents/support/neighbour.ts', "export { graph } from '../cafe/graph';", 'agents-not-each-other'),
  planted(
    'agents/support/driver.ts',
    "import type { Client } from 'pg'; export type Driver = Client;",
    'agents-only-pure-packages',
  ),
  planted('agents/support/node.ts', "export { join } from 'path';", 'pure-rooms-no-node'),

  planted(
    'workflows/reach.ts',
    "import type { ledger } from '../stores/ledger'; export type Reach = typeof ledger;",
    'workflows-reaches-only',
  ),
  planted(
    'workflows/calls-code.ts',
    "export { ledger } from '../activities/refund';",
    'workflows-activities-types-only',
  ),
  planted(
    'workflows/both.ts',
    "import type { Refund } from '../activities/refund'; import { ledger } from '../activities/refund'; export type Both = Refund; export const both = ledger;",
    'workflows-activities-types-only',
  ),
  planted(
    'workflows/package.ts',
    "export { Connection } from '@temporalio/client';",
    'workflows-only-sandboxed-packages',
  ),
  planted('workflows/node.ts', "export { randomUUID } from 'node:crypto';", 'pure-rooms-no-node'),

  planted(
    'activities/reach.ts',
    "import type { Turn } from '../workflows/turn'; export type Reach = Turn;",
    'activities-reaches-only',
  ),
  planted('stores/reach.ts', "export { ledger } from '../activities/refund';", 'stores-reaches-only'),
  planted(
    'workers/reach.ts',
    "import type { Turn } from '../workflows/turn'; export type Reach = Turn;",
    'workers-reaches-only',
  ),
  planted('client/cli/reach-workers.ts', "export { money } from '../../workers/agent-worker';", 'client-reaches-only'),
  planted(
    'client/cli/reach-activities.ts',
    "import type { Refund } from '../../activities/refund'; export type Reach = Refund;",
    'client-reaches-only',
  ),
  planted('client/index.ts', "export { signal } from './start';"),
  planted('client/cli/table.ts', "export { ledger } from '../show';"),
  planted('client/cli/watch-run.ts', "export { signal } from '../index'; export { ledger } from './table';"),
  planted('client/cli/show-run.ts', "export { signal } from '../start';", 'run-commands-only-client-library'),
  planted(
    'client/cli/export-run.ts',
    "import type { ledger } from '../../stores/ledger'; export type Ledger = typeof ledger;",
    'run-commands-only-client-library',
  ),
  planted(
    'client/workflow-code.ts',
    "import type { Turn } from '../workflows/turn'; export type Code = Turn;",
    'client-only-messages-of-workflows',
  ),
  planted(
    'client/sandbox.ts',
    "export { gateway } from '../sandbox/gateway';",
    'client-reaches-only',
    'nobody-imports-sandbox',
  ),
  planted('temporal-config/reach.ts', "export { ledger } from '../stores/ledger';", 'temporal-config-reaches-only'),
  planted('test/support/stand-ins/server.ts', "export { port } from './port';"),
  planted('test/support/stand-ins/port.ts', 'export const port = 1;'),
  planted(
    'test/support/stand-ins/from-core.ts',
    "export { money } from '../../../core/kernel/money';",
    'stand-ins-know-nobody',
  ),
  planted('sandbox/reach.ts', "export { money } from '../core/kernel/money';", 'sandbox-reaches-only'),
  planted('client/dev-dependency.ts', "export { assert } from 'fast-check';", 'no-dev-dependency-in-product'),
];

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

export const outsideWorld = [
  'process',
  'fetch',
  'console',
  'Buffer',
  'require',
  '__dirname',
  '__filename',
  'setImmediate',
];
export const clockAndTasks = [
  'Date',
  'Promise',
  'performance',
  'crypto',
  'globalThis',
  'setTimeout',
  'setInterval',
  'clearTimeout',
  'clearInterval',
  'clearImmediate',
  'queueMicrotask',
];
const uses = (names: readonly string[]): string =>
  names.map((name, index) => `export const used${String(index)}: unknown = ${name};`).join('\n');

const constants = (count: number): string =>
  lines(count, (index) => `export const line${String(index)} = ${String(index)};`);
const longFunction = `export function long(): number {\nlet n = 0;\n${lines(57, () => 'n += 1;')}\nreturn n;\n}`;
const longest = longFunction.replace('n += 1;\n', '\n// neither a blank line nor a comment counts\n');
const branches = (count: number): string =>
  `export function tangled(n: number): number {\n${lines(count, (i) => `if (n === ${String(i)}) return 1;`)}\nreturn 0;\n}`;
const parameters = (names: string): string => `export const wide = (${names}): void => undefined;`;
const four = parameters('_a: number, _b: number, _c: number, _d: number');
const kinds = (more: string): string =>
  `export function nameOf(kind: 'a' | 'b'): string { switch (kind) { case 'a': return 'A'; ${more} } }`;
const later = 'async function later(): Promise<number> { return await Promise.resolve(1); }';

/** Each breach stands in a file of its own; `breaks` holds rule ids, and for a forbidden form the head of its message. */
export const plantedCode: readonly Planted[] = [
  planted('core/kernel/inner-let.ts', 'export function inner(): number { let n = 0; n += 1; return n; }'),
  planted('workflows/clock.ts', 'export const roll = (): number => Date.now() + Math.random();'),
  planted('workflows/json.ts', 'export const read = (text: string): unknown => JSON.parse(text);'),
  planted('client/async.ts', `export ${later}`),
  planted('client/small.ts', 'export interface Small { readonly a: number }'),
  planted(
    'client/caught.ts',
    'export function works(f: () => void): boolean { try { f(); return true; } catch { return false; } }',
  ),
  planted('client/full-file.ts', `${constants(250)}\n\n// neither a blank line nor a comment counts\n`),
  planted('client/full-function.ts', longest),
  planted('client/full-branches.ts', branches(9)),
  planted('client/full-parameters.ts', parameters('_a: number, _b: number, _c: number')),
  planted('client/full-switch.ts', kinds("case 'b': return 'B';")),
  planted(
    'test/support/big.ts',
    [longFunction, branches(12), four, constants(251), 'export const one = [1].at(0)!;'].join('\n'),
  ),

  planted('core/kernel/globals.ts', uses([...outsideWorld, ...clockAndTasks]), 'no-restricted-globals'),
  planted('agents/support/globals.ts', uses([...outsideWorld, ...clockAndTasks]), 'no-restricted-globals'),
  planted('workflows/globals.ts', uses(outsideWorld), 'no-restricted-globals'),
  planted('core/kernel/random.ts', 'export const roll = (): number => Math.random();', 'no-restricted-properties'),
  planted(
    'agents/support/random.ts',
    "export const roll = (): number => Math['random']();",
    'no-restricted-properties',
  ),
  planted(
    'core/kernel/async.ts',
    'export const f = async (g: () => PromiseLike<void>): PromiseLike<void> => { await g(); };',
    'no async function',
    'no await',
    'no Promise or Date as a type',
  ),
  planted(
    'agents/support/async.ts',
    'export class C { n = 0; async f(g: AsyncIterable<number>): Promise<void> { for await (const i of g) this.n += i; } }',
    'no async function',
    'no for await',
    'no Promise or Date as a type',
  ),
  planted('core/kernel/clock-type.ts', 'export interface At { readonly at: Date }', 'no Promise or Date as a type'),
  planted(
    'agents/support/module-let.ts',
    'let n = 0; export const next = (): number => (n += 1);',
    'no let outside a function',
  ),
  planted(
    'core/kernel/exported-let.ts',
    'export let n = 0; export const next = (): number => (n += 1);',
    'no exported let',
  ),
  planted(
    'workflows/parse.ts',
    'export const read = (schema: { parse: (raw: unknown) => number }): number => schema.parse(1);',
    'safeParse in a workflow',
  ),

  planted('client/enum.ts', "export enum Colour { Red = 'red' }", 'no enum'),
  planted('core/kernel/enum.ts', "export const enum Colour { Red = 'red' }", 'no enum'),
  planted('workflows/enum.ts', "export enum Colour { Red = 'red' }", 'no enum'),
  planted('test/support/enum.ts', "export enum Colour { Red = 'red' }", 'no enum'),
  planted('client/default.ts', 'export default 1;', 'no export default'),
  planted('core/kernel/default.ts', 'export default 1;', 'no export default'),
  planted('client/as-default.ts', 'const one = 1; export { one as default };', 'no export as default'),
  planted('client/export-equals.ts', 'const one = 1; export = one;', 'no export ='),
  planted('client/long-file.ts', constants(251), 'max-lines'),
  planted('core/kernel/long-file.ts', constants(251), 'max-lines'),
  planted('client/long-function.ts', longFunction, 'max-lines-per-function'),
  planted('client/tangled.ts', branches(10), 'complexity'),
  planted('client/wide.ts', four, '@typescript-eslint/max-params'),
  planted('client/swallowed.ts', 'export function swallow(f: () => void): void { try { f(); } catch {} }', 'no-empty'),
  planted('client/loose-equals.ts', 'export const same = (a: string | null): boolean => a == null;', 'eqeqeq'),
  planted(
    'client/value-import.ts',
    "import { Small } from './small'; export type Value = Small;",
    '@typescript-eslint/consistent-type-imports',
  ),
  planted(
    'client/switch.ts',
    kinds('').replace('} }', "} return ''; }"),
    '@typescript-eslint/switch-exhaustiveness-check',
  ),
  planted('client/switch-default.ts', kinds("default: return '';"), '@typescript-eslint/switch-exhaustiveness-check'),
  planted(
    'client/floating.ts',
    `${later} export function f(): void { later(); }`,
    '@typescript-eslint/no-floating-promises',
  ),
  planted(
    'client/any.ts',
    'export const f = (a: any): number => (a === 1 ? 1 : 2);',
    '@typescript-eslint/no-explicit-any',
  ),
  planted(
    'client/non-null.ts',
    'export const f = (a: string | undefined): string => a!;',
    '@typescript-eslint/no-non-null-assertion',
  ),
  planted(
    'client/template.ts',
    'export const f = (a: string | null): string => `${a}`;',
    '@typescript-eslint/restrict-template-expressions',
  ),
  planted(
    'client/unused.ts',
    'const unused = 1; export const one = (_unused: number): number => 1;',
    '@typescript-eslint/no-unused-vars',
  ),
  planted(
    'client/void.ts',
    'export function f(g: () => void): unknown { const a = g(); return a; }',
    '@typescript-eslint/no-confusing-void-expression',
  ),
  planted('client/idle-disable.ts', '// eslint-disable-next-line no-empty\nexport const a = 1;', 'unused disable'),
];
