// Whether a yes confirms an act. A yes says nothing by itself: it is worth what it answers. So it counts only as the direct answer to
// the reply delivered last, when that reply asks one question, offers this very act and names exactly one amount and one order; and
// only while nothing the customer says after it doubts. A model may write such a question, but only a delivered one is asked, and only
// the customer answers it. What is not plain confirms nothing: a person is asked, and nothing is refused for it.
import type { DialogLine } from '../../core/moves/agent-kit';
import { amountsIn } from './amounts-in-text';
import { DOUBTFUL, SECOND_THOUGHTS } from './doubtful-words';
import { canonicalOrderId } from './order-id';
import { toPlainWords } from './plain-words';
import { ACTS, CAUTION, isPlainYes, SHARED, type Act } from './yes-words';

export interface AskedAct {
  readonly orderId: string;
  readonly amountMinor: number;
}

/** Letters and digits in their common form, invisible ones gone: a figure nobody reads as one must not pass for none. */
const toCommon = (text: string): string => text.normalize('NFKC').replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '');

const ORDER = /(?<![\p{L}\d])#?w\d{7}(?!\d)/giu;
const LONG_NUMBER = /\d{5,}/;

const ordersIn = (text: string): readonly string[] =>
  [...text.matchAll(ORDER)].flatMap(([found]) => canonicalOrderId(found) ?? []);

const withoutOrders = (text: string): string => text.replace(ORDER, ' ');

/** Every order named is this one, and no other long number stands there that could be one. */
const namesOnlyOrder = (text: string, orderId: string): boolean =>
  ordersIn(text).every((named) => named === orderId) && !LONG_NUMBER.test(withoutOrders(text));

/** Every amount named is exactly this one, in USD. */
const namesOnlyAmount = (text: string, amountMinor: number): boolean =>
  amountsIn(text).every(({ minor, isUsd, isWeak }) => minor === amountMinor && isUsd && !isWeak);

/** Numbers that are neither the order nor an amount of two places. */
const hasOtherNumber = (sentence: string): boolean =>
  /\d/.test(withoutOrders(sentence).replace(/\d+\.\d{2}(?!\d)/g, ' '));

/** The sentence of the one question; null when there is none or more than one. */
const questionOf = (plain: string): string | null => {
  const parts = plain.split('?');
  if (parts.length !== 2) return null;
  return (parts[0] ?? '').split(/[.!;:](?!\d)|\n/).at(-1) ?? null;
};

/** A question that names the amount itself stands alone; "shall I refund that?" is read with all that was said. */
const isExact = (reply: string, question: string): boolean => {
  const read = amountsIn(question).length > 0 ? question : toPlainWords(reply);
  return !hasOtherNumber(read) && !SHARED.test(read);
};

/** Whether the reply asks for exactly this act and nothing else. */
const asksFor = (reply: string, act: Act, asked: AskedAct): boolean => {
  const question = questionOf(toPlainWords(reply));
  if (question === null || !isExact(reply, question)) return false;
  if (!ACTS[act].offered.test(question) || ACTS[act].spoiled.test(question)) return false;
  if (ordersIn(reply).length === 0 || !namesOnlyOrder(reply, asked.orderId)) return false;
  if (!namesOnlyAmount(reply, asked.amountMinor)) return false;
  return act === 'cancel' || amountsIn(reply).length > 0;
};

/** Whether nothing in the words takes a yes back, limits it or speaks of something else. */
const raisesNoDoubt = (text: string, act: Act, { orderId, amountMinor }: AskedAct): boolean => {
  const plain = toPlainWords(text);
  if (!namesOnlyOrder(text, orderId) || !namesOnlyAmount(text, amountMinor) || hasOtherNumber(plain)) return false;
  const rest =
    act === 'cancel' ? plain.replace(/\bcancel(?:led|ling|lation)?\b(?! (?:that|this|my|the) request)/g, ' ') : plain;
  return ![...CAUTION, ...DOUBTFUL, ...SECOND_THOUGHTS].some((pattern) => pattern.test(rest));
};

const confirmsByYes = (dialog: readonly DialogLine[], act: Act, asked: AskedAct): boolean => {
  const last = dialog.findLastIndex(({ speaker }) => speaker === 'agent');
  const [answer, ...later] = dialog.slice(last + 1);
  const question = dialog[last];
  if (question === undefined || answer === undefined) return false;
  if (!asksFor(toCommon(question.text), act, asked)) return false;
  if (!isPlainYes(toPlainWords(answer.text), act)) return false;
  return [answer, ...later].every(({ text }) => raisesNoDoubt(toCommon(text), act, asked));
};

/** Whether the customer said a plain yes to a refund of exactly this amount for this order. Minor units of USD. */
export const confirmsRefundByYes = (dialog: readonly DialogLine[], asked: AskedAct): boolean =>
  confirmsByYes(dialog, 'refund', asked);

/** Whether the customer said a plain yes to cancelling exactly this order; `amountMinor` is what it would pay back. */
export const confirmsCancelByYes = (dialog: readonly DialogLine[], asked: AskedAct): boolean =>
  confirmsByYes(dialog, 'cancel', asked);
