import { CommanderError, type Command } from 'commander';
import { demoNames } from '../demo/demos';
import type { Act, Report } from './report';

/** `demo`, `dev`, `doctor`, `help`. */
export const addSystemCommands = (program: Command, act: Act): void => {
  program
    .command('demo [name]')
    .description(
      `a scenario on a server, gateway and worker of its own: ${demoNames.join(', ')} (refund when left out)`,
    )
    .option(
      '--auto',
      'do not wait for a key at the end; review-by-ui: a browser of this system does what a person would',
    )
    .option('--screenshots <folder>', 'with review-by-ui --auto: keep pictures of the pages there')
    .action(act(async (call) => (await import('./run-demo.js')).demoCommand(call)));
  program
    .command('dev')
    .description('a development server if none answers, the sandbox payment gateway and a worker; Ctrl-C stops them')
    .action(act(async (call) => (await import('./dev.js')).devCommand(call)));
  program
    .command('doctor')
    .description('check the set-up; every line says what to do')
    .action(act(async (call) => (await import('./doctor.js')).doctorCommand(call)));
  program
    .command('help [topic...]')
    .description('help for a command, or: help exit-codes')
    .action(act(async ({ args }) => help(program, args)));
};

const help = async (program: Command, topic: readonly string[]): Promise<Report> => {
  if (topic[0] === 'exit-codes') return exitCodes();
  const named = topic.reduce<Command>((command, word) => findCommand(command, word), program);
  return { body: { help: named.helpInformation() }, lines: named.helpInformation().trimEnd().split('\n') };
};

const findCommand = (command: Command, word: string): Command => {
  const found = command.commands.find((one) => one.name() === word);
  if (found !== undefined) return found;
  throw new CommanderError(1, 'commander.unknownCommand', `no help on ${JSON.stringify(word)}`);
};

const exitCodes = async (): Promise<Report> => {
  const { exitMeanings } = await import('./exit-codes.js');
  const rows = Object.entries(exitMeanings);
  return {
    body: { exitCodes: exitMeanings },
    lines: ['Exit codes', ...rows.map(([code, meaning]) => `${code.padStart(4)}  ${meaning}`)],
  };
};
