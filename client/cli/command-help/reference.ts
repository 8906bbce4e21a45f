// The reference of all commands for docs/cli.md, written from the tree itself.
import type { Argument, Command, Option } from 'commander';
import { exitMeanings } from '../exit-codes';
import { helpOf, leavesOf, pathOf } from './apply-help';

const cell = (text: string): string => text.replace(/\|/g, '\\|').replace(/</g, '\\<');

const listed = (choices: readonly string[] | undefined): string =>
  choices === undefined ? '' : ` (one of: ${choices.join(', ')})`;

const optionRow = (option: Option): string =>
  `| \`${option.flags}\`${option.mandatory ? ' needed' : ''} | ${cell(option.description)}${listed(option.argChoices)} |`;

const argumentRow = (argument: Argument): string =>
  `| \`${argument.required ? `<${argument.name()}>` : `[${argument.name()}]`}\` | ${cell(argument.description)}${listed(argument.argChoices)} |`;

const table = (rows: readonly string[]): readonly string[] =>
  rows.length === 0 ? [] : ['', '| | |', '|---|---|', ...rows];

const commandSection = (command: Command): readonly string[] => {
  const path = pathOf(command);
  const { examples = [], exits = {} } = helpOf(command) ?? {};
  const rows = [...command.registeredArguments.map(argumentRow), ...command.options.map(optionRow)];
  const codes = Object.entries(exits).map(([code, words]) => `${code} ${words}`);
  return [
    `### turnkeep ${path}`,
    '',
    `${command.description()}. Schema of \`--json\`: [${path.replaceAll(' ', '-')}.json](schemas/${path.replaceAll(' ', '-')}.json).`,
    ...table(rows),
    '',
    ...codes.map((line) => `- ${line}`),
    '',
    '```',
    ...examples,
    '```',
    '',
  ];
};

/** Markdown: flags of every command, each command with its arguments, flags, exit codes and examples, and all exit codes. */
export const commandReference = (program: Command): string =>
  [
    '## Exit codes',
    '',
    '| code | meaning |',
    '|---|---|',
    ...Object.entries(exitMeanings).map(([code, meaning]) => `| ${code} | ${meaning} |`),
    '',
    '## Flags of every command',
    ...table(program.options.map(optionRow)),
    '',
    '## Commands',
    '',
    ...leavesOf(program).flatMap(commandSection),
  ].join('\n');
