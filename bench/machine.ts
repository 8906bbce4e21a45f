// A figure without its machine is none: how many cores, and how busy they were before and after.
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

export interface Machine {
  readonly node: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  /** Load average of the last minute. */
  readonly loadBefore: number;
  readonly loadAfter: number;
}

const load = (): number => Math.round((loadavg()[0] ?? 0) * 10) / 10;

/** Call it first; what it returns, called last, tells the machine. */
export const watchMachine = (): (() => Machine) => {
  const loadBefore = load();
  return () => ({
    node: process.versions.node,
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    loadBefore,
    loadAfter: load(),
  });
};

export const describeMachine = (machine: Machine): string => {
  const { node, cpu, cores, memoryGb, loadBefore, loadAfter } = machine;
  const busy =
    Math.max(loadBefore, loadAfter) > cores ? '; others worked here at the same time: times are upper bounds' : '';
  return `${cores} cores (${cpu}), ${memoryGb} GB, Node ${node}, load ${loadBefore} before and ${loadAfter} after${busy}`;
};
