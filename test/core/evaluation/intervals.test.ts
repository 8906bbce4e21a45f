import fc from 'fast-check';

import { rateOf, sayRate } from '../../../core/evaluation/intervals';

// The values of a published table of Wilson's interval, to four places.
test.each([
  [0, 10, 0, 0.2775],
  [10, 10, 0.7225, 1],
  [5, 10, 0.2366, 0.7634],
  [1, 20, 0.0089, 0.2361],
])('rate: %d of %d -> the Wilson interval of the table', (hits, of, low, high) => {
  const { wilson95 } = rateOf(hits, of);
  expect(wilson95?.[0]).toBeCloseTo(low, 4);
  expect(wilson95?.[1]).toBeCloseTo(high, 4);
});

test('rate: 3 of 12 -> 0.25 with the standard error sqrt(p(1-p)/n)', () => {
  expect(rateOf(3, 12)).toMatchObject({ rate: 0.25, standardError: 0.125 });
});

test('rate: nothing counted -> no rate, and none is printed', () => {
  expect(rateOf(0, 0)).toEqual({ hits: 0, of: 0, rate: null, standardError: null, wilson95: null });
  expect(sayRate(rateOf(0, 0))).toBe('0 of 0');
});

test('rate: printed -> never without its count', () => {
  expect(sayRate(rateOf(0, 7))).toBe('0 of 7 (0.0 %, SE 0.0 %, 95 % 0.0 % to 35.4 %)');
});

test.each([
  [-1, 2],
  [3, 2],
  [0.5, 2],
  [Number.NaN, 2],
])('rate: %d of %d -> refused', (hits, of) => {
  expect(() => rateOf(hits, of)).toThrow(RangeError);
});

test('rate: any counts -> the interval holds the rate and stays in 0 to 1', () => {
  fc.assert(
    fc.property(fc.nat(2_000), fc.integer({ min: 1, max: 2_000 }), (some, of) => {
      const { rate, wilson95 } = rateOf(Math.min(some, of), of);
      if (rate === null || wilson95 === null) throw new Error('expected a rate');
      const [low, high] = wilson95;
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
      expect(low - 1e-12).toBeLessThanOrEqual(rate);
      expect(high + 1e-12).toBeGreaterThanOrEqual(rate);
    }),
  );
});
