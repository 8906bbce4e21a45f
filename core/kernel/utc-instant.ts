// Epoch milliseconds as a person reads them. Core has no clock and no Date; a calendar is arithmetic.
const DAY_MS = 86_400_000;
const DAYS_OF_400_YEARS = 146_097;
/** Days from 1 March of the year 0 to 1 January 1970: a year that begins in March ends with its leap day. */
const DAYS_TO_1970 = 719_468;

/** `2026-11-29 14:05:09 UTC`; parts of a second are dropped. For instants from 1970 to 9999. */
export const sayInstant = (ms: number): string => {
  const days = Math.floor(ms / DAY_MS);
  const seconds = Math.floor((ms - days * DAY_MS) / 1000);
  const { year, month, day } = dateOf(days + DAYS_TO_1970);
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(twoDigits).join(':');
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)} ${clock} UTC`;
};

const twoDigits = (part: number): string => String(part).padStart(2, '0');

const dateOf = (days: number): { year: number; month: number; day: number } => {
  const era = Math.floor(days / DAYS_OF_400_YEARS);
  const dayOfEra = days - era * DAYS_OF_400_YEARS;
  const leaps = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leaps) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  return { year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day };
};
