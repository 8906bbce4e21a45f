// One line an error, in words that both a model and a person can act on: where, what was expected, what came. The library's own
// wording is no interface, so the lines are made from its codes.
import { toJsonPath } from './json-path';
import type * as z from 'zod';

type Issue = z.core.$ZodIssue;

// Only scalars come here.
const showValue = (value: unknown): string => JSON.stringify(value);

const GOT_CHARS_MAX = 60;

/** A received value, shortened: text in quotes, lists and objects by kind, a missing one as "nothing". */
export const showGot = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (value !== null && typeof value === 'object') return 'an object';
  if (typeof value !== 'string') return showValue(value);
  const characters = Array.from(value);
  if (characters.length <= GOT_CHARS_MAX) return JSON.stringify(value);
  return `${JSON.stringify(characters.slice(0, GOT_CHARS_MAX).join(''))}... (${characters.length} characters)`;
};

const oneOf = (values: readonly unknown[]): string =>
  values.length === 1 ? showValue(values[0]) : `one of ${values.map(showValue).join(', ')}`;

const unitOf = (origin: string): string => {
  if (origin === 'string') return ' characters';
  return origin === 'array' || origin === 'set' ? ' items' : '';
};

const bound = (issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall): string => {
  const limit = issue.code === 'too_big' ? issue.maximum : issue.minimum;
  const inclusive = issue.inclusive !== false;
  const words = issue.code === 'too_big' ? (inclusive ? 'at most' : 'less than') : inclusive ? 'at least' : 'more than';
  return `${words} ${String(limit)}${unitOf(issue.origin)}`;
};

const typeName = (issue: z.core.$ZodIssueInvalidType): string =>
  // The path of a whole number says "number" until a number arrives; shape.ts marks it in the message.
  issue.expected === 'int' || issue.message === INTEGER ? INTEGER : issue.expected;

/** What the error map of shape.ts answers for the type error of a whole number. */
export const INTEGER = 'integer';

const formatWords = (issue: z.core.$ZodIssueInvalidStringFormat): string =>
  issue.format === 'regex' && issue.pattern !== undefined
    ? `a text that matches ${issue.pattern}`
    : `a text of the format ${issue.format}`;

const expectation = (
  issue: Exclude<Issue, z.core.$ZodIssueInvalidUnion | z.core.$ZodIssueUnrecognizedKeys>,
): string => {
  switch (issue.code) {
    case 'invalid_type':
      return typeName(issue);
    case 'too_big':
    case 'too_small':
      return bound(issue);
    case 'invalid_format':
      return formatWords(issue);
    case 'not_multiple_of':
      return `a multiple of ${issue.divisor}`;
    case 'invalid_value':
      return oneOf(issue.values);
    case 'invalid_key':
      return `a valid key of the ${issue.origin}`;
    case 'invalid_element':
      return `a valid element of the ${issue.origin}`;
    case 'custom':
      return issue.message.replace(/^expected /, '');
  }
};

type Branch = readonly Issue[];

// A tag is a literal at a field of the branch's own level; a branch whose literals all fit is the one the tags name.
const isNamedByTag = (branch: Branch): boolean =>
  !branch.some(
    (issue) =>
      (issue.code === 'invalid_value' && issue.path.length === 1) ||
      (issue.path.length === 0 && issue.code === 'invalid_type'),
  );

const linesOfUnion = (issue: z.core.$ZodIssueInvalidUnion, at: readonly PropertyKey[]): readonly string[] => {
  const branches: readonly Branch[] = issue.errors;
  if (branches.length === 0) return [lineOfUnknownTag(issue, at)];
  const named = branches.filter(isNamedByTag);
  const [only] = named;
  if (named.length === 1 && only !== undefined) return only.flatMap((inner) => linesOf(inner, at));
  const kinds = branches.flatMap((branch) =>
    branch.flatMap((inner) => (inner.code === 'invalid_type' && inner.path.length === 0 ? [typeName(inner)] : [])),
  );
  const expected = kinds.length === branches.length ? kinds.join(' or ') : `one of ${branches.length} forms`;
  return [`${toJsonPath(at)}: expected ${expected}, got ${showGot(issue.input)}`];
};

const lineOfUnknownTag = (issue: z.core.$ZodIssueInvalidUnion, at: readonly PropertyKey[]): string => {
  const { discriminator, options } = issue as { discriminator?: string; options?: readonly unknown[] };
  const object: unknown = issue.input;
  const got =
    typeof object === 'object' && object !== null && discriminator !== undefined
      ? new Map<string, unknown>(Object.entries(object)).get(discriminator)
      : object;
  return `${toJsonPath(at)}: expected ${options === undefined ? 'exactly one of the forms' : oneOf(options)}, got ${showGot(got)}`;
};

/** The lines of one issue; `base` is the path of the union it stands in. */
export const linesOf = (issue: Issue, base: readonly PropertyKey[] = []): readonly string[] => {
  const at = [...base, ...issue.path];
  if (issue.code === 'invalid_union') return linesOfUnion(issue, at);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${toJsonPath([...at, key])}: expected no such field, got one`);
  }
  return [`${toJsonPath(at)}: expected ${expectation(issue)}, got ${showGot(issue.input)}`];
};
