// Whether the customer's own words are a plain request for exactly this act, so plain that no person need read them. It is asked beside
// the rules on amounts and yeses (confirms-amount, confirms-cancel, confirms-by-yes), and may only say no: every word of the message
// that asks, and of all that were written after it, must be one that such requests are made of (plain-vocabulary.ts) or a word of the
// order's own items. What nobody foresaw is thereby a person's to read, not a machine's to pay.
import type { DialogLine } from '../../core/moves/agent-kit';
import { amountsIn } from './amounts-in-text';
import { canonicalOrderId } from './order-id';
import { CANCEL_WORDS, HARMLESS, QUESTION_WORDS, REASON_WORDS, REFUND_WORDS, YES_WORDS } from './plain-vocabulary';
import { toPlainWords } from './plain-words';
import type { OrderFacts } from './refund-facts';

export interface PlainAct {
  readonly order: OrderFacts;
  readonly amountMinor: number;
  /** Kind of the account the money would go to (`paypal`, `gift_card`, `credit_card`); null where it goes back by itself. */
  readonly methodSource: string | null;
  /** The account is one the order was paid with. */
  readonly isOriginal: boolean;
}

type Words = ReadonlySet<string>;

const ORDER = /(?<![\p{L}\d])#?w\d{7}(?![\p{L}\d])/giu;
/** What reads as an amount: marked, or with two places; any other number is unknown. */
const AMOUNT =
  /(?<![\p{L}\d.,])(?:usd ?\d{1,7}(?:\.\d{1,2})?|(?:us ?)?\$ ?(?:\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.\d{1,2})?|(?:\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.\d{2}(?: ?\$)?|(?:\.\d)?(?: ?\$|(?= ?(?:usd|dollars?|bucks)\b))))(?![\p{L}\d%])/giu;
const TOKEN = /[\p{L}\p{M}]+(?:'[\p{L}]+)?|[^\s\p{L}\p{M}]/gu;
/** Marks that end or join clauses; any other one is unknown. */
const HARMLESS_MARKS = new Set(['.', ',', '!', ';', '-', '–', '—', "'", '#', '(', ')']);
const CLAUSES = /[.!;\n](?!\d)|(?<=\?)\s*|[,–—](?!\d)|(?<=\s)-(?=\s)/;
/** An order or a wish at the beginning of a clause; a report of what was done is neither. */
const COURTESY =
  '(?:(?:hi|hello|hey|dear|there|and|so|please|plz|pls|kindly|yes|now|just|team|support|sir|madam)\\s+)*';
const WISH =
  "(?:i (?:want|need|request|wish)|i(?:'d| would) like|i(?: am|'m) asking for|(?:can|could|may) i (?:please )?(?:get|have)|(?:can|could|would|will) you)";
const ASKS_REFUND = new RegExp(
  `^${COURTESY}(?:(?:refund|reimburse|return|pay me back|pay back|money back|a refund|full refund|a full refund)\\b|(?:give|${WISH})\\b.{0,120}\\b(?:refund(?:ed)?|reimburse(?:d|ment)?|back)\\b)`,
);
const SPEAKS_OF_REFUND = /\b(?:refund\w*|reimburs\w*|money|back|pay|paid)\b/;
const WISHES_CANCEL = new RegExp(`^${COURTESY}(?:cancel\\b|${WISH}\\b.{0,120}\\bcancel(?:l?ed)?\\b)`);
const ASKS_CANCEL = /\bcancel(?:l?ed)?\b/;
const POLITE_QUESTION = new RegExp(
  `^${COURTESY}(?:(?:can|could|would|will) you|(?:can|could|may) i (?:please )?(?:get|have))\\b`,
);

const itemWords = ({ items }: OrderFacts): Words =>
  new Set(items.flatMap(({ name = '' }) => toPlainWords(name).match(/[\p{L}]+/gu) ?? []).flatMap(withPlural));

const withPlural = (word: string): readonly string[] => [word, `${word}s`, word.replace(/s$/, '')];

/** A colon behind an order's number or before an amount ends a clause and no more. */
const COLON = /(?<=w\d{7}) ?:|: ?(?=(?:usd ?)?\$?\d)/g;

const withoutHarmless = (plain: string): string =>
  HARMLESS.reduce((text, pattern) => text.replace(pattern, ' '), plain.replace(COLON, ', '));

const knowsAll = (clause: string, ...lists: readonly Words[]): boolean =>
  (clause.replace(ORDER, ' ').replace(AMOUNT, ' ').match(TOKEN) ?? []).every(
    (token) => HARMLESS_MARKS.has(token) || lists.some((list) => list.has(token)),
  );

const clausesOf = (plain: string): readonly string[] =>
  plain
    .split(CLAUSES)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');

/** A question mark only where it ends a polite request. */
const takePoliteMark = (clause: string): string =>
  POLITE_QUESTION.test(clause) ? clause.replace(/ ?\?+$/, '') : clause;

const namesOnlyOrder = (text: string, orderId: string): boolean =>
  [...text.matchAll(ORDER)].every(([found]) => canonicalOrderId(found) === orderId);

const namesOnlyAmount = (text: string, amountMinor: number): boolean =>
  amountsIn(text).every(({ minor, isUsd, isWeak }) => minor === amountMinor && isUsd && !isWeak);

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/\bpay ?pal\b/, 'paypal'],
  [/\bgift\b/, 'gift_card'],
  [/\b(?:credit|debit|visa|mastercard)\b/, 'credit_card'],
];

