// Support's shop sells in one currency; inside, its amounts are integers of minor units, outside decimal strings of two places.
import { amountFromJson, fromMinor, toMinor } from '../../core/kernel/money';
import { CURRENCY } from './limits';

/** Minor units of an amount above zero, as number or decimal string; null for whatever core/kernel/money refuses. */
export const amountToMinor = (value: unknown): number | null => {
  const parsed = amountFromJson(value);
  return parsed.kind === 'amount' ? toMinor(parsed.amount, CURRENCY) : null;
};

/** `42.50` for 4250. */
export const minorToAmount = (minor: number): string => fromMinor(minor, CURRENCY);

/** Minor units of an exact amount of ours, zero included; anything else is a broken invariant. */
export const minorOf = (amount: string): number => toMinor(amount, CURRENCY);
