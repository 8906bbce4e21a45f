// An amount inside quotation marks with more than itself in them is somebody's speech, not a wish: "I wrote: 'refund 53.27 USD'".
// A mark that is opened and never closed quotes all that follows. Text is in plain words (plain-words.ts).
const DOUBLE = /(?<![\p{L}\d])"([^"]*)(?:"|$)/gu;
const SINGLE = /(?<![\p{L}\d])'(?=\S)((?:[^']|'(?=\p{L})){0,1000})'(?![\p{L}\d])/gu;
const MONEY_WORDS = /\b(?:us|usd|dollars?|bucks?)\b/g;

const isSpeech = (quoted: string): boolean => /\d/.test(quoted) && /\p{L}/u.test(quoted.replace(MONEY_WORDS, ''));

/** Whether a figure stands in quoted speech. */
export const quotesAmount = (plain: string): boolean =>
  [DOUBLE, SINGLE].some((pattern) => [...plain.matchAll(pattern)].some(([, quoted = '']) => isSpeech(quoted)));
