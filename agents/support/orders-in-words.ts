// The orders a message names, for the Gatekeeper: as ids, and as marks in plain words, so that a pattern can tell the order that is
// judged from any other. A number of seven digits without its letter counts too: what is said of it is said of an order.
import { toPlainWords } from './plain-words';

const ORDER = /(?<![\p{L}\d.$])#?w?(\d{7})(?![\d\p{L}]|[.,]\d)/giu;

export const ordersNamed = (message: string): readonly string[] => [
  ...new Set([...toPlainWords(message).matchAll(ORDER)].map(([, digits = '']) => `#W${digits}`)),
];

/** The message in plain words, with `<x>` for this order and `<o>` for any other; marks the customer wrote are gone. */
export const withOrderMarks = (message: string, orderId: string): string =>
  toPlainWords(message)
    .replace(/[<>]/g, ' ')
    .replace(ORDER, (_found, digits: string) => (`#W${digits}` === orderId ? '<x>' : '<o>'))
    .replace(/[^\S\n]+/g, ' ');

/** Sentences with the mark that ends them; a point between digits, or behind `no`, ends none. */
export const sentencesOf = (marked: string): readonly string[] =>
  (marked.match(/(?:[^.!?;\n]|\.(?=\d)|(?<=\b(?:no|nr))\.)+[.!?;\n]*/g) ?? []).map((sentence) => sentence.trim());

/** Clauses of a sentence, at commas and at the words that join. */
export const clausesOf = (sentence: string): readonly string[] =>
  sentence
    .split(/[,()–—]| - |\b(?=but\b|however\b|although\b|though\b)|\band\b|\bso\b|\bplus\b/)
    .map((clause) => clause.trim())
    .filter((clause) => /[\p{L}\d<]/u.test(clause));
