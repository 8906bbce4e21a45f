import type { Command } from 'commander';
import { findCommand } from './find-command';
import type { Act, Report } from './report';

/** `demo`, `dev`, `doctor`, `schema`, `completion`, `help`. */
export const addSystemCommands = (program: Command, act: Act): void => {
  program
    .command('demo [name]')
    .description('play a scenario on a server, gateway and worker of its own')
    .option('--auto', 'do not wait for a key at the end')
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
    .command('schema [command...]')
    .description('print the JSON Schema of what a command answers with --json')
    .action(act(async (call) => (await import('./print-schema.js')).schemaCommand(call, program)));
  program
    .command('completion <shell>')
    .description('print the completion of commands, flags and values for a shell')
    .action(act(async (call) => (await import('./print-completion.js')).completionCommand(call, program)));
  program
    .command('help [topic...]')
    .description('help for a command, or: help exit-codes')
    .action(act(async ({ args }) => help(program, args)));
};

const help = async (program: Command, topic: readonly string[]): Promise<Report> => {
  if (topic[0] === 'exit-codes') return exitCodes();
  const page = findCommand(program, topic, ['exit-codes']).helpInformation();
  return { body: { help: page }, lines: page.trimEnd().split('\n') };
};

const exitCodes = async (): Promise<Report> => {
  const { exitMeanings } = await import('./exit-codes.js');
  const rows = Object.entries(exitMeanings);
  return {
    body: { exitCodes: exitMeanings },
    lines: ['Exit codes', ...rows.map(([code, meaning]) => `${code.padStart(4)}  ${meaning}`)],
  };
};
