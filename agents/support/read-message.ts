// What one message of a customer asks for, by patterns. In doubt it is read as less than it may mean: a mention of a refund that
// is no plain request is a question, and a message that asks for several things is given to a person whole.
import { amountsIn, type NamedAmount } from './amounts-in-text';
import {
  DETAILS_QUESTION,
  ENGLISH_WORDS,
  FOREIGN_WORDS,
  GREETING,
  INJECTION,
  LOST_PARCEL,
  NEGATED_BEFORE,
  NO,
  NO_PERSON,
  OUTSIDE,
  PERSON,
  REASONS,
  REFUND_NEGATED,
  REFUND_QUESTION,
  REFUND_STATUS,
  REFUND_WORD,
  REQUEST_MARK,
  RETRACTED,
  STATUS_QUESTION,
  THANKS,
  YES,
} from './phrases';
import {
  CANCEL_IN_OTHER_WORDS,
  CANCEL_NEGATED,
  CANCEL_OTHER,
  CANCEL_QUESTION,
  CANCEL_WORD,
  SIDE_TOPICS,
} from './phrases-of-parts';
import type { RefundReason } from './refund-reasons';
import { refundReasons } from './refund-reasons';
import { clip, toPlain, toSentences } from './read-text';

export type Wish =
  | 'injection'
  | 'foreign'
  | 'person'
  | 'outside'
  | 'side'
  | 'cancel'
  | 'refund'
  | 'refundStatus'
  | 'refundQuestion'
  | 'noRefund'
  | 'status'
  | 'details'
  | 'yes'
  | 'no'
  | 'thanks'
  | 'greeting'
  | 'none';

export interface Reading {
  readonly wish: Wish;
  /** What of it no tool does; empty unless wish is `outside`. */
  readonly topics: readonly string[];
  readonly plain: string;
  readonly sentences: readonly string[];
  /** Sentences that speak of getting money back. */
  readonly refundSentences: readonly string[];
  readonly orderIds: readonly string[];
  /** Something meant as an order id that is none. */
  readonly hasBrokenOrderId: boolean;
  readonly orderEnding: string | null;
  readonly amounts: readonly NamedAmount[];
  readonly reason: RefundReason;
  readonly method: string | null;
}

const some = (patterns: readonly RegExp[], text: string): boolean => patterns.some((pattern) => pattern.test(text));

/** Whether a sentence of plain text asks for money back. */
export const isRefundRequest = (sentence: string): boolean => {
  if (!REFUND_WORD.test(sentence) || some(REFUND_NEGATED, sentence)) return false;
  if (some(REFUND_STATUS, sentence) || some(REFUND_QUESTION, sentence)) return false;
  return REQUEST_MARK.test(sentence) || sentence.split(' ').length <= 6;
};

/** Whether a sentence of plain text asks to cancel an order. */
export const isCancelRequest = (sentence: string): boolean => {
  if (CANCEL_NEGATED.test(sentence) || some(CANCEL_QUESTION, sentence) || CANCEL_OTHER.test(sentence)) return false;
  return CANCEL_WORD.test(sentence) || CANCEL_IN_OTHER_WORDS.test(sentence);
};

const outsideTopics = (sentences: readonly string[]): readonly string[] => {
  const asked = (sentence: string, pattern: RegExp): boolean => {
    const match = pattern.exec(sentence);
    if (match === null) return false;
    const isNegated = NEGATED_BEFORE.test(sentence.slice(Math.max(0, match.index - 60), match.index));
    return !isNegated || /^(?:never|not|did|has|have)\b/.test(match[0]);
  };
  return OUTSIDE.filter(([, pattern]) => sentences.some((sentence) => asked(sentence, pattern))).map(
    ([topic]) => topic,
  );
};

const asksPerson = (sentence: string): boolean =>
  PERSON.some((pattern) => {
    const match = pattern.exec(sentence);
    return match !== null && !NO_PERSON.test(sentence.slice(Math.max(0, match.index - 60), match.index));
  });

