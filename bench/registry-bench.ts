// How long somebody waits who looks for a run among ten thousand: the operations behind `run list`, `run attention` and `run show`, on
// SQLite in a temporary folder, beyond start-up. Without a server: what Temporal is asked beside that is not counted here.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordContext } from '../client/client-context';
import type { ListRunsOptions } from '../client/check-list-options';
import { listRuns } from '../client/list-runs';
import { resolveRun } from '../client/resolve-run';
import { findAttention } from '../client/run-attention';
import { readRunRecords } from '../client/run-records';
import { openRecords } from '../client/turnkeep-client';
import { readSettings } from '../temporal-config/settings';
import type { BenchReport, LocalBench } from './bench';
import { percentile } from './percentile';
import { known, writeRegistry } from './registry-rows';
import { toTable } from './table';

const TARGET_MS = 300;
const RUNS = 10_000;
const size = { runs: RUNS, cases: 4_000, customers: 1_000 } as const;

interface Operation {
  readonly name: string;
  /** How many runs it found. */
  readonly run: (records: RecordContext) => Promise<number>;
}

const listing = (name: string, options: () => ListRunsOptions): Operation => ({
  name: `list ${name}`.trim(),
  run: async (records) => {
    const { runs, more } = await listRuns(records, options());
    return runs.length + more;
  },
});

const operationsOver = (keys: readonly string[]): readonly Operation[] => [
  listing('', () => ({})),
  listing('--status interrupted', () => ({ status: 'interrupted' })),
  listing('--status completed', () => ({ status: 'completed' })),
  listing('--outcome handedOff', () => ({ outcome: 'handedOff' })),
  listing('--agent support', () => ({ agent: 'support' })),
  listing('--waiting review', () => ({ waiting: 'review' })),
  listing('--since 24h', () => ({ sinceMs: Date.now() - 86_400_000 })),
  listing('--case REF', () => ({ case: known.case })),
  listing('--customer ID', () => ({ customer: known.customer })),
  listing('--limit 10000', () => ({ limit: RUNS })),
  { name: 'attention, as recorded', run: async (records) => (await findAttention(records)).runs.length },
  { name: 'show, by a part of the id', run: showing(keys) },
];

/** Another run each time, named by the first characters of its case and its turn. */
const showing = (keys: readonly string[]): Operation['run'] => {
  let shown = 0;
  return async (records) => {
    const key = keys[shown % keys.length] ?? '';
    shown += 1;
    const [, caseId = '', turn = ''] = key.split('/');
    const { row } = await readRunRecords(records, await resolveRun(records, `${caseId.slice(0, 12)}/${turn}`));
    return row.workflowId === key ? 1 : 0;
  };
};

interface Figures {
  readonly name: string;
  readonly found: number;
  /** Of the first call in this process, when nothing of it has run yet. */
  readonly firstMs: number;
  readonly medianMs: number;
  readonly p95Ms: number;
}

const round = (ms: number): number => Math.round(ms * 10) / 10;

const timed = async <T>(task: () => Promise<T>): Promise<{ readonly ms: number; readonly value: T }> => {
  const begun = performance.now();
  const value = await task();
  return { ms: performance.now() - begun, value };
};

/** The operations take turns, so that a busy moment of the machine meets all of them. */
const measure = async (records: RecordContext, rounds: number): Promise<readonly Figures[]> => {
  const waiting = await records.store.runs.list({ status: 'interrupted', limit: 200 });
  const operations = operationsOver(waiting.map(({ workflowId }) => workflowId));
  const times = operations.map((): number[] => []);
  const found = operations.map(() => 0);
  for (let at = 0; at < rounds; at += 1)
    for (const [index, { run }] of operations.entries()) {
      const { ms, value } = await timed(() => run(records));
      times[index]?.push(ms);
      found[index] = value;
    }
  return operations.map(({ name }, index) => toFigures(name, times[index] ?? [], found[index] ?? 0));
};

const toFigures = (name: string, times: readonly number[], found: number): Figures => {
  // An operation that finds nothing is fast and says nothing.
  if (found === 0) throw new Error(`${name}: expected runs in the bench's own registry, found none`);
  const medianMs = round(percentile(times, 0.5));
  return { name, found, firstMs: round(times[0] ?? 0), medianMs, p95Ms: round(percentile(times, 0.95)) };
};

const toReport = (rounds: number, openMs: number, figures: readonly Figures[]): BenchReport => ({
  figures: { runs: RUNS, rounds, targetMs: TARGET_MS, openMs: round(openMs), operations: figures },
  lines: [
    `${RUNS} runs on SQLite, ${rounds} rounds in one process; opening the store took ${round(openMs)} ms`,
    ...toTable([
      ['operation', 'found', 'first ms', 'median ms', 'p95 ms'],
      ...figures.map(({ name, found, firstMs, medianMs, p95Ms }) => [name, found, firstMs, medianMs, p95Ms]),
    ]),
  ],
  overTarget: figures
    .filter(({ medianMs }) => medianMs > TARGET_MS)
    .map(({ name, medianMs }) => `${name}: median ${medianMs} ms, target ${TARGET_MS} ms`),
});

/** Lists, attention and show among 10,000 runs. */
export const registryBench: LocalBench = async ({ quick, say }) => {
  const home = mkdtempSync(join(tmpdir(), 'turnkeep-registry-bench-'));
  const settings = readSettings({ TURNKEEP_HOME: home });
  try {
    const writing = await openRecords(settings);
    await writeRegistry(writing.store, size, say).finally(() => writing.store.close());
    const { ms, value: records } = await timed(() => openRecords(settings));
    const rounds = quick ? 15 : 60;
    const figures = await measure(records, rounds).finally(() => records.store.close());
    return toReport(rounds, ms, figures);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
};
