// `node dist/bench/main.js NAME [--json] [--quick]`. Exits with 0 within the targets, 9 over one, 2 for a wrong call, 7 without Temporal.
import { NoTemporalError } from '../temporal-config/find-temporal-cli';
import type { Bench, BenchOptions, BenchReport, LocalBench } from './bench';
import { cliBench } from './cli-bench';
import { guardBench } from './guard-bench';
import { historyBench } from './history-bench';
import { describeMachine, watchMachine } from './machine';
import { memoryBench } from './memory-bench';
import { withBenchSystem, type BenchServer } from './start-bench-system';
import { registryBench } from './registry-bench';
import { stopBench } from './stop-bench';
import { temporalBench } from './temporal-bench';

const benches: Readonly<Record<string, Bench>> = {
  history: historyBench,
  stop: stopBench,
  memory: memoryBench,
  temporal: temporalBench,
};
const localBenches: Readonly<Record<string, LocalBench>> = {
  guard: guardBench,
  cli: cliBench,
  registry: registryBench,
};
const names = [...Object.keys(benches), ...Object.keys(localBenches)];

const usage = `usage: npm run bench -- ${names.join('|')} [--json] [--quick]
  history  events and bytes of history a step of model and tool adds
  stop     time from a stop to the parked run
  temporal step, replay and decision beside the same activities on bare Temporal
  memory   memory of a worker over 200 short turns
  guard    time of the output guard beside JSON.parse + ajv, and on hostile replies; needs no server
  cli      start-up of the command line beside a bare node; needs no server
  registry list, attention and show among 10,000 runs; needs no server
`;

const exitOk = 0;
const exitUsage = 2;
const exitNoTemporal = 7;
const exitOverTarget = 9;

interface Asked {
  readonly name: string;
  readonly json: boolean;
  readonly quick: boolean;
}

const readArguments = (args: readonly string[]): Asked | undefined => {
  const flags = args.filter((arg) => arg.startsWith('-'));
  const [name = '', ...more] = args.filter((arg) => !arg.startsWith('-'));
  const isClean = more.length === 0 && flags.every((flag) => flag === '--json' || flag === '--quick');
  if (!names.includes(name) || !isClean) return undefined;
  return { name, json: flags.includes('--json'), quick: flags.includes('--quick') };
};

const print = (
  asked: Asked,
  report: BenchReport,
  about: { server: BenchServer | undefined; machine: string; figures: object },
): void => {
  const { figures, lines, overTarget } = report;
  if (asked.json) {
    const whole = { bench: asked.name, quick: asked.quick, ...figures, overTarget, ...about.figures };
    process.stdout.write(`${JSON.stringify(whole)}\n`);
    return;
  }
  const verdict = overTarget.length === 0 ? ['within the targets'] : overTarget.map((line) => `OVER TARGET: ${line}`);
  process.stdout.write(`${[...lines, ...verdict, ...serverLine(about.server), about.machine].join('\n')}\n`);
};

const serverLine = (server: BenchServer | undefined): readonly string[] => {
  if (server === undefined) return [];
  return [`server: ${server.kind === 'own' ? 'development server of this bench, in memory' : server.address}`];
};

interface Measured {
  readonly report: BenchReport;
  /** Undefined when the bench needed none. */
  readonly server: BenchServer | undefined;
}

const measure = async (name: string, options: BenchOptions): Promise<Measured> => {
  const local = localBenches[name];
  if (local !== undefined) return { report: await local(options), server: undefined };
  const bench = benches[name];
  if (bench === undefined) throw new Error(`no bench ${name}`);
  return withBenchSystem(async (system) => ({ report: await bench(system, options), server: system.server }));
};

const run = async (asked: Asked): Promise<number> => {
  const tellMachine = watchMachine();
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const { report, server } = await measure(asked.name, { quick: asked.quick, say });
  const machine = tellMachine();
  print(asked, report, {
    server,
    machine: describeMachine(machine),
    figures: { server: server?.kind ?? 'none', machine },
  });
  return report.overTarget.length === 0 ? exitOk : exitOverTarget;
};

const main = async (args: readonly string[]): Promise<number> => {
  const asked = readArguments(args);
  if (asked === undefined) {
    process.stderr.write(usage);
    return exitUsage;
  }
  try {
    return await run(asked);
  } catch (error) {
    process.stderr.write(`bench ${asked.name}: ${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof NoTemporalError ? exitNoTemporal : 1;
  }
};

void main(process.argv.slice(2)).then((code) => process.exit(code));
