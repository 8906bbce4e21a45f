// Items a text names: by their whole name, or by its last word (`the umbrella` for a Patio Umbrella). A last word that several names end
// in names each of them.
import type { RecordedOrder, Records } from './records';

const LAST_WORD_MIN = 4;

const lastWordOf = (name: string): string => name.slice(name.lastIndexOf(' ') + 1);

/** Words of a text, so that each name costs one look. */
const wordsIn = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/\p{L}+/gu) ?? []);

const isNamed = (name: string, text: string, words: ReadonlySet<string>): boolean => {
  const last = lastWordOf(name);
  return text.includes(name) || (last.length >= LAST_WORD_MIN && words.has(last));
};

/** Names of recorded items that the text names, lower case. */
export const namesIn = (text: string, { orders }: Records): ReadonlySet<string> => {
  const lower = text.toLowerCase();
  const words = wordsIn(text);
  const names = new Set([...orders.values()].flatMap(({ items }) => items.map(({ name }) => name)));
  const whole = [...names].filter((name) => lower.includes(name));
  // `The Digital Camera` is not the Action Camera, though both end in the same word.
  const isSaidWhole = (name: string): boolean => whole.some((said) => lastWordOf(said) === lastWordOf(name));
  return new Set(
    [...names].filter((name) => whole.includes(name) || (!isSaidWhole(name) && isNamed(name, lower, words))),
  );
};

/** Orders that hold an item the text names. */
export const holdersOf = (records: Records, text: string): readonly RecordedOrder[] => {
  const names = namesIn(text, records);
  return [...records.orders.values()].filter(({ items }) => items.some(({ name }) => names.has(name)));
};
