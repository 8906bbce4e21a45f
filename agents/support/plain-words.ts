// How the Gatekeeper writes a message out before it looks for words of doubt: lower case, straight quotation marks, `not` written
// out. It is no part of the offline reader and cuts nothing off: what is not read could be the customer's second thought.
const STEPS: readonly (readonly [RegExp, string])[] = [
  [/[\u00ad\u200b-\u200f\u2060\ufeff]/g, ''],
  [/[‘’‚‛ʼ`´′]/g, "'"],
  [/[“”„‟«»″]/g, '"'],
  [/\b(?:can'?t|cannot)\b/g, 'can not'],
  [/\bwon'?t\b/g, 'will not'],
  [/\b(do|does|did|is|was|has|have|had|would|could|should|are|were|need)n'?t\b/g, '$1 not'],
  [/\b(where|what|that|it|when)'s\b/g, '$1 is'],
  [/\b(i|you|we|they|he|she|it)'ll\b/g, '$1 will'],
  [/[^\S\n]+/g, ' '],
];

/** The message in plain words, line breaks kept; nothing is left out but invisible letters. */
export const toPlainWords = (message: string): string =>
  STEPS.reduce((text, [pattern, words]) => text.replace(pattern, words), message.normalize('NFKC').toLowerCase());
