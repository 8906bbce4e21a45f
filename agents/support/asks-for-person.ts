// Whether a customer asks for a person. Who asks gets one, also in the middle of a question, also angrily: no model weighs whether the
// wish is meant. A person spoken of (the courier, my manager, the person who sold it) is none asked for, and neither is one refused.
// A wish that is missed here still reaches the model, which may hand off; so in doubt the words stand for something else.
import { NO_PERSON, PERSON } from './phrases';
import { clip, toPlain, toSentences } from './read-text';

/** Somebody else's person, or somebody who is no colleague of ours. */
const OTHER_PERSON: readonly RegExp[] = [
  /\b(?:my|his|her|their|our|its|another|the other|that|which|whichever|every|any other) (?:own )?(?:manager|supervisor|boss|agent|representative|rep|operator|staff|employee|person|people|human)\b/,
  /\b(?:delivery|contact|sales|repair|maintenance|postal|shipping|travel|estate|insurance|bank) (?:person|people|agent|operator|representative|staff|employee|manager)\b/,
  /\b(?:person|people|someone|somebody|agent|operator|employee|manager|representative|human|staff) (?:who|that|which|whose|at (?:the )?(?:store|shop|bank|ups|fedex|usps|dhl|post)|from (?:the )?(?:bank|ups|fedex|usps|dhl|courier|post))\b/,
];

/** It was done, or not done, before: told, not asked. */
const TOLD =
  /\b(?:i|we|he|she|they|you|nobody|no one|courier|driver|it) (?:have |has |had |was |were |got |been |already |just |did |did not |never |finally )*(?:spoke|talked|chatted|called|phoned|rang|reached|contacted|spoken|transferred|escalated|passed|connected|heard|dealt|call me|phone me|ring me|contact me)\b/;

/** What "call me" and its like may be about. */
const CALLED_SOMETHING = /^(?:call|phone|ring) me (?:back )?(?:a|an|the|mr|mrs|ms|names?|crazy|stupid|old|sir|madam)\b/;

const isAsked = (sentence: string, match: RegExpExecArray): boolean => {
  const before = sentence.slice(Math.max(0, match.index - 60), match.index);
  const found = match[0];
  if (NO_PERSON.test(before) || /\b(?:not|never|without) $/.test(before)) return false;
  if (CALLED_SOMETHING.test(sentence.slice(match.index))) return false;
  const around = sentence.slice(Math.max(0, match.index - 40), match.index + found.length + 24);
  return !OTHER_PERSON.some((pattern) => pattern.test(around)) && !TOLD.test(around);
};

/** Never throws; linear in the length of the message. */
export const asksForPerson = (message: string): boolean =>
  toSentences(toPlain(clip(message))).some((sentence) =>
    PERSON.some((pattern) => {
      const match = pattern.exec(sentence);
      return match !== null && isAsked(sentence, match);
    }),
  );