/** A kind of account that is named is the one the money goes to; when none is named, it goes to where it came from. */
const fitsMethod = (plain: string, { methodSource, isOriginal }: PlainAct): boolean => {
  if (methodSource === null) return true;
  const named = KINDS.filter(([pattern]) => pattern.test(plain)).map(([, kind]) => kind);
  return named.length === 0 ? isOriginal : named.every((kind) => kind === methodSource);
};

const isPlain = (message: string, act: PlainAct, check: (clause: string) => boolean): boolean =>
  namesOnlyOrder(toPlainWords(message), act.order.id) && isPlainOfAny(message, act, check);

const isPlainOfAny = (message: string, act: PlainAct, check: (clause: string) => boolean): boolean => {
  const plain = withoutHarmless(toPlainWords(message));
  if (!namesOnlyAmount(message, act.amountMinor)) return false;
  return fitsMethod(plain, act) && clausesOf(plain).map(takePoliteMark).every(check);
};

/** Messages from the last one that names the amount or asks for the act on. */
const fromAsking = (messages: readonly string[], asks: (message: string) => boolean): readonly string[] => {
  const at = messages.findLastIndex(asks);
  return at < 0 ? [] : messages.slice(at);
};

/** Whether the customer's messages ask for this refund in words that leave nothing open. */
export const isPlainRefundRequest = (messages: readonly string[], act: PlainAct): boolean => {
  const items = itemWords(act.order);
  const asking = fromAsking(messages, (message) => amountsIn(message).length > 0);
  const hasAmount = (clause: string): boolean => amountsIn(clause).length > 0;
  const check = (clause: string): boolean =>
    knowsAll(clause, REFUND_WORDS, items) ||
    (!hasAmount(clause) && !SPEAKS_OF_REFUND.test(clause) && knowsAll(clause, REASON_WORDS, items));
  const asked = asking.some((message) => {
    const clauses = clausesOf(withoutHarmless(toPlainWords(message)));
    return clauses.some(hasAmount) && clauses.some((clause) => ASKS_REFUND.test(clause));
  });
  return asked && asking.every((message) => isPlain(message, act, check));
};

const REST_WORDS: Words = new Set(['and', 'order', 'orders', 'please', 'also']);

/** The rest of a list: orders and what joins them. */
const isRest = (clause: string): boolean => knowsAll(clause, REST_WORDS);

/** Whether the customer's messages ask to cancel this order in words that leave nothing open. */
export const isPlainCancelRequest = (messages: readonly string[], act: PlainAct): boolean => {
  // A word of one item in an order of several would ask for less than all of it.
  const items = act.order.items.length === 1 ? itemWords(act.order) : new Set<string>();
  const asking = fromAsking(messages, (message) => ASKS_CANCEL.test(toPlainWords(message)));
  const names = (clause: string): boolean => WISHES_CANCEL.test(clause) && [...clause.matchAll(ORDER)].length > 0;
  const asked = asking.some((message) => clausesOf(withoutHarmless(toPlainWords(message))).some(names));
  // Several orders may be cancelled in one breath: each stands in the list behind the verb and nowhere else.
  const check = (clause: string): boolean =>
    knowsAll(clause, CANCEL_WORDS, items) &&
    ([...clause.matchAll(ORDER)].length === 0 || names(clause) || isRest(clause));
  return asked && asking.every((message) => isPlainOfAny(message, act, check));
};

/** Whether question and yes are both made of nothing but the words of this act; the order's items may be named. */
export const isPlainAgreement = (dialog: readonly DialogLine[], act: PlainAct): boolean => {
  const items = itemWords(act.order);
  const last = dialog.findLastIndex(({ speaker }) => speaker === 'agent');
  const question = dialog[last];
  const answers = dialog.slice(last + 1);
  if (question === undefined || answers.length === 0) return false;
  const asks = questionParts(question.text);
  return (
    asks.length > 0 &&
    asks.every((part) => knowsAll(part, QUESTION_WORDS, items)) &&
    answers.every(({ text }) => isPlain(text, act, (clause) => knowsAll(clause, YES_WORDS, items)))
  );
};

/** The sentence of the question, and every other one that names a figure: what a yes is given to. */
const questionParts = (reply: string): readonly string[] =>
  toPlainWords(reply)
    .split(/(?<=[.!?])(?!\d)\s*|\n/)
    .filter((sentence) => /\?/.test(sentence) || amountsIn(sentence).length > 0)
    .map((sentence) => sentence.replace(/[?":()]/g, ' ').trim());
