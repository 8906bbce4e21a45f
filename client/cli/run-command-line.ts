// Runs one command: builds the tree, shows what came of it, and turns whatever was thrown into an exit code. Ctrl-C answers at once.
import { CommanderError } from 'commander';
import { createProgram } from './program';
import type { ExitCode, Failure } from './exit-codes';
import type { Asked, Perform } from './report';
import { say, showFailure, showProgress, showReport } from './terminal';

const CLEAN_UP_MS = 8_000;

interface Line {
  readonly json: boolean;
  readonly debug: boolean;
  readonly cleanUps: (() => Promise<void>)[];
  /** Ctrl-C came: whatever the command still says is about what is being taken away under it. */
  interrupted: boolean;
  /** What goes on all the same. */
  run: string | null;
  /** What the command ends as, as far as it is known: a reader that goes away does not change it. */
  exit: ExitCode;
}

/** Runs `args` to the end and returns the exit code; never throws. */
export const runCommandLine = async (args: readonly string[]): Promise<ExitCode> => {
  const flags = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  const line: Line = {
    json: flags.includes('--json'),
    debug: flags.includes('--debug'),
    cleanUps: [],
    interrupted: false,
    run: null,
    exit: 0,
  };
  process.stdout.on('error', (error: NodeJS.ErrnoException) => leave(error, line));
  process.on('SIGINT', () => void interrupt(line));
  process.on('SIGTERM', () => void interrupt(line));
  const perform = (task: Perform) => async (call: Asked) => {
    const onInterrupt = (cleanUp: () => Promise<void>): unknown => line.cleanUps.push(cleanUp);
    const endsAs = (exit: ExitCode): unknown => (line.exit = exit);
    const goesOn = (turnKey: string): unknown => (line.run = turnKey);
    const report = await task({ ...call, say, progress: showProgress, onInterrupt, goesOn, endsAs });
    if (line.interrupted) await leaving();
    line.exit = report.failure?.exit ?? 0;
    showReport(report, line.json);
  };
  try {
    await createProgram(perform).parseAsync(args, { from: 'user' });
    return line.exit;
  } catch (error) {
    if (line.interrupted) await leaving();
    return fail(error, line);
  }
};

/** Never comes: the handler of Ctrl-C ends the process. */
const leaving = (): Promise<never> => new Promise(() => undefined);

/** Quietly where the reader went away; an answer that cannot be written for another reason is no success. */
const leave = (error: NodeJS.ErrnoException, { exit }: Line): never => {
  if (error.code === 'EPIPE') process.exit(exit);
  say(`turnkeep: the answer could not be written (${error.code ?? error.name})`);
  process.exit(exit === 0 ? 1 : exit);
};

const fail = async (error: unknown, { json, debug }: Line): Promise<ExitCode> => {
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  const { explainFailure } = await import('./exit-codes.js');
  // The help was shown already, in place of a command that was not named.
  const isHelp = error instanceof CommanderError && error.code === 'commander.help';
  if (isHelp && !json) return 2;
  const failure = explainFailure(isHelp ? new CommanderError(1, 'commander.help', 'a command is missing') : error);
  showFailure(failure, { json, stack: debug && error instanceof Error ? error.stack : undefined });
  return failure.exit;
};

/** Says so at once; what the command started is ended first, and a second Ctrl-C does not wait for that. */
const interrupt = async (line: Line): Promise<void> => {
  const { json, cleanUps } = line;
  line.interrupted = true;
  const tasks = cleanUps.splice(0);
  if (tasks.length > 0) say('stopping what was started');
  process.removeAllListeners('SIGINT').on('SIGINT', () => process.exit(130));
  const limit = new Promise<void>((resolve) => setTimeout(resolve, CLEAN_UP_MS).unref());
  await Promise.race([Promise.allSettled(tasks.map((task) => task())), limit]);
  showFailure(interruption(line.run), { json, stack: undefined });
  process.exit(130);
};

const interruption = (run: string | null): Failure => ({
  ...{ exit: 130, code: 'INTERRUPTED', retryable: true },
  message: run === null ? 'interrupted' : `interrupted; the run goes on: ${run}`,
  next: run === null ? [] : [`turnkeep run show ${run}`],
});
