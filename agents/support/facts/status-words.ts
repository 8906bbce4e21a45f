// The words a reply uses for an order's status, and the recorded status each can stand for. A word that can stand for several is
// true when the record has any of them.
const WORDS: readonly (readonly [string, readonly string[]])[] = [
  ['delivered|arrived', ['delivered']],
  ['pending|awaiting (?:processing|shipment|dispatch)', ['pending']],
  ['processed|ready to ship', ['processed']],
  ['being (?:prepared|processed|packed)|in preparation|in processing', ['pending', 'processed']],
  ['shipped|dispatched|in transit|en route|on (?:its|the) way|out for delivery|in the mail', ['shipped', 'in transit']],
  ['cancelled|canceled', ['cancelled']],
  ['returned', ['returned', 'return requested']],
  ['exchanged', ['exchanged', 'exchange requested']],
  ['sent', ['shipped', 'in transit', 'delivered']],
];

/** Global: every status word of a text. */
export const STATUS_WORD = new RegExp(
  `(?<![\\p{L}\\d-])(?:${WORDS.map(([words]) => words).join('|')})(?![\\p{L}\\d-])`,
  'giu',
);
const READERS = WORDS.map(([words, statuses]) => [new RegExp(`^(?:${words})$`, 'i'), statuses] as const);

/** Recorded statuses a word can stand for; none for another word. */
export const statusesOf = (word: string): readonly string[] =>
  READERS.find(([pattern]) => pattern.test(word))?.[1] ?? [];

/** The first status a word or a recorded status (`pending (items changed)`) begins with; null for another word. */
export const statusOf = (word: string): string | null => {
  const [first = ''] = word.toLowerCase().split(' (');
  return statusesOf(first)[0] ?? null;
};

/** Whether a recorded status bears out what a word says. */
export const bearsOut = (recorded: string, word: string): boolean => {
  const statuses = statusesOf(word);
  const [plain = ''] = recorded.split(' (');
  return statuses.some((status) => plain === status || statusOf(plain) === status);
};
