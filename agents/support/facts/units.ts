// The units a quantity can have, each with one name: `2 items` is not `2 days`, and `5 business days` are not `5 days`. Counted things
// are compared with the records themselves, everything else with the words of results (policies, options of an item).
const COUNTED: readonly (readonly [string, string])[] = [
  ['item', 'items?|products?|articles?|goods'],
  ['order', 'orders?|purchases?'],
  ['refund', 'refunds?|reimbursements?'],
  ['package', 'packages?|parcels?|shipments?'],
];
const MEASURED: readonly (readonly [string, string])[] = [
  ['businessday', '(?:business|working|work|bank)[ -]days?'],
  ['day', '(?:calendar[ -])?days?'],
  ['hour', 'hours?|hrs?'],
  ['minute', 'minutes?|mins?'],
  ['week', 'weeks?'],
  ['month', 'months?'],
  ['year', 'years?|yrs?'],
  ['percent', '%|percent|per cent'],
  ['inch', 'inch(?:es)?|["”″]'],
  ['foot', 'ft|feet|foot'],
  ['meter', 'met(?:er|re)s?'],
  ['mm', 'mm|millimet(?:er|re)s?'],
  ['cm', 'cm|centimet(?:er|re)s?'],
  ['liter', 'l|lit(?:er|re)s?'],
  ['ml', 'ml|millilit(?:er|re)s?'],
  ['cup', 'cups?'],
  ['pound', 'lbs?'],
  ['ounce', 'oz|ounces?'],
  ['kg', 'kgs?|kilos?|kilograms?'],
  ['gram', 'grams?'],
  ['gb', 'gb|gigabytes?'],
  ['tb', 'tb|terabytes?'],
  ['mp', 'mp|megapixels?'],
  ['mah', 'mah'],
  ['watt', 'watts?'],
  ['bar', 'bar'],
  ['piece', 'pieces?|pcs?'],
  ['point', 'points?'],
  ['star', 'stars?'],
  ['time', 'times'],
];

const END = '(?![\\p{L}\\d])';
const GAP = '(?:[\\s-]{0,2})';
const patternOf = (alternatives: string): RegExp => new RegExp(`^${GAP}(?:${alternatives})${END}`, 'iu');
const MEASURES = MEASURED.map(([unit, alternatives]) => [unit, patternOf(alternatives)] as const);
const COUNTS = COUNTED.map(
  ([unit, alternatives]) =>
    [unit, new RegExp(`^${GAP}(?:([\\p{L}-]{2,16})\\s)?(?:${alternatives})${END}`, 'iu')] as const,
);

export interface UnitRead {
  readonly unit: string;
  readonly adjective: string | null;
}

/** The unit that follows a number; null where none does. */
export const unitAfter = (after: string): UnitRead | null => {
  const measured = MEASURES.find(([, pattern]) => pattern.test(after));
  if (measured !== undefined) return { unit: measured[0], adjective: null };
  for (const [unit, pattern] of COUNTS) {
    const match = pattern.exec(after);
    if (match !== null) return { unit, adjective: match[1]?.toLowerCase() ?? null };
  }
  return null;
};

/** Whether things of this unit are counted in the records. */
export const isCounted = (unit: string): boolean => COUNTED.some(([name]) => name === unit);
