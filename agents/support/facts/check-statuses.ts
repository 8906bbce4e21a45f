// A status said of an order must be that order's by its newest fresh result. A word is a statement when it stands after a form of
// `be`, in a list beside the order's id, or right before the id; "a delivered order can be refunded" and "once it is delivered" state
// nothing. A `not` turns the question round.
import { clauseAt } from './clauses';
import type { Finding } from './finding';
import type { Grounds } from './grounds';
import { holdersOf } from './named-items';
import type { RecordedOrder, Records } from './records';
import { bearsOut, STATUS_WORD } from './status-words';
import { subjectOf, type Spoken } from './subjects';
import type { Placed } from './text-facts';

const ADVERB =
  '(?:now|still|already|currently|just|only|also|indeed|both|all|each|successfully|since|actually|yet|recently|been|in|the|a|an|status|state|as|to be|safely|fully)';
const BE =
  "(?:is|are|was|were|been|remains?|stays?|shows?|shown|marked|listed|has|have|(?:status|state)(?: of (?:your )?(?:order )?#?W\\d{7})?(?: is)?|it's|that's|they're|it’s|isn't|aren't|wasn't|weren't|hasn't|haven't|isn’t|aren’t|wasn’t|weren’t|hasn’t|haven’t)";
const STATED = new RegExp(`(?<![\\p{L}])${BE}(?:[ :]+(?:not|never|no longer|${ADVERB})){0,4}[ :]+["“'‘]?$`, 'iu');
const LISTED = /[:;,(–—|-]\s?["“'‘]?(?:status:?\s?)?$/i;
const BEFORE_ID = /^["”'’]?\s(?:order|orders)\s(?:number\s)?#?W\d/i;
const ID_BEFORE = /#?W\d{7}(?:\s(?:was|is|has))?\s$/i;
const COLON_AFTER = /^[”"’']?:\s(?:order\s)?#?W\d{7}/i;
const NEGATED = /\b(?:not|never|nothing|no longer|\w+n['’]t)(?:\s\w+){0,3}\s?["“'‘]?$|\bneither\b/i;
const BRACKET_AFTER = /^\s?\(\s?(?:orders?\s)?#?W\d/i;
const IMAGINED =
  /\b(?:if|once|when|whenever|unless|until|whether|in case|as soon as|only (?:a|orders?|for)|any|no|none|nobody|every|orders that|orders which|should|must|may|might|would|could|can be|will be|to be|be)\b/i;
/** What was sent, processed or returned here is money or a request, not the order. */
const OF_OTHERS =
  /\b(?:refunds?|payments?|money|requests?|cancellations?|exchanges?|returns?|reimbursements?|amounts?|reviews?|messages?|e-?mails?|receipts?|confirmations?|funds|credit)\b/i;
const FIRST_PERSON = /\b(?:I|we)(?:['’]ve|\shave|\shad)?(?:\s\w+){0,2}\s$/i;
const EVERY = /\b(?:all|both|they|these|those|each)\b/i;
const OF_ONE = /\b(?:items?|(?:that|this|the|your) order|it)\b(?!s)/i;

const isNoStatement = (before: string): boolean =>
  IMAGINED.test(before) || OF_OTHERS.test(before) || FIRST_PERSON.test(before);

const isStatement = (spoken: Spoken, word: Placed): boolean => {
  const { text, orders } = spoken.facts;
  const clause = clauseAt(text, word.at);
  const before = text.slice(clause.from, word.at);
  const after = text.slice(word.end, word.end + 24);
  if (BEFORE_ID.test(after)) return !IMAGINED.test(before);
  if (ID_BEFORE.test(before) || COLON_AFTER.test(after)) return !isNoStatement(before);
  if (STATED.test(` ${before}`)) return !isNoStatement(before);
  const isBeside = orders.some((order) => order.end <= word.at);
  return isBeside && LISTED.test(text.slice(Math.max(0, word.at - 12), word.at)) && !/^\s\p{L}/u.test(after);
};

const sayRecord = (records: Records, id: string): string => {
  const order = records.orders.get(id);
  if (order !== undefined) return `order ${id} is ${order.status} in the records`;
  return records.stale.has(id)
    ? `what is recorded of order ${id} is too old to be stated; look it up again`
    : `no fresh record tells the status of order ${id}`;
};

const agrees = (order: RecordedOrder | undefined, word: string, isNegated: boolean): boolean =>
  order !== undefined && bearsOut(order.status, word) !== isNegated;

const checkKnown = (ids: readonly string[], word: Placed, { records, isNegated }: Asked): readonly Finding[] =>
  ids.flatMap((id) =>
    agrees(records.orders.get(id), word.source, isNegated)
      ? []
      : [{ error: `${sayRecord(records, id)}, the reply says ${isNegated ? 'not ' : ''}${word.source.toLowerCase()}` }],
  );

interface Asked {
  readonly records: Records;
  readonly isNegated: boolean;
}

const meansEvery = (text: string): boolean => EVERY.test(text) && !OF_ONE.test(text);

/** No order is named: all that are spoken of, or else any one on record. */
const checkUnnamed = (spoken: Spoken, word: Placed, asked: Asked): readonly Finding[] => {
  const { records, isNegated } = asked;
  const known = [...records.orders.values()];
  if (known.length > 1 && meansEvery(spoken.facts.text)) {
    return checkKnown(spoken.named.length > 0 ? spoken.named : known.map(({ id }) => id), word, asked);
  }
  if (known.some((order) => agrees(order, word.source, isNegated))) return [];
  const [only] = known.length === 1 ? [known[0]?.id] : [...(known.length === 0 ? records.stale : [])];
  if (only !== undefined) return checkKnown([only], word, asked);
  return [{ error: `no order in the records is ${isNegated ? 'not ' : ''}${word.source.toLowerCase()}` }];
};

/** Ids in the bracket right after the word: `two are pending (#W1 and #W2)`. */
const bracketed = ({ facts }: Spoken, word: Placed): readonly string[] => {
  const closed = facts.text.indexOf(')', word.end);
  return facts.orders.filter(({ at, end }) => at >= word.end && (closed < 0 || end <= closed)).map(({ id }) => id);
};

const checkWord = (spoken: Spoken, word: Placed, { records }: Grounds): readonly Finding[] => {
  if (spoken.facts.isQuestion) return [];
  const words = word.source.toLowerCase();
  if (!isStatement(spoken, word)) return [{ unchecked: `"${words}" said of nothing in particular` }];
  const before = spoken.facts.text.slice(clauseAt(spoken.facts.text, word.at).from, word.at);
  const asked = { records, isNegated: NEGATED.test(before) };
  if (BRACKET_AFTER.test(spoken.facts.text.slice(word.end))) return checkKnown(bracketed(spoken, word), word, asked);
  const holders = spoken.facts.orders.length > 0 ? [] : holdersOf(records, before);
  if (holders.some((order) => agrees(order, word.source, asked.isNegated))) return [];
  if (holders.length > 0) return checkKnown(holders.map(({ id }) => id).slice(0, 1), word, asked);
  const { ids } = subjectOf(spoken, word);
  return ids.length > 0 ? checkKnown(ids, word, asked) : checkUnnamed(spoken, word, asked);
};

/** Every status word of a sentence. */
export const checkStatuses = (spoken: Spoken, grounds: Grounds): readonly Finding[] =>
  [...spoken.facts.text.matchAll(STATUS_WORD)].flatMap((match) =>
    checkWord(spoken, { at: match.index, end: match.index + match[0].length, source: match[0] }, grounds),
  );
