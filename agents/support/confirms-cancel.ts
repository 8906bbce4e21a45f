// Whether the customer asks, in their own words, that this very order be cancelled. A verb to cancel somewhere in a message says
// nothing of every order in it: people name the one they keep, and the one they only ask about. So an order is confirmed only where
// it stands in a plain list right behind the verb (`cancel A, B and C`), or in `I want A and B cancelled`; where nothing else that is
// said of it, or of nothing in particular, keeps it, excepts it or asks; and where no later message that names it says anything but
// the same. In doubt nothing is confirmed and a person is asked. It reads what the customer typed, whoever proposed, and is no part
// of the offline reader.
import {
  AFTER_ORDERS,
  CANCEL_ASKED,
  NOT_THIS,
  ORDER_LIST,
  POLITE_QUESTION,
  QUESTION_OF_MONEY,
  REASON_OR_WISH,
  REASONS_IN_WORDS,
  UNSETTLED,
  WANTED_CANCELLED,
} from './cancel-words';
import { DOUBTFUL, SECOND_THOUGHTS } from './doubtful-words';
import { clausesOf, ordersNamed, sentencesOf, withOrderMarks } from './orders-in-words';

const CANCEL = /\b(?:cancel(?:led|ling|lation)?|call off)\b/;
const CANCEL_WORDS = /\bcancel(?:led|ling|lation)?\b/g;

const namesIt = (text: string): boolean => text.includes('<x>');
const namesAny = (text: string): boolean => /<[xo]>/.test(text);

const withoutReasons = (text: string): string =>
  REASONS_IN_WORDS.reduce((left, pattern) => left.replace(pattern, ' '), text);

interface Asked {
  readonly before: string;
  readonly list: string;
  readonly after: string;
}

/** The orders a wish lists and what stands around them; null for what is no plain wish. */
const readList = (text: string, before: string): Asked | null => {
  const asked = CANCEL_ASKED.exec(text) ?? WANTED_CANCELLED.exec(text);
  if (asked === null) return null;
  const rest = text.slice(asked[0].length);
  const list = ORDER_LIST.exec(rest)?.[0];
  if (list === undefined) return null;
  const isPassive = !CANCEL_ASKED.test(text);
  const behind = rest.slice(list.length);
  const after = isPassive ? behind.replace(/^ (?:to be )?(?:cancell?ed|called off)\b/, '') : behind;
  return isPassive && after === behind ? null : { before, list, after };
};

const JOINT = /, ?|\band |\bso |\bthen |- /g;

/** The first plain wish of a sentence that lists this order. */
const findWish = (sentence: string): Asked | null => {
  const starts = [0, ...[...sentence.matchAll(JOINT)].map((match) => match.index + match[0].length)];
  const wishes = starts.flatMap((at) => readList(sentence.slice(at), sentence.slice(0, at)) ?? []);
  return wishes.find(({ list }) => namesIt(list)) ?? null;
};

/** What stands before a wish governs it: only a courtesy, a reason or another plain wish may. */
const isPlainBefore = (before: string): boolean =>
  clausesOf(before).every(
    (clause) =>
      !NOT_THIS.test(withoutReasons(clause)) &&
      (REASON_OR_WISH.test(clause) || /^(?:(?:\p{L}+ ?){1,2}|\$?[\d.]{1,12}(?: usd| dollars)?)$/u.test(clause)),
  );

/** Behind the orders: what is attached names no order; a clause of its own may say of another one what it likes. */
const isPlainAfter = (after: string): boolean => {
  if (!AFTER_ORDERS.test(after)) return false;
  const isOwnClause = /^ ?(?:$|[,()–—-]|and\b|but\b)/.test(after);
  const clauses = clausesOf(after);
  const attached = isOwnClause ? null : clauses[0];
  if (attached !== undefined && attached !== null && namesAny(attached)) return false;
  return clauses.every(isHarmless);
};

/** A clause that says nothing of this order that would keep it. */
const isHarmless = (clause: string): boolean => {
  if (namesAny(clause) && !namesIt(clause)) return true;
  return !NOT_THIS.test(withoutReasons(clause));
};

const isWish = (sentence: string): boolean => {
  const text = sentence.replace(/[.!?;\n]+$/, '').trim();
  const wish = findWish(text);
  if (wish === null || !isPlainBefore(wish.before) || !isPlainAfter(wish.after)) return false;
  return !sentence.endsWith('?') || POLITE_QUESTION.test(text.slice(wish.before.length));
};

/** A sentence beside the wish: of another order, or with nothing in it that keeps or asks. */
const isBeside = (sentence: string): boolean => {
  if (namesAny(sentence) && !namesIt(sentence)) return true;
  const isQuestion = sentence.endsWith('?') && (namesIt(sentence) || !QUESTION_OF_MONEY.test(sentence));
  return !isQuestion && !CANCEL.test(sentence) && !NOT_THIS.test(withoutReasons(sentence));
};

const asksPlainly = (marked: string): boolean => {
  const sentences = sentencesOf(marked);
  if (DOUBTFUL.some((pattern) => pattern.test(marked)) || UNSETTLED.test(withoutReasons(marked))) return false;
  return sentences.some(isWish) && sentences.every((sentence) => isWish(sentence) || isBeside(sentence));
};

/** A message that does not name the order: of others it counts only as a correction, of none as a second thought. */
const takesBack = (marked: string): boolean => {
  const isOfOthers = namesAny(marked);
  const plain = withoutReasons(isOfOthers ? marked.replace(CANCEL_WORDS, ' ') : marked);
  if (SECOND_THOUGHTS.some((pattern) => pattern.test(plain))) return true;
  if (isOfOthers) return UNSETTLED.test(plain) || DOUBTFUL.some((pattern) => pattern.test(marked));
  return /\b(?:keep\w{0,3}|leave|stay\w{0,3}|not|never)\b/.test(plain) || (CANCEL.test(plain) && !asksPlainly(marked));
};

const readMessage = (message: string, orderId: string): 'confirms' | 'withdraws' | 'leaves' => {
  const marked = withOrderMarks(message, orderId);
  if (ordersNamed(message).includes(orderId)) return asksPlainly(marked) ? 'confirms' : 'withdraws';
  return takesBack(marked) ? 'withdraws' : 'leaves';
};

/** Whether the customer's messages, oldest first, plainly ask to cancel this order and nothing later takes it back. */
export const confirmsCancel = (messages: readonly string[], orderId: string): boolean =>
  messages
    .map((message) => readMessage(message, orderId))
    .filter((effect) => effect !== 'leaves')
    .at(-1) === 'confirms';
