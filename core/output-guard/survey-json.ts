// The fast way through a text that is plainly good. The platform's parser is several times quicker than ours but forgets too much:
// the first of two equal keys, the source of a rounded number, depth, half a surrogate pair. One pass over the text outside its
// strings finds out whether any of that can be the case; when it can, or in doubt, the grammar of parse.ts decides.
import { isExactDouble } from './exact-number';
import { isWellFormed } from '../kernel/well-formed';
import type { Json, JsonObject } from '../kernel/json';

export type QuickRead =
  | { readonly kind: 'value'; readonly value: Json; readonly steps: number }
  /** No JSON, and nothing of what is looked for here: why and where, nobody has asked yet. */
  | { readonly kind: 'broken'; readonly steps: number }
  | { readonly kind: 'unsure' };

/** The place of the quote that closes the string opened at `open`; -1 when there is none. Escapes are passed over. */
export const closingQuote = (text: string, open: number): number => {
  let at = text.indexOf('"', open + 1);
  while (at > 0 && text.charCodeAt(at - 1) === BACKSLASH && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at;
};

const BACKSLASH = 0x5c;
const COMMA = 0x2c;

// A run of backslashes is counted once, by the quote it stands before: the whole pass stays linear.
const isEscaped = (text: string, at: number): boolean => {
  let first = at;
  while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
};

const QUOTE = 1;
const OPEN = 2;
const CLOSE = 3;
const COLON = 4;
const NUMBER = 5;
const KINDS = ((): Uint8Array => {
  const kinds = new Uint8Array(128);
  const set = (chars: string, kind: number): void => {
    for (const char of chars) kinds[char.charCodeAt(0)] = kind;
  };
  set('"', QUOTE);
  set('{[', OPEN);
  set('}]', CLOSE);
  set(':', COLON);
  set('-0123456789', NUMBER);
  return kinds;
})();

const NUMBER_PARTS = ((): Uint8Array => {
  const parts = new Uint8Array(128);
  for (const char of '+-.0123456789') parts[char.charCodeAt(0)] = 1;
  return parts;
})();

/** The place behind a number's digits, its exponent not among them. */
const behindDigits = (text: string, start: number): number => {
  let at = start + 1;
  while (NUMBER_PARTS[text.charCodeAt(at)] === 1) at += 1;
  return at;
};

// Every decimal of at most 15 digits is a double's own, unless an exponent takes it out of range.
const PLAIN_CHARS_MAX = 15;
const CHARS_MAX = 400;
const EXPONENT = /[eE][+-]?\d*/y;

const isExponent = (text: string, at: number): boolean => (text.charCodeAt(at) | 0x20) === 0x65;

const isLossless = (source: string): boolean =>
  source.length <= CHARS_MAX && (String(Number(source)) === source || isExactDouble(source));

/** The place behind the number at `start`. One that the platform might round is noted. */
const behindNumber = (text: string, start: number, long: string[]): number => {
  let end = behindDigits(text, start);
  const hasExponent = isExponent(text, end);
  if (!hasExponent && end - start <= PLAIN_CHARS_MAX) return end;
  if (hasExponent) {
    EXPONENT.lastIndex = end;
    end += EXPONENT.exec(text)?.[0].length ?? 0;
  }
  long.push(text.slice(start, end));
  return end;
};

interface Surveyed {
  readonly kind: 'surveyed';
  readonly members: number;
  readonly trailing: number;
  /** Source texts of the numbers that the platform might round, in their order. */
  readonly long: readonly string[];
}

type Survey = Surveyed | { readonly kind: 'broken' } | { readonly kind: 'unsure' };

const UNSURE = { kind: 'unsure' } as const;

// Enough to know that the platform need not be asked; a comma with spaces behind it, it finds itself.
const isAfterComma = (text: string, at: number): 0 | 1 => (text.charCodeAt(at - 1) === COMMA ? 1 : 0);

const survey = (text: string, depthMax: number): Survey => {
  let depth = 0;
  let members = 0;
  let trailing = 0;
  const long: string[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const kind = KINDS[text.charCodeAt(at)];
    if (kind === QUOTE) {
      at = closingQuote(text, at);
      if (at < 0) return { kind: 'broken' };
    } else if (kind === OPEN) {
      depth += 1;
      if (depth > depthMax) return UNSURE;
    } else if (kind === CLOSE) {
      depth -= 1;
      trailing += isAfterComma(text, at);
    } else if (kind === COLON) members += 1;
    else if (kind === NUMBER) at = behindNumber(text, at, long) - 1;
  }
  return { kind: 'surveyed', members, trailing, long };
};

type Nested = readonly Json[] | JsonObject;

const isNested = (value: Json | undefined): value is Nested => typeof value === 'object' && value !== null;

// Equal keys leave fewer fields than the text has colons outside of strings. What comes from the platform's parser has own fields
// alone, so that the plain loop over names is right here, and twice as fast as a list of them.
const countMembers = (value: Nested): number => {
  let count = 0;
  if (isList(value)) {
    for (const member of value) if (isNested(member)) count += countMembers(member);
    return count;
  }
  for (const key in value) {
    const member = value[key];
    count += isNested(member) ? 1 + countMembers(member) : 1;
  }
  return count;
};

const isList = (value: Nested): value is readonly Json[] => Array.isArray(value);

const isLong = (value: number): boolean => !Number.isSafeInteger(value) || Math.abs(value) >= 1e15;

/**
 * How many of `long`, from `proven` on, are the shortest text of a number in `value`. That proves a source text, whichever number it
 * is compared with: a shortest text is read back as the number it was made of. Their order only makes the right one come up.
 */
const countProven = (value: Json | undefined, long: readonly string[], proven: number): number => {
  if (typeof value === 'number') return isLong(value) && String(value) === long[proven] ? proven + 1 : proven;
  if (!isNested(value)) return proven;
  let count = proven;
  if (isList(value)) for (const member of value) count = countProven(member, long, count);
  else for (const key in value) count = countProven(value[key], long, count);
  return count;
};

/** Makes each number's text from the parsed number, which is there, and not from the source, which would have to be read again. */
const areLossless = (value: Json, long: readonly string[]): boolean =>
  long.slice(countProven(value, long, 0)).every(isLossless);

/** No member lost to an equal key, no number rounded. */
const keptAll = (value: Json, { members, long }: Surveyed): boolean =>
  members === (isNested(value) ? countMembers(value) : 0) && (long.length === 0 || areLossless(value, long));

const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;

const hasHalfPair = (value: Json): boolean => {
  if (typeof value === 'string') return !isWellFormed(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, member]: [string, Json]) => !isWellFormed(key) || hasHalfPair(member));
};

const parsePlatform = (text: string): { readonly value: Json } | undefined => {
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return undefined;
  }
};

/** Begins as no JSON does: prose, or a fence. */
const NO_JSON = /^[ \n\r\t]*[^\s{["\-0-9tfn]/;

/** Reads a text of tolerable length, when that can be done without loss. Looks at each character three times at most. */
export const readQuickly = (text: string, depthMax: number): QuickRead => {
  if (NO_JSON.test(text)) return { kind: 'broken', steps: 1 };
  const found = survey(text, depthMax);
  if (found.kind === 'unsure') return found;
  if (found.kind === 'broken' || found.trailing > 0) return { kind: 'broken', steps: text.length };
  const parsed = parsePlatform(text);
  const steps = 2 * text.length;
  if (parsed === undefined) return { kind: 'broken', steps };
  const { value } = parsed;
  if (!keptAll(value, found)) return UNSURE;
  if (SURROGATE_ESCAPE.test(text) && hasHalfPair(value)) return UNSURE;
  return { kind: 'value', value, steps };
};
