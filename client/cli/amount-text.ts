import { fromMinor } from '../../core/kernel/money';

interface Money {
  readonly amountMinor: number | null;
  readonly currency: string | null;
}

/** `USD 207.75`; undefined where no money moves. */
export const amountText = ({ amountMinor, currency }: Money): string | undefined =>
  amountMinor === null || currency === null ? undefined : `${currency} ${fromMinor(amountMinor, currency)}`;

/** The exact decimal alone, as it is typed to confirm. */
export const amountDecimal = ({ amountMinor, currency }: Money): string | null =>
  amountMinor === null || currency === null ? null : fromMinor(amountMinor, currency);
