// The command tree: names, flags, one line of help each. A command's own code is loaded when it runs, so that help is instant.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Command, type CommanderError } from 'commander';
import { ClientError } from '../client-error';
import { applyHelp, formatHelp } from './command-help/apply-help';
import type { Act, Asked, Perform } from './report';
import { addEffectCommands } from './effect-commands';
import { addEvalCommands } from './eval-commands';
import { addGuardCommands } from './guard-commands';
import { addPolicyCommands } from './policy-commands';
import { addReviewCommands } from './review-commands';
import { addRunCommands } from './run-commands';
import { addKeyCommands } from './signer-commands';
import { addSystemCommands } from './system-commands';

type Runner = (task: Perform) => (call: Asked) => Promise<void>;

const globalFlags = (command: Command): Command =>
  command
    .option('--json', 'one JSON value on stdout instead of text')
    .option('--as <name>', 'who acts: recorded as unverified, unless a key of theirs signs (keys new-signer)')
    .option('--no-input', 'never ask, also on a terminal')
    .option('--debug', 'show the stack of an error');

export const createProgram = (runner: Runner): Command => {
  const program = globalFlags(new Command('turnkeep'))
    .description('Guard rails for agents on Temporal: one agent turn is one durable workflow, and the program decides.')
    .version(readVersion(), '-V, --version', 'show the version')
    .configureHelp({ showGlobalOptions: true, formatHelp })
    .configureOutput({ outputError: () => undefined })
    .showSuggestionAfterError()
    .helpCommand(false);
  const act: Act =
    (task) =>
    async (...raw) => {
      const command = raw.at(-1);
      if (!(command instanceof Command)) throw new Error('broken invariant: commander passes the command last');
      try {
        await runner(task)(toCall(command));
      } catch (error) {
        throw withHelp(error, command);
      }
    };
  addRunCommands(program, act);
  addReviewCommands(program, act);
  addEffectCommands(program, act);
  addEvalCommands(program, act);
  addGuardCommands(program, act);
  addPolicyCommands(program, act);
  addKeyCommands(program, act);
  addSystemCommands(program, act);
  applyHelp(program);
  nameHelp(program);
  return program;
};

/** Every refusal of commander's says whose help explains it; subcommands were made with the program's own override. */
const nameHelp = (command: Command): void => {
  command.exitOverride((error: CommanderError): never => {
    throw Object.assign(error, { next: [helpOf(command)] });
  });
  command.commands.forEach(nameHelp);
};

const helpOf = (command: Command): string => {
  const names: string[] = [];
  for (let at: Command | null = command; at !== null; at = at.parent) names.unshift(at.name());
  return `${names.join(' ')} --help`;
};

/** What was typed is wrong and nothing says what helps: the help of the command does. */
const withHelp = (error: unknown, command: Command): unknown =>
  error instanceof ClientError && error.exit === 2 && error.next.length === 0
    ? new ClientError(error.code, error.exit, { message: error.message, next: [helpOf(command)] })
    : error;

const toCall = (command: Command): Asked => {
  const globals: Record<string, unknown> = command.optsWithGlobals();
  // A command's own --input FILE would else be hidden by the global --no-input, which has the same key.
  const options: Record<string, unknown> = { ...globals, ...command.opts() };
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY;
  return {
    json: options['json'] === true,
    debug: options['debug'] === true,
    mayAsk: isTerminal && globals['input'] !== false && options['json'] !== true,
    as: typeof options['as'] === 'string' ? options['as'] : undefined,
    args: command.args,
    options,
  };
};

/** The nearest manifest above: of the sources and of what is built from them it is the same. */
const readVersion = (folder = __dirname): string => {
  const manifest = join(folder, 'package.json');
  return existsSync(manifest)
    ? (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
    : readVersion(dirname(folder));
};
