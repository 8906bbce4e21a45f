// The schemas of all commands. Loaded only by who asks for one: `turnkeep schema`, the script that publishes them, and the tests.
import { z } from 'zod';
import { refusal, toSchema, type AnswersOf } from './answer';
import { effectAnswers } from './effect-answers';
import { guardAnswers } from './guard-answers';
import { keyAnswers } from './key-answers';
import { policyAnswers } from './policy-answers';
import { reviewAnswers } from './review-answers';
import { runAnswers } from './run-answers';
import { systemAnswers } from './system-answers';

const answers: AnswersOf = {
  ...runAnswers,
  ...reviewAnswers,
  ...effectAnswers,
  ...policyAnswers,
  ...guardAnswers,
  ...keyAnswers,
  ...systemAnswers,
};

/** What is answered where no command was named, or one there is not. */
export const NO_COMMAND = 'error';

/** Commands that have a schema, by their paths. */
export const answeredCommands: readonly string[] = Object.keys(answers);

/** `run start` as a file: `run-start.json`. */
export const schemaFileOf = (path: string): string => `${path.replaceAll(' ', '-')}.json`;

/** JSON Schema 2020-12 of what the command writes with --json; undefined of a command that has none yet. */
export const jsonSchemaOf = (path: string): Record<string, unknown> | undefined => {
  const answer = path === NO_COMMAND ? refusal : Object.hasOwn(answers, path) ? answers[path] : undefined;
  if (answer === undefined) return undefined;
  const title = path === NO_COMMAND ? 'turnkeep: a refusal' : `turnkeep ${path} --json`;
  const many = answer.lines === undefined ? {} : { description: 'One value a line: this is the schema of each line.' };
  const { $schema, ...rest } = z.toJSONSchema(toSchema(answer));
  return { $schema, title, ...many, ...rest };
};
