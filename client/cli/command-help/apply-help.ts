// Puts the help of every command into the tree that commander prints and completion reads.
import { Help, type Argument, type Command, type Option } from 'commander';
import type { ExitCode } from '../exit-codes';
import type { CommandHelp, HelpOf } from './command-help';
import { effectHelp } from './effect-help';
import { guardHelp } from './guard-help';
import { keyHelp } from './key-help';
import { policyHelp } from './policy-help';
import { reviewHelp } from './review-help';
import { runHelp } from './run-help';
import { systemHelp } from './system-help';

const helps: HelpOf = {
  ...runHelp,
  ...reviewHelp,
  ...effectHelp,
  ...policyHelp,
  ...guardHelp,
  ...keyHelp,
  ...systemHelp,
};

/** The words of a command below the program's own name: `run start`; empty for the program. */
export const pathOf = (command: Command): string => {
  const names: string[] = [];
  for (let at: Command = command; at.parent !== null; at = at.parent) names.unshift(at.name());
  return names.join(' ');
};

/** The help of a command that does something; undefined of a group, and of one that teaches nothing yet. */
export const helpOf = (command: Command): CommandHelp | undefined =>
  Object.hasOwn(helps, pathOf(command)) ? helps[pathOf(command)] : undefined;

/** Every command that does something, in the order of the tree. */
export const leavesOf = (command: Command): readonly Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);

const exitLines = (exits: CommandHelp['exits']): readonly string[] =>
  Object.entries(exits).map(([code, words]) => `${code.padStart(5)} ${words}`);

const taught = ({ about, examples, exits }: CommandHelp): string =>
  [
    ...(about === undefined ? [] : [about, '']),
    'Exit codes (and those of every command: turnkeep help exit-codes):',
    ...exitLines(exits),
    '',
    examples.length === 1 ? 'Example:' : 'Examples:',
    ...examples.map((example) => `  ${example}`),
    '',
  ].join('\n');

/** Commander's own page, and below it what the command teaches; `help COMMAND` prints the same as `--help`. */
export const formatHelp = (command: Command, helper: Help): string => {
  const page = Help.prototype.formatHelp.call(helper, command, helper);
  const help = helpOf(command);
  if (help !== undefined) return `${page}\n${taught(help)}`;
  return command.parent === null ? `${page}\nExit codes: turnkeep help exit-codes\n` : page;
};

/** What the arguments are, and the closed lists: shown by help, offered by completion; the commands check them on their own. */
export const applyHelp = (program: Command): void => {
  for (const command of leavesOf(program)) {
    const { args = {}, values = {} } = helpOf(command) ?? {};
    for (const argument of command.registeredArguments) {
      argument.description = args[argument.name()] ?? '';
      offerValues(argument, values[argument.name()]);
    }
    for (const option of command.options) offerValues(option, values[option.long ?? '']);
  }
};

const offerValues = (taken: Argument | Option, known: readonly string[] | undefined): void => {
  if (known !== undefined) taken.argChoices = [...known];
};

/** Codes the command says it may end with, without those of every command. */
export const exitsOf = (command: Command): readonly ExitCode[] =>
  Object.keys(helpOf(command)?.exits ?? {}).map((code) => Number(code) as ExitCode);
