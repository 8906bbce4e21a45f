// Every number of a sentence, once ids and dates are taken out: an amount, a quantity, or bare. A number is an amount when a currency
// stands at it, or when it has two decimal places and no other unit; bare numbers can not be compared and are listed.
import { hasForeignCountry, hasForeignCurrency, hasMultiple, type Around } from '../currency-words';
import { takeOut, type Taken } from './masked-text';
import type { AmountFact, QuantityFact } from './text-facts';
import { unitAfter } from './units';

const NUMBER = /\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?/g;
const WORDS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const NUMBER_WORD = new RegExp(`(?<![\\p{L}\\d-])(?:${WORDS.slice(1).join('|')})(?![\\p{L}\\d])`, 'giu');
const MARK_BEFORE = /(?:us\s?)?\$\s?$|\b(?:usd|us dollars?|dollars?)\s{0,3}$/i;
const MARK_AFTER = /^[\s-]{0,3}(?:usd|u\.?s\.? dollars?|dollars?|bucks?|us\$|\$)(?![a-z])/i;
const RANGE_AFTER = /^\s?(?:-|–|to|or)\s?\d+(?:\.\d+)?/;
const TOTAL_BEFORE =
  /\b(?:total|price|cost|value)s?\b[^.;!?\d]{0,40}\b(?:is|was|to|of)\s(?:only |exactly )?$|\border [\u0001]{4,12} (?:comes to|costs?|was|amounts to)\s(?:only |exactly )?$/i;
const LIST_MARK = /^\s*$/;
const LIST_MARK_AFTER = /^[.)]\s/;
const LOOK = 48;

export interface NumbersRead {
  readonly amounts: readonly AmountFact[];
  readonly quantities: readonly QuantityFact[];
  readonly bare: readonly string[];
}

const toMinor = (source: string): number | null => {
  const [whole = '', places = ''] = source.replaceAll(',', '').split('.');
  if (places.length > 2 || whole.length > 12) return null;
  return Number(whole) * 100 + Number(places.padEnd(2, '0'));
};

const around = (text: string, { at, end }: Taken): Around => ({
  before: text.slice(Math.max(0, at - LOOK), at),
  after: text.slice(end, end + LOOK),
});

const isGlued = ({ before }: Around): boolean => /[\p{L}_#]$/u.test(before) && !MARK_BEFORE.test(before);

const hasMark = ({ before, after }: Around): boolean => MARK_BEFORE.test(before) || MARK_AFTER.test(after);

/** `The total is 3,203`: nothing else is counted there. */
const isBareTotal = ({ source }: Taken, { before }: Around): boolean => source.length > 2 && TOTAL_BEFORE.test(before);

/** An amount, or null where no currency stands and the number does not look like one. */
const readAmount = (found: Taken, sides: Around, hasUnit: boolean): AmountFact | null => {
  const { at, end, source } = found;
  const isMarked = hasMark(sides);
  const isDecimal = /\.\d{2}$/.test(source);
  if (hasUnit && !isMarked) return null;
  const isForeign = hasForeignCurrency(sides) || (isDecimal && hasForeignCountry(sides));
  if (!isMarked && !isForeign && !isDecimal && !isBareTotal(found, sides)) return null;
  return { at, end, source, minor: hasMultiple(sides) ? null : toMinor(source), isUsd: !isForeign };
};

const unitOf = ({ after }: Around): ReturnType<typeof unitAfter> =>
  unitAfter(after) ?? unitAfter(after.replace(RANGE_AFTER, ''));

const isListMark = ({ before, after }: Around): boolean => LIST_MARK.test(before) && LIST_MARK_AFTER.test(after);

const wordQuantities = (text: string): readonly QuantityFact[] =>
  takeOut(text, NUMBER_WORD).taken.flatMap((found) => {
    const unit = unitOf(around(text, found));
    const { at, end, source } = found;
    return unit === null ? [] : [{ at, end, source, count: WORDS.indexOf(source.toLowerCase()), ...unit }];
  });

/** Amounts, quantities and bare numbers of a sentence. Linear in its length. */
export const numbersIn = (text: string): NumbersRead => {
  const amounts: AmountFact[] = [];
  const quantities: QuantityFact[] = [...wordQuantities(text)];
  const bare: string[] = [];
  for (const found of takeOut(text, NUMBER).taken) {
    const sides = around(text, found);
    if (isGlued(sides) || isListMark(sides)) continue;
    const unit = unitOf(sides);
    const amount = readAmount(found, sides, unit !== null);
    const { at, end, source } = found;
    if (amount !== null) amounts.push(amount);
    else if (unit !== null) quantities.push({ at, end, source, count: Number(source.replaceAll(',', '')), ...unit });
    else bare.push(source);
  }
  return { amounts, quantities, bare };
};
