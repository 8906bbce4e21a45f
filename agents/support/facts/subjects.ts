// Which order a fact is about: an id that follows with `of` or `for`, else the nearest id before it, else the next one, else the
// order the sentences before spoke of. Ids joined by `and` or commas are spoken of together.
import type { OrderFact, Placed, SentenceFacts } from './text-facts';

/** A sentence in its place: what was spoken of before it. */
export interface Spoken {
  readonly facts: SentenceFacts;
  /** Ids the sentences before named last. */
  readonly focus: readonly string[];
  /** Every id of the whole reply. */
  readonly named: readonly string[];
}

export interface Subject {
  readonly ids: readonly string[];
  /** Named in the sentence itself, or by a word that can mean nothing else. */
  readonly isCertain: boolean;
}

const JOINED = /^(?:[\s,&(]|and|n?or|orders?|both|the|your)*$/i;
const OF_NEXT =
  /^[^\d;!?]{0,60}\b(?:for|of|on|from|in|against|to|with)\s(?:(?:your|the|this|that|whole|entire|full)\s){0,3}(?:order\s)?(?:number\s)?["“(]?$/i;
const POINTS_BACK = /\b(?:it|its|this order|that order|the order|your order)\b/i;

const group = (facts: SentenceFacts, index: number): readonly string[] => {
  const ids: string[] = [];
  for (let at = index; at >= 0; at -= 1) {
    const order = facts.orders[at];
    if (order === undefined) break;
    ids.unshift(order.id);
    const before = facts.orders[at - 1];
    if (before === undefined || !JOINED.test(facts.text.slice(before.end, order.at))) break;
  }
  return ids;
};

const followedBy = (facts: SentenceFacts, place: Placed): OrderFact | undefined => {
  const next = facts.orders.find((order) => order.at >= place.end);
  return next !== undefined && OF_NEXT.test(facts.text.slice(place.end, next.at)) ? next : undefined;
};

/** The order or orders a place in a sentence speaks of; none when nothing tells. */
export const subjectOf = ({ facts, focus }: Spoken, place: Placed): Subject => {
  const next = followedBy(facts, place);
  if (next !== undefined) return { ids: [next.id], isCertain: true };
  const before = facts.orders.findLastIndex((order) => order.end <= place.at);
  if (before >= 0) return { ids: group(facts, before), isCertain: true };
  const [first] = facts.orders;
  if (first !== undefined) return { ids: [first.id], isCertain: true };
  return { ids: focus, isCertain: focus.length > 0 && POINTS_BACK.test(facts.text) };
};

/** Sentences with what was spoken of before each. */
export const inOrder = (sentences: readonly SentenceFacts[]): readonly Spoken[] => {
  const named = [...new Set(sentences.flatMap(({ orders }) => orders.map(({ id }) => id)))];
  let focus: readonly string[] = [];
  return sentences.map((facts) => {
    const spoken = { facts, focus, named };
    if (facts.orders.length > 0) focus = group(facts, facts.orders.length - 1);
    return spoken;
  });
};
