// A count of orders, items or refunds must be a count of the records; any other quantity (days, inches, percent) must stand in a
// result with the same unit. `One` and `these two` point rather than count, and pass wherever there is that much.
import { isTheirs } from './clauses';
import type { Finding } from './finding';
import { keyOfQuantity, type Grounds } from './grounds';
import { refundsOf } from './order-amounts';
import type { RecordedOrder, Records } from './records';
import { statusOf } from './status-words';
import { subjectOf, type Spoken } from './subjects';
import type { QuantityFact } from './text-facts';
import { isCounted } from './units';

const COUNTING =
  /\b(?:have|has|had|holds?|contains?|contained|includes?|there (?:is|are)|only|exactly|consists? of|made up of|total of|of)\s(?:only |exactly |just |a total of )?$/i;
const POINTING = /\b(?:these|those|the other|other|remaining|the rest|both|the|any|each|at most|up to|of these)\s$/i;
const LOOK = 40;

const ordersMeant = (records: Records, ids: readonly string[]): readonly RecordedOrder[] => {
  const meant = ids.flatMap((id) => records.orders.get(id) ?? []);
  return meant.length > 0 ? meant : [...records.orders.values()];
};

const itemCounts = (spoken: Spoken, fact: QuantityFact, records: Records): readonly number[] => {
  const { ids } = subjectOf(spoken, fact);
  const orders = ordersMeant(records, ids);
  const text = spoken.facts.text.toLowerCase();
  const namedHere = new Set(
    orders.flatMap(({ items }) => items.map(({ name }) => name)).filter((name) => text.includes(name)),
  );
  const counts = orders.map(({ items }) => items.length);
  const chosen = records.actions.flatMap(({ itemCount }) => itemCount ?? []);
  return [
    ...counts,
    counts.reduce((sum, count) => sum + count, 0),
    ...chosen,
    ...(namedHere.size > 1 ? [namedHere.size] : []),
  ];
};

const orderCounts = (spoken: Spoken, { adjective }: QuantityFact, { orders, listed }: Records): readonly number[] => {
  const all = listed ?? [...orders.keys()];
  const wanted = adjective === null ? null : statusOf(adjective);
  const ofStatus = (status: string): number =>
    all.filter((id) => statusOf(orders.get(id)?.status ?? '') === status).length;
  if (wanted !== null) return [ofStatus(wanted)];
  const statuses = new Set(all.map((id) => statusOf(orders.get(id)?.status ?? '') ?? ''));
  return [
    ...(listed === null ? [] : [all.length]),
    ...[...statuses].map(ofStatus),
    ...(spoken.named.length > 1 ? [spoken.named.length] : []),
  ];
};

const refundCounts = (spoken: Spoken, fact: QuantityFact, records: Records): readonly number[] => {
  const { ids } = subjectOf(spoken, fact);
  const all = ids.length > 0 ? ids : [...records.orders.keys()];
  const counts = all.map((id) => refundsOf(records, id).length);
  return [...counts, counts.reduce((sum, count) => sum + count, 0), records.actions.length];
};

const countsOf = (spoken: Spoken, fact: QuantityFact, records: Records): readonly number[] => {
  if (fact.unit === 'item') return itemCounts(spoken, fact, records);
  if (fact.unit === 'order') return orderCounts(spoken, fact, records);
  return fact.unit === 'refund' ? refundCounts(spoken, fact, records) : [];
};

const isCount = (spoken: Spoken, fact: QuantityFact, counts: readonly number[]): boolean => {
  if (counts.includes(fact.count)) return true;
  const before = spoken.facts.text.slice(Math.max(0, fact.at - LOOK), fact.at);
  const isPointing = (fact.count === 1 && !COUNTING.test(before)) || POINTING.test(before);
  return isPointing && counts.some((count) => count >= fact.count);
};

const wordsOf = ({ source, unit, count }: QuantityFact): string =>
  `${source} ${unit === 'businessday' ? 'business day' : unit}${count === 1 ? '' : 's'}`;

/** A unit nothing in the records is counted in. */
const checkMeasure = (fact: QuantityFact): readonly Finding[] =>
  fact.unit === 'percent' && fact.count === 100
    ? [{ unchecked: wordsOf(fact) }]
    : [{ error: `"${wordsOf(fact)}" stands in no result` }];

const checkQuantity = (spoken: Spoken, fact: QuantityFact, { records, told, said }: Grounds): readonly Finding[] => {
  const key = keyOfQuantity(fact);
  if (told.quantities.has(key) || (said.quantities.has(key) && isTheirs(spoken.facts, fact.at))) return [];
  if (!isCounted(fact.unit)) return checkMeasure(fact);
  const counts = countsOf(spoken, fact, records);
  if (counts.length === 0) return [{ unchecked: wordsOf(fact) }];
  if (isCount(spoken, fact, counts)) return [];
  return [{ error: `the reply says ${wordsOf(fact)}; the records have ${[...new Set(counts)].join(' or ')}` }];
};

/** Every quantity of a sentence. */
export const checkQuantities = (spoken: Spoken, grounds: Grounds): readonly Finding[] =>
  spoken.facts.quantities.flatMap((fact) => checkQuantity(spoken, fact, grounds));
