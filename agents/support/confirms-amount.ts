// Whether the customer asks, in their own words, for exactly this amount. Naming a figure is not asking for it: people name what
// they paid, what they refuse, what they would want if something broke. So a message confirms only when the amount is the one
// amount in it and no word of doubt stands beside it, and a later message with such a word takes the yes back. In doubt nothing is
// confirmed and a person is asked; nothing is refused for it. The offline reader has no part in this.
import { isForOther } from './amount-of-order';
import { amountsIn, namesAmount } from './amounts-in-text';
import { hasUnit } from './currency-words';
import { DOUBTFUL, NOT_RECEIVED, SECOND_THOUGHTS } from './doubtful-words';
import { sentencesOf, withOrderMarks } from './orders-in-words';
import { toPlainWords } from './plain-words';
import { quotesAmount } from './quoted-amount';

/** A figure asked for without a currency: `refund 20 of it`. Seven digits and more are an order's number, a `4` may be `for`. */
const ASKED =
  /\b(?:refund|pay|give|send|want|return|reimburse|credit|make it|is|back)(?: (?:me|us|back|just|only|you|to|of)){0,3} \$?(?![24] (?:the|my|me|u)\b)(\d{1,6}(?:\.\d{1,2})?)(?![\d.,]*\d|[\p{L}-])/gu;
const SHARED =
  /(?<![\d.,#\p{L}])(\d{1,6}(?:\.\d{1,2})?) (?:(?:out )?of (?:it|that|this|them|the)\b|back\b|(?:is|would be|will be) (?:enough|fine|ok)|will do|would do)/gu;
const IN_WORDS =
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|(?:six|seven|eigh|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|few|some|couple(?: of)?)[ -](?:us )?(?:dollars?|bucks?|usd)\b/;

const says = (patterns: readonly RegExp[], plain: string): boolean => patterns.some((pattern) => pattern.test(plain));

const asksForOther = (plain: string, amountMinor: number): boolean =>
  [ASKED, SHARED].some((pattern) =>
    [...plain.matchAll(pattern)].some((match) => {
      const end = match.index + match[0].length;
      const isCount = hasUnit({ before: '', after: plain.slice(end, end + 24) });
      return !isCount && Math.round(Number(match[1]) * 100) !== amountMinor;
    }),
  );

interface Asked {
  readonly amountMinor: number;
  /** Null: whatever order. */
  readonly orderId: string | null;
}

/** What one message does to the customer's yes: gives it, takes it back, or leaves it as it was. */
const readMessage = (message: string, { amountMinor, orderId }: Asked): 'confirms' | 'withdraws' | 'leaves' => {
  const plain = toPlainWords(message);
  const isOther = amountsIn(message).some(({ minor, isUsd, isWeak }) => minor !== amountMinor || !isUsd || isWeak);
  if (isOther || IN_WORDS.test(plain) || asksForOther(plain, amountMinor)) return 'withdraws';
  if (says(DOUBTFUL, plain) || quotesAmount(plain)) return 'withdraws';
  if (namesAmount(message, amountMinor))
    return orderId !== null && isForOther(message, orderId) ? 'withdraws' : 'confirms';
  return says(SECOND_THOUGHTS, plain) ? 'withdraws' : 'leaves';
};

/**
 * Whether the customer's messages, oldest first, ask plainly for this amount of minor units of USD, for this order where they name
 * any, and nothing later takes it back.
 */
export const confirmsAmount = (
  messages: readonly string[],
  amountMinor: number,
  orderId: string | null = null,
): boolean =>
  messages
    .map((message) => readMessage(message, { amountMinor, orderId }))
    .filter((effect) => effect !== 'leaves')
    .at(-1) === 'confirms';

/** Whether a message about this order, or about none, says that the goods are not there. */
export const saysNotReceived = (messages: readonly string[], orderId: string): boolean =>
  messages.some((message) =>
    sentencesOf(withOrderMarks(message, orderId)).some(
      (sentence) => isOfOrder(sentence) && says(NOT_RECEIVED, sentence),
    ),
  );

const isOfOrder = (marked: string): boolean => marked.includes('<x>') || !marked.includes('<o>');
