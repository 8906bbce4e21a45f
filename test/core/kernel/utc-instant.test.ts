import fc from 'fast-check';
import { sayInstant } from '../../../core/kernel/utc-instant';

const asDate = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

describe('instant', () => {
  test.each([
    '1970-01-01T00:00:00Z',
    '1972-02-29T23:59:59Z',
    '2000-02-29T12:00:00Z',
    '2000-12-31T23:59:59Z',
    '2026-11-29T14:05:09Z',
    '2100-02-28T23:59:59Z',
    '2100-03-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
  ])('%s -> as a calendar has it', (text) => {
    expect(sayInstant(Date.parse(text))).toBe(asDate(Date.parse(text)));
  });

  test('any instant of 1970 to 9999 -> the same as the platform says', () => {
    const last = Date.parse('9999-12-31T23:59:59.999Z');
    fc.assert(fc.property(fc.integer({ min: 0, max: last }), (ms) => sayInstant(ms) === asDate(ms)));
  });
});
