// Dates as people write them. A date in figures alone is read both ways (day first, month first): it passes when either is on record.
// A day that moves with the reader (a weekday, `tomorrow`) is no date here; it is listed as unchecked.
import { takeOut, type Taken, type Taking } from './masked-text';
import type { DateFact } from './text-facts';

const NAMES =
  'Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?';
const STARTS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY = '([0-3]?\\d)(?:st|nd|rd|th)?';
const YEAR = '(?:,? (\\d{4}))?(?![\\d\\p{L}])';

const ISO = /(?<![\d\p{L}-])(\d{4})-(\d{2})-(\d{2})(?!\d|-)(?:T[\d:.]{5,12}Z?)?/gu;
const DAY_FIRST = new RegExp(`(?<![\\d\\p{L}.,])${DAY}(?: of)? (${NAMES})\\.?${YEAR}`, 'gu');
const MONTH_FIRST = new RegExp(`(?<!\\p{L})(${NAMES})\\.? ${DAY}${YEAR}`, 'gu');
const FIGURES = /(?<![\d\p{L}.,/])(\d{1,2})([./])(\d{1,2})\2(\d{4}|\d{2})(?![\d\p{L}/])/gu;
const MOVING =
  /(?<!\p{L})(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?<!\p{L})(?:today|tomorrow|yesterday|tonight|soon|shortly|(?:next|last|this) (?:week|month|year)|in a few (?:days|weeks|hours))(?!\p{L})/giu;

const two = (text: string | undefined): string => (text ?? '').padStart(2, '0');

const keyOf = (year: string | undefined, month: string, day: string): string =>
  year === undefined ? `${month}-${day}` : `${year.length === 2 ? `20${year}` : year}-${month}-${day}`;

const monthOf = (name: string | undefined): string =>
  two(String(STARTS.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1));

type Read = readonly [RegExp, (groups: Taken['groups']) => readonly string[]];
const READS: readonly Read[] = [
  [ISO, ([year, month, day]) => [keyOf(year, two(month), two(day))]],
  [DAY_FIRST, ([day, month, year]) => [keyOf(year, monthOf(month), two(day))]],
  [MONTH_FIRST, ([month, day, year]) => [keyOf(year, monthOf(month), two(day))]],
  [FIGURES, ([a, , b, year]) => [keyOf(year, two(a), two(b)), keyOf(year, two(b), two(a))]],
];

/** Dates, and the text without them. */
export const takeDates = (text: string): { readonly rest: string; readonly dates: readonly DateFact[] } => {
  const dates: DateFact[] = [];
  let rest = text;
  for (const [pattern, read] of READS) {
    const taking: Taking = takeOut(rest, pattern);
    rest = taking.rest;
    dates.push(...taking.taken.map(({ at, end, source, groups }) => ({ at, end, source, keys: read(groups) })));
  }
  return { rest, dates };
};

/** Words for a time that moves with the reader. */
export const movingTimes = (text: string): readonly string[] => [...text.matchAll(MOVING)].map(([word]) => word);

/** Both forms of an instant's day in UTC: with and without the year. Epoch ms. */
export const dayKeysOf = (atMs: number): readonly string[] => {
  const days = Math.floor(atMs / 86_400_000);
  // Days since 1970 to a civil date, counted from a year that begins in March so that the leap day comes last.
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const ofEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1_460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * ofYear + 2) / 153);
  const day = ofYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return keyForms(keyOf(String(year), two(String(month)), two(String(day))));
};

/** A dated key stands for itself and for the same day without its year. */
export const keyForms = (key: string): readonly string[] => (key.length > 5 ? [key, key.slice(-5)] : [key]);
