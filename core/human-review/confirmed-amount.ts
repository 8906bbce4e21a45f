// Whether the decimal a person typed is the amount of the action. Compared exactly: 42.5 and 42.50 are the same amount, 42.504 is
// none at all.
import { compareAmounts, fromMinor, parseAmount } from '../kernel/money';

/** Whether `typed` is `amountMinor` minor units of `currency`. A currency we do not know has no amount that could be confirmed. */
export const isAmount = (typed: string, amountMinor: number, currency: string): boolean => {
  const parsed = parseAmount(typed);
  if (parsed.kind !== 'amount') return false;
  try {
    return compareAmounts(parsed.amount, fromMinor(amountMinor, currency)) === 0;
  } catch {
    return false;
  }
};
