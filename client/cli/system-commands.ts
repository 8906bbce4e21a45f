import type { Command } from 'commander';
import { findCommand } from './find-command';
import type { Act, Report } from './report';

/** `demo`, `dev`, `serve`, `doctor`, `schema`, `completion`, `help`. */
export const addSystemCommands = (program: Command, act: Act): void => {
  program
    .command('demo [name]')
    .description('play a scenario on a server, gateway and worker of its own')
    .option(
      '--auto',
      'do not wait for a key at the end; review-by-ui: a browser of this system does what a person would',
    )
    .option('--screenshots <folder>', 'with review-by-ui --auto: keep pictures of the pages there')
    .action(act(async (call) => (await import('./run-demo.js')).demoCommand(call)));
  program
    .command('dev')
    .description('a development server if none answers, the sandbox payment gateway and a worker; Ctrl-C stops them')
    .option('--codec', 'the codec server too: the Web UI started here then shows what is sealed (docs/codec.md)')
    .action(act(async (call) => (await import('./dev.js')).devCommand(call)));
  addServe(program, act);
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

const addServe = (program: Command, act: Act): void => {
  program
    .command('serve')
    .description('serve the codec: the Temporal CLI and Web UI then show what is sealed; Ctrl-C stops it')
    .option('--codec', "open and seal payloads by Temporal's remote codec protocol, on loopback")
    .option('--port <port>', 'where to listen; 0 takes any free port (settings: codec.port, 7246)')
    .option(
      '--origin <url>',
      "a page that may ask, beside those of the settings or of the development server's Web UI; may be repeated",
      (url: string, before: readonly string[] | undefined) => [...(before ?? []), url],
    )
    .option('--token-file <file>', 'a file of mode 600 with the token (made in the data folder when left out)')
    .action(act(async (call) => (await import('./serve.js')).serveCommand(call)));
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