const isForeign = (plain: string): boolean => {
  const words = plain.split(/[^\p{L}']+/u).filter((word) => word !== '');
  const letters = plain.replace(/[^\p{L}]+/gu, '');
  const latin = letters.replace(/[^\p{Script=Latin}]+/gu, '');
  if (letters.length >= 3 && latin.length < letters.length * 0.7) return true;
  const foreign = words.filter((word) => FOREIGN_WORDS.has(word)).length;
  return foreign >= 2 && foreign > words.filter((word) => ENGLISH_WORDS.has(word)).length;
};

const refundWish = (sentences: readonly string[]): Wish | null => {
  const spoken = sentences.filter((sentence) => REFUND_WORD.test(sentence));
  if (spoken.length === 0) return sentences.some((sentence) => some(REFUND_STATUS, sentence)) ? 'refundStatus' : null;
  const last = sentences.findLastIndex(isRefundRequest);
  if (last >= 0) return sentences.slice(last).some((sentence) => RETRACTED.test(sentence)) ? 'noRefund' : 'refund';
  if (spoken.some((sentence) => some(REFUND_STATUS, sentence))) return 'refundStatus';
  return spoken.some((sentence) => some(REFUND_NEGATED, sentence)) ? 'noRefund' : 'refundQuestion';
};

const questionWish = (sentences: readonly string[]): Wish | null => {
  if (sentences.some((sentence) => some(STATUS_QUESTION, sentence))) return 'status';
  return sentences.some((sentence) => some(DETAILS_QUESTION, sentence)) ? 'details' : null;
};

const shortWish = (sentences: readonly string[]): Wish => {
  const first = sentences[0] ?? '';
  if (YES.test(first)) return 'yes';
  if (NO.test(first)) return 'no';
  if (sentences.some((sentence) => THANKS.test(sentence))) return 'thanks';
  return GREETING.test(first) ? 'greeting' : 'none';
};

/** "Where is it, it has not arrived" asks for a status; anything else about a lost parcel is a person's. */
const isOutside = (topics: readonly string[], refund: Wish | null, sentences: readonly string[]): boolean => {
  if (topics.length === 0 || refund === 'refundStatus') return false;
  const isParcelOnly = topics.length === 1 && topics[0] === LOST_PARCEL;
  return !(isParcelOnly && refund === null && questionWish(sentences) === 'status');
};

const readRuledWish = (plain: string, sentences: readonly string[]): Wish | null => {
  if (some(INJECTION, plain)) return 'injection';
  if (isForeign(plain)) return 'foreign';
  return sentences.some(asksPerson) ? 'person' : null;
};

/** A wish for money or a cancellation, or a topic beside them; null for neither. */
const readEffectWish = (sentences: readonly string[], topics: readonly string[], refund: Wish | null): Wish | null => {
  const isSide = topics.every((topic) => SIDE_TOPICS.has(topic));
  if (isOutside(topics, refund, sentences) && !isSide) return 'outside';
  if (sentences.some(isCancelRequest) && refund !== 'noRefund') return 'cancel';
  return topics.length > 0 && isSide && refund !== 'refund' ? 'side' : null;
};

const readWish = (plain: string, sentences: readonly string[], topics: readonly string[]): Wish => {
  const ruled = readRuledWish(plain, sentences);
  if (ruled !== null) return ruled;
  const refund = refundWish(sentences);
  const effect = readEffectWish(sentences, topics, refund);
  if (effect !== null) return effect;
  if (refund === 'noRefund') return questionWish(sentences) ?? 'noRefund';
  return refund ?? questionWish(sentences) ?? shortWish(sentences);
};

const ORDER_ID = /(?<![a-z0-9])#?w(\d{7})(?!\d)/gi;
const ORDER_NUMBER = /\border (?:number |no\.? ?|id |nr\.? ?|# ?)?#?(\d{7})(?!\d)/gi;
const BROKEN_ID =
  /(?<![a-z0-9])#?w\d{1,6}(?!\d)|(?<![a-z0-9])#?w\d{8,}|\border (?:number |no\.? ?|id )?#?(?:\d{1,6}|\d{8,})(?![\d.,])|#\d{1,12}\b/i;
const ENDING = /\b(?:ends?|ending)(?: \w+)? (?:in|with) #?(\d{2,6})\b/;

const readOrderIds = (typed: string): readonly string[] => [
  ...new Set([...typed.matchAll(ORDER_ID), ...typed.matchAll(ORDER_NUMBER)].map((match) => `#W${match[1] ?? ''}`)),
];

const METHODS: readonly (readonly [method: string, pattern: RegExp])[] = [
  [
    'original',
    /\b(?:original (?:payment|method|card|form)|same (?:card|account|method|payment)|way i paid|how i paid)\b/,
  ],
  ['gift_card', /\b(?:gift ?cards?|(?:store|website|shop|site) credit|gc)\b/],
  ['paypal', /\bpay ?pal\b/],
  ['credit_card', /\b(?:credit card|debit card|my card|visa|mastercard|amex)\b/],
];

const PAID_WITH = /\b(?:paid|pay|bought|charged)(?: \w+){0,2} (?:with|by|using|via|to|through|on)(?: (?:a|my|the))? ?$/;

const readMethod = (plain: string): string | null => {
  const id = /\b(?:gift_card|paypal|credit_card)_\d{1,12}\b/.exec(plain)?.[0];
  if (id !== undefined) return id;
  const named = METHODS.flatMap(([method, pattern]) => {
    const match = pattern.exec(plain);
    const before = match === null ? '' : plain.slice(Math.max(0, match.index - 40), match.index);
    return match === null || NEGATED_BEFORE.test(before) || PAID_WITH.test(before) ? [] : [{ method, at: match.index }];
  });
  return named.sort((a, b) => a.at - b.at)[0]?.method ?? null;
};

const readReason = (plain: string): RefundReason => {
  const found = REASONS.find(([, pattern]) => pattern.test(plain))?.[0];
  return refundReasons.find((reason) => reason === found) ?? 'notStated';
};

/** Reads one message; never throws, linear in its length. */
export const readMessage = (typed: string): Reading => {
  const text = clip(typed);
  const plain = toPlain(text);
  const sentences = toSentences(plain);
  const topics = outsideTopics(sentences);
  const orderIds = readOrderIds(text);
  return {
    wish: readWish(plain, sentences, topics),
    topics,
    plain,
    sentences,
    refundSentences: sentences.filter((sentence) => REFUND_WORD.test(sentence)),
    orderIds,
    hasBrokenOrderId: orderIds.length === 0 && BROKEN_ID.test(text),
    orderEnding: ENDING.exec(plain)?.[1] ?? null,
    amounts: amountsIn(text),
    reason: readReason(plain),
    method: readMethod(plain),
  };
};
