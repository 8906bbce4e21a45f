// What the guard accepts as JSON. Limits come first, so that no reply can cost more than its length: 1 MiB, 64 levels, 400 digits
// a number. Two equal keys are an error, for nobody knows which one was meant; so is half a surrogate pair, which no bytes can
// carry. A number that a double would round keeps its source text beside the value: no amount is ever read from a rounded number.
// The grammar stands here; survey-json.ts takes the fast way where it comes to the same.
import { isWellFormed } from '../kernel/well-formed';
import { isExactDouble } from './exact-number';
import { toJsonPath } from './json-path';
import { expectedAt, faultAt, readNumber, readString, skipSpace } from './scan-json';
import { readQuickly } from './survey-json';
import type { Json, JsonObject } from '../kernel/json';
import type { Cursor, JsonFault, Token } from './scan-json';

const BYTES_MAX = 1024 * 1024;
const DEPTH_MAX = 64;

/** A number literal whose value a double does not hold. */
export interface InexactNumber {
  readonly path: readonly (string | number)[];
  readonly source: string;
}

export type JsonParse =
  | { readonly kind: 'json'; readonly value: Json; readonly inexact: readonly InexactNumber[]; readonly steps: number }
  | { readonly kind: 'fault'; readonly fault: JsonFault; readonly steps: number };

export type ObjectParse =
  | {
      readonly kind: 'object';
      readonly value: JsonObject;
      readonly inexact: readonly InexactNumber[];
      readonly steps: number;
    }
  | { readonly kind: 'fault'; readonly fault: JsonFault; readonly steps: number };

interface Reader {
  readonly cursor: Cursor;
  readonly path: (string | number)[];
  readonly inexact: InexactNumber[];
}

type Read = { readonly kind: 'value'; readonly value: Json } | { readonly kind: 'fault'; readonly fault: JsonFault };

const WORDS: readonly (readonly [string, Json])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

const takeNumber = ({ cursor, path, inexact }: Reader): Read => {
  const at = cursor.at;
  const read = readNumber(cursor);
  if (read.kind === 'fault') return read;
  const value = Number(read.token);
  if (!Number.isFinite(value)) return faultAt('numberTooLarge', at, 'expected a number that is not past 1.8e308');
  if (!isExactDouble(read.token)) inexact.push({ path: [...path], source: read.token });
  return { kind: 'value', value };
};

const takeScalar = (reader: Reader): Read => {
  const { cursor } = reader;
  if (cursor.text[cursor.at] === '"') {
    const read = readString(cursor);
    return read.kind === 'fault' ? read : { kind: 'value', value: read.token };
  }
  const word = WORDS.find(([text]) => cursor.text.startsWith(text, cursor.at));
  if (word === undefined) return takeNumber(reader);
  cursor.at += word[0].length;
  cursor.steps += word[0].length;
  return { kind: 'value', value: word[1] };
};

const takeValue = (reader: Reader): Read => {
  const { cursor, path } = reader;
  skipSpace(cursor);
  const char = cursor.text[cursor.at];
  if (char !== '{' && char !== '[') return takeScalar(reader);
  if (path.length >= DEPTH_MAX) return faultAt('tooDeep', cursor.at, `expected at most ${DEPTH_MAX} levels of nesting`);
  return char === '{' ? takeObject(reader) : takeList(reader);
};

/** After a member: true at the closing bracket, false after a comma. */
const isClosed = (cursor: Cursor, closing: '}' | ']'): boolean | JsonFault => {
  skipSpace(cursor);
  const char = cursor.text[cursor.at];
  if (char !== ',' && char !== closing) return expectedAt(cursor, `"," or "${closing}"`).fault;
  cursor.at += 1;
  cursor.steps += 1;
  return char === closing;
};

/** Opens a list or an object; true when it is empty and already closed again. */
const openEmpty = (cursor: Cursor, closing: '}' | ']'): boolean => {
  cursor.at += 1;
  cursor.steps += 1;
  skipSpace(cursor);
  if (cursor.text[cursor.at] !== closing) return false;
  cursor.at += 1;
  return true;
};

const takeList = (reader: Reader): Read => {
  const { cursor, path } = reader;
  const members: Json[] = [];
  let closed: boolean | JsonFault = openEmpty(cursor, ']');
  while (closed === false) {
    path.push(members.length);
    const member = takeValue(reader);
    path.pop();
    if (member.kind === 'fault') return member;
    members.push(member.value);
    closed = isClosed(cursor, ']');
  }
  return closed === true ? { kind: 'value', value: members } : { kind: 'fault', fault: closed };
};

const takeKey = (reader: Reader, taken: ReadonlyMap<string, Json>): Token<string> => {
  const { cursor, path } = reader;
  skipSpace(cursor);
  const at = cursor.at;
  if (cursor.text[at] !== '"') return expectedAt(cursor, 'a key in double quotes');
  const key = readString(cursor);
  if (key.kind === 'fault') return key;
  if (taken.has(key.token)) {
    return faultAt('duplicateKey', at, `expected each key once, got ${toJsonPath([...path, key.token])} twice`);
  }
  skipSpace(cursor);
  if (cursor.text[cursor.at] !== ':') return expectedAt(cursor, '":"');
  cursor.at += 1;
  return key;
};

