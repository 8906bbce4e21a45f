// Where the value of a sensitive argument comes from: recipient, account, address, amount, payee. A call that an injected text asks for
// often uses only tools the user's own task uses too; only the recipient or the amount gives it away. So such a value must stand in a
// trusted source: the customer's own words, records of ours, a value policy derives from them, or a person's edit. What stands only
// in text from outside, or nowhere, never acts alone: a person is asked and shown where it came from. Every search is linear in the text.
import { Big } from 'big.js';
import type { Json, JsonObject } from '../kernel/json';

/** `words`: free text, searched for the value as a whole word; `values`: fields of records, compared as a whole. */
export type Source =
  | { readonly id: string; readonly trusted: boolean; readonly kind: 'words'; readonly text: string }
  | { readonly id: string; readonly trusted: boolean; readonly kind: 'values'; readonly values: readonly string[] };

export interface Trace {
  readonly field: string;
  readonly value: string;
  readonly from: 'trusted' | 'untrusted' | 'nowhere';
  /** Ids of the sources that hold it: the trusted ones if there are any, else the others. */
  readonly sources: readonly string[];
}

const NUMBER = /^-?\d{1,40}(?:\.\d{1,40})?$/;
const NUMBERS_IN_TEXT = /\d{1,3}(?:,\d{3})+(?:\.\d{1,40})?|\d{1,40}(?:\.\d{1,40})?/g;

const fold = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
const asNumber = (text: string): string | null => (NUMBER.test(text) ? new Big(text).toFixed() : null);
const isWordChar = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}_]/u.test(char);

const holdsWord = (text: string, word: string): boolean => {
  if (word === '') return false;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isWordChar(text[at - 1]) && !isWordChar(text[at + word.length])) return true;
  }
  return false;
};

const holdsNumber = (text: string, number: string): boolean =>
  [...text.matchAll(NUMBERS_IN_TEXT)].some(([found]) => asNumber(found.replaceAll(',', '')) === number);

const isEqual = (a: string, b: string): boolean => {
  const [x, y] = [asNumber(a), asNumber(b)];
  return x !== null && y !== null ? x === y : fold(a) === fold(b);
};

const holds = (source: Source, value: string): boolean => {
  if (source.kind === 'values') return source.values.some((held) => isEqual(held, value));
  const number = asNumber(value);
  if (number !== null) return holdsNumber(source.text, number);
  return holdsWord(fold(source.text), fold(value).replace(/^#/, ''));
};

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** The plain values inside a JSON value, keys left out. */
export const leavesOf = (value: Json): readonly string[] => {
  if (value === null || typeof value === 'boolean') return [];
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  return (isList(value) ? value : Object.values(value)).flatMap(leavesOf);
};

/** One line a sensitive value of the call; empty when the tool names none or the call leaves them out. */
export const traceArguments = (
  sensitive: readonly string[],
  args: JsonObject,
  sources: readonly Source[],
): readonly Trace[] =>
  sensitive
    .flatMap((field) => leavesOf(args[field] ?? null).map((value) => ({ field, value })))
    .map(({ field, value }): Trace => {
      const holding = sources.filter((source) => holds(source, value));
      const trusted = holding.filter((source) => source.trusted).map(({ id }) => id);
      if (trusted.length > 0) return { field, value, from: 'trusted', sources: trusted };
      return { field, value, from: holding.length > 0 ? 'untrusted' : 'nowhere', sources: holding.map(({ id }) => id) };
    });

/** The worst of the traces, or null when all are trusted: an untrusted source counts more than none. */
export const worstOf = (traces: readonly Trace[]): Trace | null =>
  traces.find(({ from }) => from === 'untrusted') ?? traces.find(({ from }) => from === 'nowhere') ?? null;
