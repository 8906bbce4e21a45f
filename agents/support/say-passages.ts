// Answers from policy documents. A document says what holds for everybody; beside a customer's orders some of its sentences would be
// taken for news of them.
import { DEED_PATTERNS } from './facts/deed-patterns';
import type { PassageView } from './read-transcript';

/**
 * What the policy documents say, each passage with its id; a clause, or else the sentence, that reads like a report on
 * an order is left out, and so is what to do until a delivery that has come (`isDelivered`).
 */
export const sayPassages = (passages: readonly PassageView[], isDelivered = false): string | null => {
  const told = passages.flatMap(({ id, text }) => {
    const sentences = toStatements(text)
      .map((sentence) => (soundsDone(sentence) ? sentence.replace(DONE_BEFORE, '') : sentence))
      .filter((sentence) => !soundsDone(sentence) && !(isDelivered && STILL_TO_COME.test(sentence)));
    return sentences.length === 0 ? [] : [`${sentences.join(' ').slice(0, 1_000)} (${id})`];
  });
  return told.length === 0 ? null : told.join('\n');
};

const toStatements = (text: string): readonly string[] =>
  text
    .trim()
    .replace(/\s+/g, ' ')
    .split(/(?<=[.!])\s/);

const SOUNDS_LIKE_A_STATUS =
  /\b(?:is|are|was|were|been|already)(?: \w+){0,2} (?:pending|processed|delivered|cancelled|canceled|shipped|sent|on (?:its|the) way|returned|exchanged)\b/i;

/** "... five days after it was made": the rule stands without it. */
const DONE_BEFORE =
  /,? (?:after|once|when|as soon as) (?:it|they|that) (?:was|were|is|are|has been|have been) \w+(?=[.!]?$)/i;

const STILL_TO_COME = /\b(?:wait|waiting) for the delivery\b|\bbefore (?:it|the order) (?:arrives|is delivered)\b/i;

/** "Refunds are made at once", "an order that is processed": rules, but beside this customer's orders they would be taken for facts. */
const soundsDone = (sentence: string): boolean =>
  SOUNDS_LIKE_A_STATUS.test(sentence) ||
  DEED_PATTERNS.some(({ pattern }) => new RegExp(pattern.source, pattern.flags).test(sentence));