const takeObject = (reader: Reader): Read => {
  const { cursor, path } = reader;
  const fields = new Map<string, Json>();
  let closed: boolean | JsonFault = openEmpty(cursor, '}');
  while (closed === false) {
    const key = takeKey(reader, fields);
    if (key.kind === 'fault') return key;
    path.push(key.token);
    const member = takeValue(reader);
    path.pop();
    if (member.kind === 'fault') return member;
    fields.set(key.token, member.value);
    closed = isClosed(cursor, '}');
  }
  // fromEntries defines own fields: a key named __proto__ is a field like any other and changes no prototype.
  return closed === true ? { kind: 'value', value: Object.fromEntries(fields) } : { kind: 'fault', fault: closed };
};

const COUNTED_AT_ONCE = 16_384;

/** Length in UTF-8, by a small buffer in turns: of a text near the limit an encoder would make a megabyte. */
const utf8BytesOf = (text: string): number => {
  const encoder = new TextEncoder();
  const buffer = new Uint8Array(3 * COUNTED_AT_ONCE);
  let bytes = 0;
  for (let at = 0; at < text.length; at += COUNTED_AT_ONCE)
    bytes += encoder.encodeInto(text.slice(at, at + COUNTED_AT_ONCE), buffer).written;
  return bytes;
};

// A UTF-16 unit takes at most three bytes: a short text need not be counted to be known as short.
const isTooLarge = (text: string): boolean =>
  text.length > BYTES_MAX / 3 && (text.length > BYTES_MAX || utf8BytesOf(text) > BYTES_MAX);

const checkText = (text: string): JsonFault | undefined => {
  if (isTooLarge(text)) return faultAt('tooLarge', BYTES_MAX, `expected at most ${BYTES_MAX} bytes`).fault;
  return isWellFormed(text) ? undefined : faultAt('loneSurrogate', 0, 'expected no half of a surrogate pair').fault;
};

/** The grammar alone, from the first character to the last; what every faster way must come to. */
export const parseByGrammar = (text: string): JsonParse => {
  const outer = checkText(text);
  if (outer !== undefined) return { kind: 'fault', fault: outer, steps: 0 };
  const reader: Reader = { cursor: { text, at: 0, steps: 0 }, path: [], inexact: [] };
  const read = takeValue(reader);
  const { cursor, inexact } = reader;
  if (read.kind === 'fault') return { ...read, steps: cursor.steps };
  skipSpace(cursor);
  if (cursor.at < text.length) return { ...expectedAt(cursor, 'nothing behind the value'), steps: cursor.steps };
  return { kind: 'json', value: read.value, inexact, steps: cursor.steps };
};

type CheapRead = JsonParse | { readonly kind: 'broken'; readonly steps: number };

const readPart = (text: string): CheapRead => {
  const read = readQuickly(text, DEPTH_MAX);
  if (read.kind === 'value') return { kind: 'json', value: read.value, inexact: [], steps: read.steps };
  if (read.kind === 'broken') return read;
  const parsed = parseByGrammar(text);
  return { ...parsed, steps: parsed.steps + text.length };
};

const orByGrammar = (text: string, read: CheapRead): JsonParse => {
  if (read.kind !== 'broken') return read;
  const parsed = parseByGrammar(text);
  return { ...parsed, steps: parsed.steps + read.steps };
};

/** What is known of a text at little cost: its value, a fault of limits or grammar, or only that it breaks the grammar somewhere. */
export const parseOrGiveUp = (text: string): CheapRead => {
  const outer = checkText(text);
  return outer === undefined ? readPart(text) : { kind: 'fault', fault: outer, steps: 0 };
};

/** As `parseJson`, of a part of a text that was found well-formed and not too large: that is not looked at again. */
export const parsePart = (text: string): JsonParse => orByGrammar(text, readPart(text));

/** Strict JSON of any kind within the limits; the first fault otherwise. Never throws, and its steps grow with the text's length. */
export const parseJson = (text: string): JsonParse => orByGrammar(text, parseOrGiveUp(text));

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Strict JSON that is exactly one object at the top. */
export const parseObject = (text: string): ObjectParse => {
  const parsed = parseJson(text);
  return parsed.kind === 'fault' ? parsed : asObject(parsed);
};

/** The same parse when its root is an object, a fault when it is of another kind. */
export const asObject = (parsed: Extract<JsonParse, { kind: 'json' }>): ObjectParse => {
  const { value, inexact, steps } = parsed;
  if (isObject(value)) return { kind: 'object', value, inexact, steps };
  return { ...faultAt('notAnObject', 0, `expected one JSON object, got ${nameOf(value)}`), steps };
};

const nameOf = (value: Json): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
};
