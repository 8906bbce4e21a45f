// The strict JSON grammar (RFC 8259), one pass, no step back: a hostile text costs no more than its length. The platform's parser
// is not enough: it keeps the last of two equal keys in silence, rounds long numbers, and knows no limit of depth.
// `steps` counts the characters looked at, so that a test can prove the pass is linear.
import { isWellFormed } from '../kernel/well-formed';

export type JsonFaultCode =
  | 'tooLarge'
  | 'loneSurrogate'
  | 'tooDeep'
  | 'numberTooLong'
  | 'numberTooLarge'
  | 'duplicateKey'
  | 'syntax'
  | 'noObject'
  | 'notAnObject'
  | 'severalObjects'
  | 'tooManyFixes';

export interface JsonFault {
  readonly code: JsonFaultCode;
  /** Offset in the text that was parsed, in UTF-16 units. */
  readonly at: number;
  readonly words: string;
}

/** A place in a text that only moves forward. */
export interface Cursor {
  readonly text: string;
  at: number;
  steps: number;
}

export type Token<T> =
  { readonly kind: 'token'; readonly token: T } | { readonly kind: 'fault'; readonly fault: JsonFault };

export const faultAt = (code: JsonFaultCode, at: number, words: string): { kind: 'fault'; fault: JsonFault } => ({
  kind: 'fault',
  fault: { code, at, words },
});

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const HEX4 = /[0-9a-fA-F]{4}/y;
const SIMPLE_ESCAPES = '"\\/bfnrt';
const NUMBER_DIGITS_MAX = 400;

const seen = (text: string, at: number): string => {
  const code = text.codePointAt(at);
  return code === undefined ? 'the end' : JSON.stringify(String.fromCodePoint(code));
};

export const expectedAt = (cursor: Cursor, what: string): { kind: 'fault'; fault: JsonFault } =>
  faultAt('syntax', cursor.at, `expected ${what}, got ${seen(cursor.text, cursor.at)}`);

const isSpace = (char: string | undefined): boolean => char === ' ' || char === '\n' || char === '\r' || char === '\t';

/** Passes the four characters that JSON calls white space, and no other. */
export const skipSpace = (cursor: Cursor): void => {
  while (isSpace(cursor.text[cursor.at])) {
    cursor.at += 1;
    cursor.steps += 1;
  }
};

/** The source text of a number literal. */
export const readNumber = (cursor: Cursor): Token<string> => {
  NUMBER.lastIndex = cursor.at;
  const source = NUMBER.exec(cursor.text)?.[0];
  if (source === undefined) return expectedAt(cursor, 'a value');
  cursor.steps += source.length;
  if (source.replace(/\D/g, '').length > NUMBER_DIGITS_MAX) {
    return faultAt('numberTooLong', cursor.at, `expected a number of at most ${NUMBER_DIGITS_MAX} digits`);
  }
  cursor.at += source.length;
  return { kind: 'token', token: source };
};

const passEscape = (cursor: Cursor): boolean => {
  const escape = cursor.text[cursor.at + 1] ?? '';
  HEX4.lastIndex = cursor.at + 2;
  const length = escape === 'u' && HEX4.test(cursor.text) ? 6 : 2;
  if (length === 2 && (escape === '' || !SIMPLE_ESCAPES.includes(escape))) return false;
  cursor.at += length;
  cursor.steps += length;
  return true;
};

/** Goes from an opening quote to behind its closing one; the fault when there is none. */
const passString = (cursor: Cursor): JsonFault | undefined => {
  cursor.at += 1;
  while (cursor.at < cursor.text.length) {
    const char = cursor.text[cursor.at] ?? '';
    cursor.steps += 1;
    if (char === '"') {
      cursor.at += 1;
      return undefined;
    }
    if (char < ' ') return expectedAt(cursor, 'no control character in a string').fault;
    if (char !== '\\') cursor.at += 1;
    else if (!passEscape(cursor)) return expectedAt(cursor, 'a known escape').fault;
  }
  return expectedAt(cursor, 'a closing quote').fault;
};

/** The decoded value of a string literal; the cursor stands at its opening quote. */
export const readString = (cursor: Cursor): Token<string> => {
  const start = cursor.at;
  const fault = passString(cursor);
  if (fault !== undefined) return { kind: 'fault', fault };
  const literal = cursor.text.slice(start, cursor.at);
  const token = literal.includes('\\') ? String(JSON.parse(literal)) : literal.slice(1, -1);
  if (!isWellFormed(token)) return faultAt('loneSurrogate', start, 'expected no half of a surrogate pair');
  return { kind: 'token', token };
};
