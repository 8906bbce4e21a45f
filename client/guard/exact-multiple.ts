// 19.99 is a multiple of 0.01, but the quotient of their doubles is no whole number: multipleOf is judged on the decimals that were
// written. Both numbers are exact doubles here, so their shortest texts are what stood in the source.

interface Scaled {
  readonly digits: bigint;
  /** Power of ten of the last digit. */
  readonly exponent: number;
}

const scaledOf = (value: number): Scaled => {
  const [mantissa = '', power = '0'] = String(Math.abs(value)).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
};

/** True when `value` is a whole number of times `step`, which is above zero; exactly, whatever their sizes. */
export const isMultipleOf = (value: number, step: number): boolean => {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return value % step === 0;
  const [left, right] = [scaledOf(value), scaledOf(step)];
  const least = Math.min(left.exponent, right.exponent);
  const scale = ({ digits, exponent }: Scaled): bigint => digits * 10n ** BigInt(exponent - least);
  return scale(left) % scale(right) === 0n;
};
