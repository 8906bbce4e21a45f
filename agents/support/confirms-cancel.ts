// Whether the customer asks, in their own words, that this very order be cancelled. A later message with a word of doubt takes it
// back; in doubt nothing is confirmed and a person is asked.
import { DOUBTFUL, SECOND_THOUGHTS } from './doubtful-words';
import { canonicalOrderId } from './order-id';
import { toPlainWords } from './plain-words';

const CANCEL = /\b(?:cancel(?:led|ling|lation)?|call off)\b/;
const NOT_CANCEL = /\b(?:not|never|no|without|instead of|rather than)(?: [\w']{1,12}){0,4} cancel/;
const ORDER = /#?w\d{7}\b/gi;

const ordersIn = (message: string): readonly string[] =>
  [...message.matchAll(ORDER)].flatMap(([text]) => canonicalOrderId(text) ?? []);

const readMessage = (message: string, orderId: string): 'confirms' | 'withdraws' | 'leaves' => {
  const plain = toPlainWords(message);
  if (!CANCEL.test(plain)) return SECOND_THOUGHTS.some((pattern) => pattern.test(plain)) ? 'withdraws' : 'leaves';
  if (NOT_CANCEL.test(plain) || DOUBTFUL.some((pattern) => pattern.test(plain))) return 'withdraws';
  return ordersIn(message).includes(orderId) ? 'confirms' : 'leaves';
};

/** Whether the customer's messages, oldest first, plainly ask to cancel this order and nothing later takes it back. */
export const confirmsCancel = (messages: readonly string[], orderId: string): boolean =>
  messages
    .map((message) => readMessage(message, orderId))
    .filter((effect) => effect !== 'leaves')
    .at(-1) === 'confirms';
