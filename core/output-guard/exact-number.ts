// A double holds about 15 digits; a literal with more is rounded in silence by every plain parser. Whether that happened is found
// from the source text: the literal and the shortest text of its double must be the same decimal.

interface Decimal {
  readonly negative: boolean;
  /** Without zeros at either end; empty for zero. */
  readonly digits: string;
  /** Power of ten of the last digit. */
  readonly exponent: number;
}

const trimZeros = (digits: string): { readonly kept: string; readonly dropped: number } => {
  let start = 0;
  let end = digits.length;
  while (start < end && digits[start] === '0') start += 1;
  while (end > start && digits[end - 1] === '0') end -= 1;
  return { kept: digits.slice(start, end), dropped: digits.length - end };
};

const decimalOf = (source: string): Decimal => {
  const unsigned = source.startsWith('-') ? source.slice(1) : source;
  const [mantissa = '', power = '0'] = unsigned.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const { kept, dropped } = trimZeros(whole + fraction);
  const exponent = kept === '' ? 0 : Number(power) - fraction.length + dropped;
  return { negative: source.startsWith('-') && kept !== '', digits: kept, exponent };
};

/** True when the double of a JSON number literal has the literal's value, digit for digit. */
export const isExactDouble = (source: string): boolean => {
  const double = Number(source);
  if (!Number.isFinite(double)) return false;
  const literal = decimalOf(source);
  const shortest = decimalOf(String(double));
  return (
    literal.negative === shortest.negative &&
    literal.digits === shortest.digits &&
    literal.exponent === shortest.exponent
  );
};
