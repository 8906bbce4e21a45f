// What a program passes is checked before anything is opened, claimed or sent: a name that is not known, a figure that can be none, a
// value of another type. Types of TypeScript alone hold nobody to that. What was passed may be a customer's words: of a text no more
// is told than its length, unless it looks like a code.
import type { z } from 'zod';
import { nearestName } from '../core/kernel/nearest-name';
import { ClientError } from './client-error';

const CODE = /^[\w.:/-]{0,40}$/;

/** Refuses (INPUT_OPTION, exit 2) what the function `name` cannot take, all faults at once, each with path, expected and got. */
export const assertOptions = (name: string, schema: z.ZodObject, options: unknown): void => {
  const read = schema.safeParse(options, { reportInput: true });
  if (read.success) return;
  const faults = read.error.issues.flatMap((issue) => toFaults(issue, schema));
  throw new ClientError('INPUT_OPTION', 2, `${name}: ${faults.join('; ')}`);
};

/** The same of an argument that has to be a text, such as a run. */
export const assertText = (name: string, value: unknown): void => {
  if (typeof value === 'string') return;
  throw new ClientError('INPUT_OPTION', 2, `${name}: expected a text, got ${shownValue(value)}`);
};

/** The same of an argument that is one of a closed list. */
export const assertOneOf = (name: string, value: unknown, known: readonly string[]): void => {
  if (typeof value === 'string' && known.includes(value)) return;
  throw new ClientError('INPUT_OPTION', 2, `${name}: expected ${known.join(', ')}, got ${shownValue(value)}`);
};

const toFaults = (issue: z.core.$ZodIssue, schema: z.ZodObject): readonly string[] => {
  const at = issue.path.map(String);
  if (issue.code !== 'unrecognized_keys')
    return [`${at.length === 0 ? 'options' : at.join('.')}: ${expectedOf(issue)}, got ${shownValue(issue.input)}`];
  const known = at.length === 0 ? Object.keys(schema.shape) : [];
  return issue.keys.map((key) => {
    const near = nearestName(key, known);
    return `${[...at, shownKey(key)].join('.')}: unknown option${near === undefined ? '' : `, did you mean ${near}?`}`;
  });
};

const shownKey = (key: string): string => (CODE.test(key) ? key : `(a name of ${key.length} characters)`);

const typeWords: Readonly<Record<string, string>> = {
  string: 'a text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
};

const expectedOf = (issue: z.core.$ZodIssue): string => {
  if (issue.code === 'invalid_type') return `expected ${typeWords[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value') return `expected ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'too_small')
    return `expected ${issue.inclusive === true ? 'at least' : 'more than'} ${issue.minimum}${unitOf(issue.origin)}`;
  if (issue.code === 'too_big')
    return `expected ${issue.inclusive === true ? 'at most' : 'less than'} ${issue.maximum}${unitOf(issue.origin)}`;
  return issue.message;
};

const unitOf = (origin: string): string => (origin === 'string' ? ' characters' : '');

const shownValue = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`;
  return CODE.test(value) ? JSON.stringify(value) : `a text of ${value.length} characters`;
};
