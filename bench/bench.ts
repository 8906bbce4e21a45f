import type { BenchSystem } from './start-bench-system';

export interface BenchOptions {
  /** Fewer and smaller runs; the same targets. */
  readonly quick: boolean;
  /** A line for people while it runs. */
  readonly say: (line: string) => void;
}

/** What a bench found: the figures for `--json`, the same as lines for people, and what is over its target. */
export interface BenchReport {
  readonly figures: Readonly<Record<string, unknown>>;
  readonly lines: readonly string[];
  readonly overTarget: readonly string[];
}

export type Bench = (system: BenchSystem, options: BenchOptions) => Promise<BenchReport>;

/** A bench that needs no server, worker or gateway. */
export type LocalBench = (options: BenchOptions) => BenchReport | Promise<BenchReport>;
