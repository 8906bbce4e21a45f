// Every JSON answer that a test sees is held against the published schema of its command, and every exit code against its help:
// what no schema names, and what no help tells, is a red test wherever it happens.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import type { Command } from 'commander';
import { commonExits } from '../../client/cli/command-help/command-help';
import { exitsOf, helpOf, leavesOf, pathOf } from '../../client/cli/command-help/apply-help';
import { createProgram } from '../../client/cli/program';

const folder = resolve(__dirname, '..', '..', 'docs', 'schemas');
const program = createProgram(() => () => Promise.resolve());
const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
const validators = new Map<string, ValidateFunction>();

/** How a command gets what its tests ask of it. */
const HOW_TO_ADD =
  'describe its answer in client/cli/output (one entry under its path), then: npm run build && node scripts/publish-cli-docs.mjs';

const flagsWithValue = new Set(
  [program, ...leavesOf(program)].flatMap((command) =>
    command.options.filter((option) => option.required).flatMap((option) => [option.long, option.short]),
  ),
);

/** The command that commander finds in these words; the program itself, or a group, where they name none. */
export const commandOf = (args: readonly string[]): Command => {
  let command: Command = program;
  for (let at = 0; at < args.length && command.commands.length > 0; at += 1) {
    const word = args[at]!;
    if (flagsWithValue.has(word)) at += 1;
    if (word.startsWith('-')) continue;
    const found = command.commands.find((one) => one.name() === word);
    if (found === undefined) break;
    command = found;
  }
  return command;
};

const validatorOf = (path: string): ValidateFunction => {
  const known = validators.get(path);
  if (known !== undefined) return known;
  const file = join(folder, `${path.replaceAll(' ', '-')}.json`);
  if (!existsSync(file)) throw new Error(`turnkeep ${path} has no schema in docs/schemas: ${HOW_TO_ADD}`);
  const compiled = ajv.compile(JSON.parse(readFileSync(file, 'utf8')) as object);
  validators.set(path, compiled);
  return compiled;
};

const isLeaf = (command: Command): boolean => command.commands.length === 0;

/** Refuses a line that the published schema of the command does not describe. */
export const checkJsonLine = (path: string, line: string): void => {
  const validate = validatorOf(path);
  if (validate(JSON.parse(line))) return;
  const faults = (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message ?? ''} ${JSON.stringify(params)}`,
  );
  throw new Error(
    `turnkeep ${path} --json wrote what its schema does not describe; ${HOW_TO_ADD}\n${line}\n${faults.join('\n')}`,
  );
};

export interface Seen {
  readonly code: number | null;
  readonly stdout: string;
}

/** Refuses an answer that is not as published. A command that was killed may have been cut off in a line. */
export const checkOutput = (args: readonly string[], { code, stdout }: Seen): void => {
  if (code === null) return;
  const command = commandOf(args);
  const path = isLeaf(command) ? pathOf(command) : 'error';
  const isHelp = args.includes('--help') || args.includes('-h') || args.includes('--version');
  if (args.includes('--json') && !isHelp)
    stdout
      .split('\n')
      .filter((line) => line !== '')
      .forEach((line) => checkJsonLine(path, line));
  if (isLeaf(command)) checkExit(command, code);
};

const checkExit = (command: Command, code: number): void => {
  if (helpOf(command) === undefined)
    throw new Error(`turnkeep ${pathOf(command)} has no help in client/cli/command-help`);
  const told: readonly number[] = [...commonExits, ...exitsOf(command)];
  if (!told.includes(code))
    throw new Error(
      `turnkeep ${pathOf(command)} ended with ${code}, which its help does not tell: add it in client/cli/command-help`,
    );
};
