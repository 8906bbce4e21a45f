// One line an error: where, what was expected, what came; in the same words as for schemas of ours. Of a union it is the error of the
// form that the value's tag names.
import { toJsonPath } from '../../core/output-guard/json-path';
import { showGot } from '../../core/output-guard/shape-error';
import { findEqualItems } from './equal-json';
import { explainUnion } from './explain-union';
import { jsonPathOf, joinPaths, type ErrorPath } from './error-path';
import type { ErrorLine, Explained } from './error-line';
import type { Json } from '../../core/kernel/json';
import type { ErrorObject } from 'ajv';

interface Expected {
  readonly words: string;
  /** A field that is missing or too much, by name. */
  readonly field?: string;
  /** Instead of the value itself. */
  readonly got?: string;
}

type Params = Readonly<Record<string, unknown>>;
type Explain = (params: Params, error: ErrorObject) => Expected | undefined;

const show = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : showGot(value);

const VALUES_MAX = 20;
const oneOf = (values: readonly unknown[]): string => {
  if (values.length === 1) return show(values[0]);
  const more = values.length > VALUES_MAX ? ` and ${values.length - VALUES_MAX} more` : '';
  return `one of ${values.slice(0, VALUES_MAX).map(show).join(', ')}${more}`;
};

const typeWords = (type: unknown): string => (Array.isArray(type) ? type.map(String).join(' or ') : String(type));

const limit =
  (words: string, unit = ''): Explain =>
  ({ limit: bound }) => ({ words: `${words} ${String(bound)}${unit}` });

const tooMuch =
  (name: string): Explain =>
  (params) => ({ words: 'no such field', field: String(params[name]), got: 'one' });

const missing: Explain = ({ missingProperty }, { parentSchema }) => {
  const field = String(missingProperty);
  const properties: unknown = (parentSchema as Params | undefined)?.['properties'];
  const declared = new Map<string, unknown>(Object.entries(properties ?? {})).get(field);
  const type = (declared as Params | undefined)?.['type'];
  return { words: type === undefined ? 'a value' : typeWords(type), field, got: 'nothing' };
};

const explainers: Readonly<Record<string, Explain>> = {
  type: ({ type }) => ({ words: typeWords(type) }),
  enum: (_params, { schema }) => ({ words: oneOf(schema as readonly unknown[]) }),
  const: (_params, { schema }) => ({ words: show(schema) }),
  required: missing,
  dependentRequired: missing,
  dependencies: missing,
  additionalProperties: tooMuch('additionalProperty'),
  unevaluatedProperties: tooMuch('unevaluatedProperty'),
  minimum: limit('at least'),
  maximum: limit('at most'),
  exclusiveMinimum: limit('more than'),
  exclusiveMaximum: limit('less than'),
  minLength: limit('at least', ' characters'),
  maxLength: limit('at most', ' characters'),
  minItems: limit('at least', ' items'),
  maxItems: limit('at most', ' items'),
  items: limit('at most', ' items'),
  additionalItems: limit('at most', ' items'),
  unevaluatedItems: limit('at most', ' items'),
  minProperties: limit('at least', ' fields'),
  maxProperties: limit('at most', ' fields'),
  multipleOf: (_params, { schema }) => ({ words: `a multiple of ${String(schema)}` }),
  pattern: ({ pattern }) => ({ words: `a text that matches /${String(pattern)}/` }),
  format: ({ format }) => ({ words: `a text of the format ${String(format)}` }),
  uniqueItems: (_params, { data }) => {
    const [first, second] = findEqualItems(data as readonly Json[]) ?? [];
    return { words: 'no two equal items', got: `items ${String(first)} and ${String(second)} equal` };
  },
  contains: ({ minContains }) => ({
    words: `at least ${show(minContains ?? 1)} items of the form "contains" asks for`,
  }),
  not: () => ({ words: 'a value that the schema under "not" refuses' }),
  'false schema': () => ({ words: 'no value' }),
  propertyNames: ({ propertyName }) => ({
    words: 'field names as "propertyNames" asks for them',
    got: `the name ${show(propertyName)}`,
  }),
  // What failed under then or else has lines of its own.
  if: () => undefined,
};

const lineOf = (error: ErrorObject, path: ErrorPath): ErrorLine | undefined => {
  const explain = Object.hasOwn(explainers, error.keyword) ? explainers[error.keyword] : undefined;
  if (explain === undefined)
    return { path, keyword: error.keyword, text: `${toJsonPath(path)}: ${error.message ?? ''}` };
  const expected = explain(error.params as Params, error);
  if (expected === undefined) return undefined;
  const at = expected.field === undefined ? path : [...path, expected.field];
  const text = `${toJsonPath(at)}: expected ${expected.words}, got ${expected.got ?? showGot(error.data)}`;
  return { path, keyword: error.keyword, text };
};

const UNIONS: ReadonlySet<string> = new Set(['anyOf', 'oneOf']);

// The errors of single items, or of a name, only repeat what the error of the whole says.
const isCovered = (error: ErrorObject, whole: readonly string[]): boolean =>
  error.propertyName !== undefined || whole.some((path) => error.schemaPath.startsWith(`${path}/`));

/** The lines of a list of errors about `value`, which stands at `base`. */
export const explainErrors = (errors: readonly ErrorObject[], value: Json, about: Explained): readonly ErrorLine[] => {
  const wholes = errors.filter(({ keyword }) => keyword === 'contains').map(({ schemaPath }) => schemaPath);
  return errors
    .filter((error) => !isCovered(error, wholes) || error.keyword === 'propertyNames')
    .flatMap((error) => {
      const path = jsonPathOf(error.instancePath, value);
      if (!UNIONS.has(error.keyword)) {
        const line = lineOf(error, path);
        return line === undefined ? [] : [line];
      }
      const inner = explainUnion(error, about, (found, data) =>
        explainErrors(found, data, { ...about, depth: about.depth - 1 }),
      );
      return inner.map((line) => ({ ...line, path: joinPaths(path, line.path), text: moved(line, path) }));
    });
};

/** A line about a part of the value, told from the value's root. */
const moved = ({ text }: ErrorLine, path: ErrorPath): string => `${toJsonPath(path)}${text.slice(1)}`;
