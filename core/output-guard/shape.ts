// The schema judges what was parsed, and its answer is a value or a list of errors that a model can act on. A boolean is no
// integer, 5.0 is one. A number of more digits than a double holds is refused with its source text: accepting it would be
// converting it, and what was rounded might be money.
import { toJsonPath } from './json-path';
import { INTEGER, linesOf } from './shape-error';
import type { Json } from '../kernel/json';
import type { InexactNumber } from './parse';
import type * as z from 'zod';

export const ERRORS_MAX = 20;
const SOURCE_CHARS_MAX = 60;

export type ShapeCheck<T> =
  { readonly kind: 'fits'; readonly value: T } | { readonly kind: 'unfit'; readonly errors: readonly string[] };

/** At most 20 lines; the last one then says how many more there were of `total`. */
export const shorten = (errors: readonly string[], total: number): readonly string[] =>
  total <= ERRORS_MAX ? errors : [...errors.slice(0, ERRORS_MAX - 1), `and ${total - ERRORS_MAX + 1} more errors`];

const INTEGER_FORMAT = /^(?:safeint|u?int(?:32|64))$/;

interface NumberDefinition {
  readonly format?: unknown;
  readonly checks?: readonly { readonly _zod: { readonly def: { readonly format?: unknown } } }[];
}

// Whole numbers are declared either by the schema itself, z.int(), or by a check on it, z.number().int().
const isIntegerDefinition = ({ format, checks = [] }: NumberDefinition): boolean =>
  [format, ...checks.map((check) => check._zod.def.format)].some(
    (name) => typeof name === 'string' && INTEGER_FORMAT.test(name),
  );

// A schema of whole numbers reports a text or a boolean as "expected number"; only the schema itself knows better.
const markIntegers: z.core.$ZodErrorMap = ({ code, inst }) =>
  code === 'invalid_type' && inst !== undefined && isIntegerDefinition(inst._zod.def as NumberDefinition)
    ? INTEGER
    : undefined;

const DIGITS_EXACT = 15;

const digitsOf = (source: string): number =>
  (/^[-0-9.]*/.exec(source)?.[0] ?? '').replace(/[-.]/g, '').replace(/^0+/, '').length;

/** What is said of a number that a double would round: its source text, never the rounded value. */
export const lineOfInexact = ({ path, source }: InexactNumber): string =>
  `${toJsonPath(path)}: expected a number ${
    digitsOf(source) > DIGITS_EXACT ? `of at most ${DIGITS_EXACT} digits` : 'that a double holds exactly'
  }, got ${source.slice(0, SOURCE_CHARS_MAX)}`;

/** Judges a parsed value; `inexact` is what the parser found. Throws only when the schema itself is broken (asynchronous). */
export const checkShape = <T>(
  schema: z.ZodType<T>,
  value: Json,
  inexact: readonly InexactNumber[] = [],
): ShapeCheck<T> => {
  const checked = schema.safeParse(value, { reportInput: true, error: markIntegers });
  if (checked.success && inexact.length === 0) return { kind: 'fits', value: checked.data };
  const lines = checked.success ? [] : checked.error.issues.flatMap((issue) => linesOf(issue));
  // A hostile reply may hold thousands of them: only those that can be shown are written out.
  const rounded = inexact.slice(0, ERRORS_MAX).map(lineOfInexact);
  return { kind: 'unfit', errors: shorten([...rounded, ...lines], inexact.length + lines.length) };
};
