// All that a reply may lean on, laid out for comparison: the records, the words of results, and what the customer said themselves.
// The last is no evidence; it may be given back to them as theirs, or asked about.
import type { FactsInput } from '../../../core/moves/facts-check';
import { dayKeysOf, keyForms } from './dates-in-text';
import { tokensOf } from './ids-in-text';
import { readSentences } from './read-sentences';
import { readRecords, type Records } from './records';
import type { AmountFact, QuantityFact } from './text-facts';

/** What texts state. */
export interface StatedFacts {
  readonly orders: ReadonlySet<string>;
  readonly amounts: ReadonlySet<string>;
  readonly dates: ReadonlySet<string>;
  readonly quantities: ReadonlySet<string>;
  /** Whole tokens, as they stand. */
  readonly tokens: ReadonlySet<string>;
  /** Lower case, line by line. */
  readonly words: string;
}

export interface Grounds {
  readonly records: Records;
  /** Of all fresh results. */
  readonly told: StatedFacts;
  /** Of results about no single order. */
  readonly documents: StatedFacts;
  /** Of the customer's messages. */
  readonly said: StatedFacts;
  /** The day of the reply itself. */
  readonly today: ReadonlySet<string>;
}

export const keyOfAmount = ({ minor, isUsd }: AmountFact): string => `${minor ?? 'none'} ${isUsd ? 'USD' : 'other'}`;

export const keyOfQuantity = ({ count, unit }: QuantityFact): string => `${count} ${unit}`;

const factsOf = (texts: readonly string[], instants: readonly number[] = []): StatedFacts => {
  const sentences = texts.flatMap(readSentences);
  return {
    orders: new Set(sentences.flatMap(({ orders }) => orders.map(({ id }) => id))),
    amounts: new Set(sentences.flatMap(({ amounts }) => amounts.map(keyOfAmount))),
    dates: new Set([
      ...sentences.flatMap(({ dates }) => dates.flatMap(({ keys }) => keys.flatMap(keyForms))),
      ...instants.flatMap(dayKeysOf),
    ]),
    quantities: new Set(sentences.flatMap(({ quantities }) => quantities.map(keyOfQuantity))),
    tokens: new Set(texts.flatMap((text) => [text, ...tokensOf(text)])),
    words: texts.join('\n').toLowerCase(),
  };
};

/** Lays out the evidence of a case once, for every sentence of a reply. */
export const layGrounds = (input: FactsInput): Grounds => {
  const records = readRecords(input);
  return {
    records,
    told: factsOf(records.texts, records.instants),
    documents: factsOf(records.documents),
    said: factsOf(input.customerMessages),
    today: new Set(dayKeysOf(input.nowMs)),
  };
};
