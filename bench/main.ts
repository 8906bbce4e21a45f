// `node dist/bench/main.js NAME [--json] [--quick]`. Exits with 0 within the targets, 9 over one, 2 for a wrong call, 7 without Temporal.
import { NoTemporalError } from '../temporal-config/find-temporal-cli';
import type { Bench, BenchReport } from './bench';
import { historyBench } from './history-bench';
import { describeMachine, watchMachine } from './machine';
import { memoryBench } from './memory-bench';
import { withBenchSystem, type BenchServer } from './start-bench-system';
import { stopBench } from './stop-bench';

const benches: Readonly<Record<string, Bench>> = { history: historyBench, stop: stopBench, memory: memoryBench };

const usage = `usage: npm run bench -- ${Object.keys(benches).join('|')} [--json] [--quick]
  history  events and bytes of history a step of model and tool adds
  stop     time from a stop to the parked run
  memory   memory of a worker over 200 short turns
`;

const exitOk = 0;
const exitUsage = 2;
const exitNoTemporal = 7;
const exitOverTarget = 9;

interface Asked {
  readonly name: string;
  readonly bench: Bench;
  readonly json: boolean;
  readonly quick: boolean;
}

const readArguments = (args: readonly string[]): Asked | undefined => {
  const flags = args.filter((arg) => arg.startsWith('-'));
  const names = args.filter((arg) => !arg.startsWith('-'));
  const name = names[0] ?? '';
  const bench = Object.hasOwn(benches, name) ? benches[name] : undefined;
  const isClean = names.length === 1 && flags.every((flag) => flag === '--json' || flag === '--quick');
  if (bench === undefined || !isClean) return undefined;
  return { name, bench, json: flags.includes('--json'), quick: flags.includes('--quick') };
};

const print = (
  asked: Asked,
  report: BenchReport,
  about: { server: BenchServer; machine: string; figures: object },
): void => {
  const { figures, lines, overTarget } = report;
  if (asked.json) {
    const whole = { bench: asked.name, quick: asked.quick, ...figures, overTarget, ...about.figures };
    process.stdout.write(`${JSON.stringify(whole)}\n`);
    return;
  }
  const verdict = overTarget.length === 0 ? ['within the targets'] : overTarget.map((line) => `OVER TARGET: ${line}`);
  const server = `server: ${about.server.kind === 'own' ? 'development server of this bench, in memory' : about.server.address}`;
  process.stdout.write(`${[...lines, ...verdict, server, about.machine].join('\n')}\n`);
};

const run = async (asked: Asked): Promise<number> => {
  const tellMachine = watchMachine();
  const { report, server } = await withBenchSystem(async (system) => {
    const say = (line: string): void => void process.stderr.write(`${line}\n`);
    return { report: await asked.bench(system, { quick: asked.quick, say }), server: system.server };
  });
  const machine = tellMachine();
  print(asked, report, { server, machine: describeMachine(machine), figures: { server: server.kind, machine } });
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
