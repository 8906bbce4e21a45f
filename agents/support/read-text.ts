// Makes typed text plain before patterns look at it: lower case, contractions written out, common slips of the keyboard mended.
// Only what is read is bounded; amounts and ids are read from the text as it was typed.
const READ_MAX = 8_000;
const WORD_MAX = 24;

const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/[‘’ʼ`´]/g, "'"],
  [/[\u200b-\u200f\u2060\ufeff]/g, ''],
  [/[“”]/g, '"'],
  [/\b(?:can't|cannot|cant)\b/g, 'can not'],
  [/\b(?:won't|wont)\b/g, 'will not'],
  [/n't\b/g, ' not'],
  [/\b(do|does|did|is|was|have|has|had|would|could|should|are|were)nt\b/g, '$1 not'],
  [/'ve\b/g, ' have'],
  [/'ll\b/g, ' will'],
  [/'re\b/g, ' are'],
  [/\bi'?m\b/g, 'i am'],
  [/\bive\b/g, 'i have'],
  [/\bi'd\b|\bid (?=like|love)/g, 'i would '],
  [/\b(where|what|that|it|how|here|there|when)'?s\b/g, '$1 is'],
  [/\bits (?=broken|faulty|not|too|damaged)/g, 'it is '],
  [/\bwanna\b/g, 'want to'],
  [/\bgonna\b/g, 'going to'],
  [/\bgotta\b/g, 'have to'],
  [/\bgimme\b/g, 'give me'],
  [/\b(?:pls|plz|plse|pleas|plese)\b/g, 'please'],
  [/\bu\b/g, 'you'],
  [/\bur\b/g, 'your'],
  [/\bwhats\b/g, 'what is'],
  [/\bwheres\b/g, 'where is'],
  [/\bthx\b/g, 'thanks'],
];

const MENDABLE = [
  'refund',
  'refunded',
  'return',
  'exchange',
  'cancel',
  'money',
  'delivered',
  'everything',
  'status',
  'orders',
];
/** Words near a mendable one that are words of their own. */
const OWN_WORDS: ReadonlySet<string> = new Set([
  'returns',
  'returned',
  'refunds',
  'exchanged',
  'exchanges',
  'cancels',
  'cancer',
  'monkey',
  'honey',
  'stats',
  'reform',
  'refuse',
  'borders',
  'order',
  'deliver',
  'retire',
  'recurn',
]);

/** Whether two words differ by one slip: a letter too many, missing, wrong, or two swapped. The first letter must agree. */
export const isOneSlipApart = (a: string, b: string): boolean => {
  if (Math.abs(a.length - b.length) > 1 || a[0] !== b[0]) return false;
  let from = 0;
  while (from < a.length && a[from] === b[from]) from += 1;
  const [restA, restB] = [a.slice(from), b.slice(from)];
  const [tailA, tailB] = [restA.slice(1), restB.slice(1)];
  return tailA === restB || restA === tailB || tailA === tailB || isSwapped(restA, restB);
};

const isSwapped = (a: string, b: string): boolean =>
  a.length > 1 && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);

const mendWord = (word: string): string => {
  if (word.length < 5 || word.length > WORD_MAX || OWN_WORDS.has(word) || MENDABLE.includes(word)) return word;
  return MENDABLE.find((known) => known.length > 4 && isOneSlipApart(word, known)) ?? word;
};

/** The part of a typed text that is read. */
export const clip = (text: string): string => text.slice(0, READ_MAX);

/** Plain words with their punctuation; sentences end at `. ! ? \n`. */
export const toPlain = (typed: string): string => {
  const lower = clip(typed).normalize('NFKC').toLowerCase();
  const written = CONTRACTIONS.reduce((text, [pattern, words]) => text.replace(pattern, words), lower);
  return written.replace(/[a-z]{5,24}/g, mendWord).replace(/[^\S\n]+/g, ' ');
};

/** Sentences of plain text; a point between digits ends none. */
export const toSentences = (plain: string): readonly string[] =>
  plain
    .split(/[.!?]+(?=\s|$)|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

/** Words without punctuation, in the singular, for matching names. */
export const toWords = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(toSingular);

export const toSingular = (word: string): string =>
  word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
