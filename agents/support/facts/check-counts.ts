// Counts said without their unit beside them: so many of an item by its name (`2 skateboards`), and so many orders by their status
// (`three are pending`).
import type { Finding } from './finding';
import type { Grounds } from './grounds';
import type { Records } from './records';
import { statusOf, STATUS_WORD } from './status-words';
import { subjectOf, type Spoken } from './subjects';

const WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const NUMBER = `(\\d{1,3}|${WORDS.join('|')})`;
const OF_STATUS = new RegExp(
  `(?<![\\p{L}\\d.,#$-])${NUMBER}(?: of (?:them|these|those|your orders))?(?: orders?)?(?: is| are| were| was| have been| has been)(?: still| both| all| already| currently| now)?\\s$`,
  'iu',
);
const LOOK = 60;

const toCount = (word: string): number => {
  const place = WORDS.indexOf(word.toLowerCase());
  return place < 0 ? Number(word) : place + 1;
};

/** One of several is no miscount: `one is pending` may go on about the others. */
const isTrue = (said: number, recorded: number): boolean => said === recorded || (said === 1 && recorded > 1);

const countStatuses = ({ facts }: Spoken, { orders, listed }: Records): readonly Finding[] => {
  if (listed === null) return [];
  return [...facts.text.matchAll(STATUS_WORD)].flatMap((match) => {
    const count = OF_STATUS.exec(facts.text.slice(Math.max(0, match.index - LOOK), match.index))?.[1];
    const status = statusOf(match[0]);
    const recorded = listed.filter((id) => statusOf(orders.get(id)?.status ?? '') === status).length;
    if (count === undefined || isTrue(toCount(count), recorded)) return [];
    return [
      { error: `the reply says ${count} ${match[0].toLowerCase()}; of the orders in the records ${recorded} are` },
    ];
  });
};

const escapeName = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const countItems = (spoken: Spoken, { orders }: Records): readonly Finding[] => {
  const text = spoken.facts.text.toLowerCase();
  const names = new Set([...orders.values()].flatMap(({ items }) => items.map(({ name }) => name)));
  return [...names].flatMap((name) => {
    if (!text.includes(name)) return [];
    const match = new RegExp(`(?<![\\p{L}\\d.,#$-])${NUMBER} (?:\\p{L}{2,16} )?${escapeName(name)}`, 'iu').exec(text);
    if (match === null) return [];
    const said = toCount(match[1] ?? '');
    const { ids } = subjectOf(spoken, { at: match.index, end: match.index + match[0].length, source: match[0] });
    const meant = ids.length > 0 ? ids : [...orders.keys()];
    const counts = meant.map((id) => (orders.get(id)?.items ?? []).filter((item) => item.name === name).length);
    const all = counts.reduce((sum, count) => sum + count, 0);
    if (isTrue(said, all) || counts.includes(said)) return [];
    return [{ error: `the reply says ${match[1] ?? ''} ${name}; the records have ${all}` }];
  });
};

/** Counts of named items and of orders by their status. */
export const checkCounts = (spoken: Spoken, { records }: Grounds): readonly Finding[] => [
  ...countStatuses(spoken, records),
  ...countItems(spoken, records),
];
