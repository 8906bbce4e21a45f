// Which amounts a customer names. A person's words may confirm a refund, so reading is strict: a number counts as an amount in
// USD when a dollar mark stands at it or when it has two decimal places and no other unit; a negated, approximate or foreign
// amount confirms nothing, and neither does a number of kilos, items or days. When in doubt an amount is not named, and a person is asked.
import { type Around, hasForeignCountry, hasForeignCurrency, hasMultiple, hasUnit } from './currency-words';

const NUMBER = /(\d{1,3}(?:,\d{3})+|\d{1,12})(\.\d+)?/g;
const MARK_BEFORE = /(?:us\s?)?\$\s?$|\b(?:usd|us dollars?|dollars?)\s{0,3}$/i;
const MARK_AFTER = /^\s{0,3}(?:usd|us dollars?|dollars?|bucks?|us\$|\$)(?![a-z])/i;
/** Part of a longer token, a share, or a multiple: no amount at all. */
const NOT_BEFORE = /[\p{L}\d_#.,/-]$/u;
const NOT_AFTER = /^(?:[\p{L}\d_%/]|-\p{L}|-\d|[.,]\d)/u;
const WEAKENED =
  /(?:\b(?:not|never|no|than|instead of|about|around|approximately|roughly|almost|nearly|over|under|at least|up to)|n['’]t|~)(?: [\w'’]{1,15}){0,3} ?(?:us ?\$|usd|\$)? ?$/i;
/** A share, a multiple, or the middle of a longer number, marked or not. */
const CUT_AFTER = /^(?:%|[.,]\d|k\b)/i;
/** One end of a range, or about: `20-30`, `$20 or $25`, `$20ish`. */
const RANGE_BEFORE = /\d\s?(?:usd|dollars|\$)?\s?(?:-|–|to|or)\s?\$?\s?$/i;
const RANGE_AFTER = /^\s?(?:usd|dollars|\$)?\s?(?:(?:-|–|to|or)\s?\$?\s?\d|-?ish\b|\+|or so\b|or more\b|or less\b)/i;
const MINUS_BEFORE = /(?:^|[\s(])[-−](?:us\s?)?\$?$/i;
const LOOK = 48;

export interface NamedAmount {
  readonly minor: number;
  /** In USD as far as the words tell. */
  readonly isUsd: boolean;
  /** Negated or approximate: names no exact amount. */
  readonly isWeak: boolean;
}

const toMinor = ([, whole = '', fraction = '.']: RegExpMatchArray): number | null => {
  const places = fraction.slice(1);
  if (places.length > 2) return null;
  const minor = Number(whole.replaceAll(',', '')) * 100 + Number(places.padEnd(2, '0'));
  return Number.isSafeInteger(minor) && minor > 0 ? minor : null;
};

const standsAlone = ({ before, after }: Around, isMarked: boolean): boolean => {
  const isGlued = NOT_BEFORE.test(before) && !MARK_BEFORE.test(before);
  if (isGlued || MINUS_BEFORE.test(before) || CUT_AFTER.test(after)) return false;
  return isMarked || !(NOT_AFTER.test(after) || hasUnit({ before, after }));
};

const isWeakened = ({ before, after }: Around): boolean =>
  WEAKENED.test(before) || RANGE_BEFORE.test(before) || RANGE_AFTER.test(after);

const lookAround = (text: string, match: RegExpMatchArray): Around => {
  const start = match.index ?? 0;
  const end = start + match[0].length;
  return { before: text.slice(Math.max(0, start - LOOK), start), after: text.slice(end, end + LOOK) };
};

const isForeignTo = (around: Around, isAmount: boolean): boolean =>
  hasForeignCurrency(around) || (isAmount && hasForeignCountry(around));

const readAmount = (text: string, match: RegExpMatchArray): NamedAmount | null => {
  const around = lookAround(text, match);
  const isMarked = MARK_BEFORE.test(around.before) || MARK_AFTER.test(around.after);
  const minor = toMinor(match);
  if (minor === null || hasMultiple(around) || !standsAlone(around, isMarked)) return null;
  const isAmount = isMarked || match[2]?.length === 3;
  const isForeign = isForeignTo(around, isAmount);
  return isForeign || isAmount ? { minor, isUsd: !isForeign, isWeak: isWeakened(around) } : null;
};

/** Every amount named in a text, in order. Linear in the length of the text. */
export const amountsIn = (text: string): readonly NamedAmount[] =>
  [...text.matchAll(NUMBER)].flatMap((match) => readAmount(text, match) ?? []);

/** Whether the customer's words name exactly this amount of USD, plainly. */
export const namesAmount = (text: string, minor: number): boolean =>
  amountsIn(text).some((amount) => amount.isUsd && !amount.isWeak && amount.minor === minor);
