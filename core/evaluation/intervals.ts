// How sure a rate is. The standard error sqrt(p(1-p)/n) is 0 at none and at all, where it says least: Wilson's interval stands beside
// it and keeps its width there.

/** `hits` of `of`; null rates for nothing counted. */
export interface Rate {
  readonly hits: number;
  readonly of: number;
  readonly rate: number | null;
  readonly standardError: number | null;
  /** Wilson's 95 % interval, both ends in 0 to 1. */
  readonly wilson95: readonly [low: number, high: number] | null;
}

const Z95 = 1.959963984540054;

const wilson = (p: number, n: number): readonly [number, number] => {
  const z2 = Z95 * Z95;
  const scale = 1 / (1 + z2 / n);
  const centre = scale * (p + z2 / (2 * n));
  const half = scale * Z95 * Math.sqrt((p * (1 - p)) / n + z2 / (4 * n * n));
  // At none and at all one end is exact; rounding must not hide it.
  return [p === 0 ? 0 : Math.max(0, centre - half), p === 1 ? 1 : Math.min(1, centre + half)];
};

/** The rate of `hits` in `of` cases. Throws a RangeError unless both are whole numbers and 0 <= hits <= of. */
export const rateOf = (hits: number, of: number): Rate => {
  if (!Number.isInteger(hits) || !Number.isInteger(of) || hits < 0 || hits > of)
    throw new RangeError(`rate: expected whole numbers with 0 <= hits <= of, got ${hits} of ${of}`);
  if (of === 0) return { hits, of, rate: null, standardError: null, wilson95: null };
  const rate = hits / of;
  return { hits, of, rate, standardError: Math.sqrt((rate * (1 - rate)) / of), wilson95: wilson(rate, of) };
};

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** "5 of 7 (71.4 %, SE 17.1 %, 95 % 35.9 % to 91.8 %)"; never a percentage without its count. */
export const sayRate = ({ hits, of, rate, standardError, wilson95 }: Rate): string =>
  rate === null || standardError === null || wilson95 === null
    ? `${hits} of ${of}`
    : `${hits} of ${of} (${percent(rate)}, SE ${percent(standardError)}, 95 % ${percent(wilson95[0])} to ${percent(wilson95[1])})`;
