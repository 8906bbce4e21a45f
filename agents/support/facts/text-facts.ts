// What a sentence states that can be compared with a record. Extraction only: nothing here decides whether it is true. Each fact is
// taken out of the sentence once it is read, so that the digits of an order id are never read again as an amount.

/** A place in the sentence; `source` is what stands there. */
export interface Placed {
  readonly at: number;
  readonly end: number;
  readonly source: string;
}

export interface OrderFact extends Placed {
  /** Canonical, or as written with `#W` where it is no whole order id. */
  readonly id: string;
}

export interface AmountFact extends Placed {
  /** Minor units; null when it is no exact amount (three places, `5 thousand`). */
  readonly minor: number | null;
  readonly isUsd: boolean;
}

export interface QuantityFact extends Placed {
  readonly count: number;
  /** Singular; `businessday` apart from `day`. */
  readonly unit: string;
  /** The word between number and unit, lower case: `pending` in `two pending orders`. */
  readonly adjective: string | null;
}

export interface DateFact extends Placed {
  /** `2026-03-12`, or `03-12` without a year; several where day and month can not be told apart. */
  readonly keys: readonly string[];
}

/** One sentence and all that stands in it. */
export interface SentenceFacts {
  readonly text: string;
  readonly isQuestion: boolean;
  readonly orders: readonly OrderFact[];
  /** Receipts, tracking numbers, payment methods, items. */
  readonly ids: readonly Placed[];
  /** Mail addresses and links. */
  readonly contacts: readonly Placed[];
  readonly dates: readonly DateFact[];
  readonly amounts: readonly AmountFact[];
  readonly quantities: readonly QuantityFact[];
  /** Numbers without a unit, and words for a time that moves. */
  readonly unchecked: readonly string[];
}
