// What a person waits for before a command does anything: whole processes, from start to exit, beside a Node that does nothing. The
// commands take turns, so that a busy moment of the machine meets all of them.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { BenchReport, LocalBench } from './bench';
import { percentile } from './percentile';
import { toTable } from './table';

const TARGET_MS = 400;

const main = resolve(__dirname, '..', 'client', 'cli', 'main.js');

const commands: readonly { readonly name: string; readonly args: readonly string[] }[] = [
  { name: 'node -e 0', args: ['-e', '0'] },
  { name: 'turnkeep --version', args: [main, '--version'] },
  { name: 'turnkeep --help', args: [main, '--help'] },
  { name: 'turnkeep run list --json', args: [main, 'run', 'list', '--json'] },
];

const timeOf = (args: readonly string[], home: string): number => {
  const env = { ...process.env, TURNKEEP_HOME: home };
  const startedAt = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  const ms = performance.now() - startedAt;
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${String(status)}: ${stderr}`);
  return ms;
};

const round = (ms: number): number => Math.round(ms * 10) / 10;

interface Figures {
  readonly name: string;
  readonly medianMs: number;
  readonly p95Ms: number;
  /** Of the median of bare Node. */
  readonly ratio: number;
}

const figuresOf = (times: readonly (readonly number[])[]): readonly Figures[] => {
  const bare = percentile(times[0] ?? [], 0.5);
  return commands.map(({ name }, index) => {
    const own = times[index] ?? [];
    const medianMs = round(percentile(own, 0.5));
    return { name, medianMs, p95Ms: round(percentile(own, 0.95)), ratio: Math.round((medianMs / bare) * 100) / 100 };
  });
};

const toReport = (runs: number, figures: readonly Figures[]): BenchReport => ({
  figures: { runs, targetMs: TARGET_MS, commands: figures },
  lines: [
    `${runs} runs each, whole processes; the registry is empty`,
    ...toTable([
      ['command', 'median ms', 'p95 ms', 'of bare node'],
      ...figures.map(({ name, medianMs, p95Ms, ratio }) => [name, medianMs, p95Ms, ratio]),
    ]),
  ],
  overTarget: figures
    .filter(({ medianMs }) => medianMs > TARGET_MS)
    .map(({ name, medianMs }) => `${name}: median ${medianMs} ms, target ${TARGET_MS} ms`),
});

/** Start-up of the built command. */
export const cliBench: LocalBench = ({ quick, say }) => {
  const runs = quick ? 7 : 25;
  const folder = mkdtempSync(join(tmpdir(), 'turnkeep-cli-bench-'));
  try {
    say(`starting ${runs * commands.length} processes`);
    const times: number[][] = commands.map(() => []);
    // Once unmeasured: what lies in no cache of the disk is another question.
    for (const { args } of commands) timeOf(args, folder);
    for (let run = 0; run < runs; run += 1)
      commands.forEach(({ args }, index) => times[index]?.push(timeOf(args, join(folder, 'home'))));
    return toReport(runs, figuresOf(times));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
