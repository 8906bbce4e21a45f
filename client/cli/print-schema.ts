import type { Command } from 'commander';
import { pathOf } from './command-help/apply-help';
import { findCommand } from './find-command';
import { answeredCommands, jsonSchemaOf } from './output/answers';
import { refuseInput } from './input-error';
import type { Invocation, Report } from './report';

/** `schema [COMMAND]`: the schema as it is published; without a command, which there are. */
export const schemaCommand = (call: Invocation, program: Command): Promise<Report> => {
  if (call.args.length === 0)
    return Promise.resolve({ body: { commands: answeredCommands }, lines: answeredCommands, next: [] });
  const path = pathOf(findCommand(program, call.args));
  const schema = jsonSchemaOf(path);
  if (schema === undefined)
    return refuseInput('USAGE', `schema: expected a command that answers, got ${JSON.stringify(path)}`, [
      'turnkeep schema',
    ]);
  return Promise.resolve({ body: { command: path, schema }, lines: JSON.stringify(schema, null, 2).split('\n') });
};
