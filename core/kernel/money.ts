// Money is an exact decimal text of at most two places on every wire and an integer of minor units in every ledger. A float never
// takes part: 0.1 + 0.2 is not 0.3, and one lost cent is one cent paid out wrongly. What is not plainly an amount (a sign, an
// exponent, a leading zero, a third place) is refused, never rounded or guessed.
import { Big } from 'big.js';
import { assertInvariant } from './assert-never';

const Exact = Big();
Exact.strict = true;

export type AmountParse =
  { readonly kind: 'amount'; readonly amount: string } | { readonly kind: 'invalid'; readonly why: string };

const INTEGER_DIGITS_MAX = 12;
const PLAIN = /^(\d+)(?:\.(\d+))?$/;
const CANONICAL = /^(?:0|[1-9]\d*)(?:\.\d{1,2})?$/;
const MINOR_PLACES: Readonly<Record<string, number>> = { USD: 2, EUR: 2, GBP: 2, JPY: 0 };

const invalid = (why: string): AmountParse => ({ kind: 'invalid', why });

/** Reads a decimal above zero with at most two places and 12 integer digits; gives back "42.50". Refuses everything else, saying why. */
export const parseAmount = (text: string): AmountParse => {
  const match = PLAIN.exec(text);
  if (match === null)
    return invalid('expected digits with at most one point: no sign, no exponent, no spaces, no currency');
  const [, whole = '', fraction = ''] = match;
  if (whole.length > 1 && whole.startsWith('0')) return invalid('expected no leading zero');
  if (whole.length > INTEGER_DIGITS_MAX)
    return invalid(`expected at most ${INTEGER_DIGITS_MAX} digits before the point`);
  if (fraction.length > 2) return invalid('expected at most two decimal places');
  if (/^0*$/.test(whole + fraction)) return invalid('expected an amount above zero');
  return { kind: 'amount', amount: `${whole}.${fraction.padEnd(2, '0')}` };
};

/** Reads an amount as a model wrote it, as a JSON number or a string; refuses every other type. */
export const amountFromJson = (value: unknown): AmountParse => {
  if (typeof value === 'string') return parseAmount(value);
  if (typeof value === 'number') return parseAmount(String(value));
  return invalid(`expected a number or a decimal string, got ${value === null ? 'null' : typeof value}`);
};

const placesOf = (currency: string): number => {
  const places = Object.hasOwn(MINOR_PLACES, currency) ? MINOR_PLACES[currency] : undefined;
  assertInvariant(
    places !== undefined,
    `unknown currency "${currency}": expected ${Object.keys(MINOR_PLACES).join(', ')}`,
  );
  return places;
};

/** Whether amounts of this currency can be read and written at all. */
export const isKnownCurrency = (currency: string): boolean => Object.hasOwn(MINOR_PLACES, currency);

const exactly = (amount: string): Big => {
  assertInvariant(CANONICAL.test(amount), `"${amount}" is no exact decimal; pass what parseAmount returned`);
  return new Exact(amount);
};

/** Integer of minor units (cents; whole yen). Throws on an unknown currency, a fraction of a minor unit, and past 2^53. */
export const toMinor = (amount: string, currency: string): number => {
  const minor = exactly(amount)
    .times(`1e${placesOf(currency)}`)
    .toFixed();
  assertInvariant(/^\d+$/.test(minor), `${amount} ${currency} is not a whole number of minor units`);
  const units = Number(minor);
  assertInvariant(Number.isSafeInteger(units), `${amount} ${currency} is more than a ledger integer holds`);
  return units;
};

/** The two-place text of minor units, also for currencies without places (500 JPY is "500.00"). Throws on a negative or unsafe integer. */
export const fromMinor = (minor: number, currency: string): string => {
  assertInvariant(Number.isSafeInteger(minor) && minor >= 0, `${minor} is no ledger integer`);
  return new Exact(String(minor)).times(`1e-${placesOf(currency)}`).toFixed(2);
};

/** The exact sum, "0.00" for none. The caller sees to it that all are of one currency. */
export const addAmounts = (list: readonly string[]): string =>
  list.reduce((sum, amount) => sum.plus(exactly(amount)), new Exact('0')).toFixed(2);

/** Exact comparison: "42.5" and "42.50" are equal. */
export const compareAmounts = (a: string, b: string): -1 | 0 | 1 => exactly(a).cmp(exactly(b));
