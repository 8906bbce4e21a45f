// The command tree: names, flags, one line of help each. A command's own code is loaded when it runs, so that help is instant.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, type CommanderError } from 'commander';
import { ClientError } from '../client-error';
import type { Act, Invocation, Perform } from './report';
import { addEffectCommands } from './effect-commands';
import { addEvalCommands } from './eval-commands';
import { addGuardCommands } from './guard-commands';
import { addPolicyCommands } from './policy-commands';
import { addReviewCommands } from './review-commands';
import { addRunCommands } from './run-commands';
import { addKeyCommands } from './signer-commands';
import { addSystemCommands } from './system-commands';

type Runner = (task: Perform) => (call: Omit<Invocation, 'say' | 'onInterrupt' | 'endsAs'>) => Promise<void>;

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
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ outputError: () => undefined })
    .showSuggestionAfterError()
    .helpCommand(false)
    .addHelpText('after', '\nExit codes: turnkeep help exit-codes');
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

const toCall = (command: Command): Omit<Invocation, 'say' | 'onInterrupt' | 'endsAs'> => {
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

const readVersion = (): string => {
  const manifest = join(__dirname, '..', '..', '..', 'package.json');
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
};
