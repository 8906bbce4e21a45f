// Which items of an order a customer means. A name counts where its longest form stands; what the customer keeps or excepts is
// left out; two items under one word are told apart by their options or not at all.
import { ALL_OF_THEM, EXCEPT, GENERIC_OBJECTS, KEEPS, SYNONYMS, WEAK_HEADS, WHOLE } from './phrases';
import type { Reading } from './read-message';
import { isOneSlipApart, toSingular, toWords } from './read-text';

export interface NamedItem {
  readonly itemId: string;
  readonly name: string;
  readonly options: Readonly<Record<string, string>>;
}

export type ItemMatch =
  | { readonly kind: 'items'; readonly itemIds: readonly string[] }
  | { readonly kind: 'whole' }
  /** One word, several items. */
  | { readonly kind: 'ambiguous'; readonly itemIds: readonly string[] }
  /** Something was named that the order does not hold. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'none' };

interface Mention {
  readonly at: number;
  readonly length: number;
  readonly items: readonly NamedItem[];
}

const aliasesOf = (name: string): readonly (readonly string[])[] => {
  const lower = name.toLowerCase();
  const words = toWords(name);
  const head = words.at(-1) ?? '';
  const short = WEAK_HEADS.has(head) ? words.slice(0, -1) : [head];
  const forms = [words, [words.join('')], short, ...(SYNONYMS[lower] ?? []).map((synonym) => toWords(synonym))];
  return forms.filter((form) => form.length > 0 && form[0] !== '');
};

const isWord = (typed: string, known: string): boolean =>
  typed === known || (known.length >= 5 && typed.length >= 5 && isOneSlipApart(typed, known));

const standsAt = (words: readonly string[], at: number, alias: readonly string[]): boolean =>
  alias.every((part, index) => {
    const word = words[at + index];
    return word !== undefined && isWord(word, part);
  });

const lengthAt = (words: readonly string[], at: number, item: NamedItem): number =>
  Math.max(0, ...aliasesOf(item.name).map((alias) => (standsAt(words, at, alias) ? alias.length : 0)));

const findMentions = (words: readonly string[], items: readonly NamedItem[]): readonly Mention[] => {
  const mentions: Mention[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const lengths = items.map((item) => lengthAt(words, at, item));
    const longest = Math.max(0, ...lengths);
    if (longest === 0) continue;
    mentions.push({ at, length: longest, items: items.filter((_item, index) => lengths[index] === longest) });
    at += longest - 1;
  }
  return mentions;
};

const optionHits = (item: NamedItem, around: readonly string[]): number =>
  Object.values(item.options).filter((value) => {
    const parts = toWords(value);
    return parts.some((_part, index) => index === 0) && around.some((_word, at) => standsAt(around, at, parts));
  }).length;

const tellApart = (mention: Mention, words: readonly string[], next: number): readonly NamedItem[] => {
  if (mention.items.length === 1) return mention.items;
  const around = [
    ...words.slice(Math.max(0, mention.at - 4), mention.at),
    ...words.slice(mention.at + 1, Math.min(next, mention.at + 16)),
  ];
  const hits = mention.items.map((item) => optionHits(item, around));
  const most = Math.max(...hits);
  return most === 0 ? mention.items : mention.items.filter((_item, index) => hits[index] === most);
};

interface Found {
  readonly chosen: readonly string[];
  readonly left: readonly string[];
  readonly ambiguous: readonly string[];
}

const EMPTY: Found = { chosen: [], left: [], ambiguous: [] };

const joinFound = (parts: readonly Found[]): Found => ({
  chosen: [...new Set(parts.flatMap((part) => part.chosen))],
  left: [...new Set(parts.flatMap((part) => part.left))],
  ambiguous: [...new Set(parts.flatMap((part) => part.ambiguous))],
});

const findInClause = (clause: string, items: readonly NamedItem[]): Found => {
  const words = toWords(clause);
  const mentions = findMentions(words, items);
  if (mentions.length === 0) return EMPTY;
  const groups = mentions.map((mention, index) => tellApart(mention, words, mentions[index + 1]?.at ?? words.length));
  const namesAll =
    ALL_OF_THEM.test(clause) || /\b\w+s\b/.test(clause.split(' ').find((word) => isPluralOf(word, groups)) ?? '');
  const sure = groups.filter((group) => group.length === 1 || namesAll).flat();
  const unsure = groups.filter((group) => group.length > 1 && !namesAll).flat();
  const ids = sure.map((item) => item.itemId);
  return { chosen: ids, left: [], ambiguous: unsure.map((item) => item.itemId) };
};

const isPluralOf = (word: string, groups: readonly (readonly NamedItem[])[]): boolean => {
  const singular = toSingular(word);
  if (singular === word) return false;
  return groups.some(
    ([first]) => first !== undefined && !/s$/i.test(first.name) && toWords(first.name).at(-1) === singular,
  );
};

const leave = (found: Found): Found => ({ chosen: [], left: [...found.chosen, ...found.ambiguous], ambiguous: [] });

const findInSentence = (sentence: string, items: readonly NamedItem[]): Found => {
  const except = EXCEPT.exec(sentence);
  if (except !== null) {
    const before = findInSentence(sentence.slice(0, except.index), items);
    return joinFound([before, leave(findInClause(sentence.slice(except.index), items))]);
  }
  const clauses = sentence.split(/[,;:]| (?:but|however|although|though|while|whereas|and i|so) /);
  return joinFound(
    clauses.map((clause) => {
      const found = findInClause(clause, items);
      return KEEPS.test(clause) ||
        /\bnot (?:the|my|this|that) \w/.test(clause.replace(/\bnot (?:want|need|like|keep) /g, ''))
        ? leave(found)
        : found;
    }),
  );
};

const OBJECT =
  /\b(?:refund\w{0,3}|return\w{0,3}|back|reimburse\w{0,4}|for)(?: (?:me|of|for|on|back))? (?:the|my|this|that|those|these|a|an|our) ((?:[\w'-]+ ){0,3}[\w'-]+)/;
const STOPS =
  /\b(?:from|in|of|on|that|which|because|i|to|and|for|please|as|via|with|it|is|was|has|since|but|at|by)\b.*$/;

const namesUnknown = (sentences: readonly string[]): boolean =>
  sentences.some((sentence) => {
    const object = OBJECT.exec(sentence)?.[1]?.replace(STOPS, '').trim() ?? '';
    return object !== '' && !object.split(' ').some((word) => GENERIC_OBJECTS.has(word));
  });

const settle = (found: Found, items: readonly NamedItem[], reading: Reading): ItemMatch => {
  const chosen = found.chosen.filter((id) => !found.left.includes(id));
  const unsure = found.ambiguous.filter((id) => !chosen.includes(id) && !found.left.includes(id));
  if (unsure.length > 0) return { kind: 'ambiguous', itemIds: unsure };
  if (chosen.length > 0) return { kind: 'items', itemIds: chosen };
  const isWhole = reading.sentences.some((sentence) => WHOLE.test(sentence));
  if (found.left.length > 0 && isWhole) {
    const rest = items.map((item) => item.itemId).filter((id) => !found.left.includes(id));
    return rest.length > 0 ? { kind: 'items', itemIds: rest } : { kind: 'none' };
  }
  if (found.left.length > 0) return { kind: 'none' };
  if (namesUnknown(reading.refundSentences)) return { kind: 'unknown' };
  return isWhole || items.length === 1 ? { kind: 'whole' } : { kind: 'none' };
};

/** The items a message means. Sentences that ask for money back decide; without a name there, the others do. */
export const matchItems = (reading: Reading, items: readonly NamedItem[]): ItemMatch => {
  const all = reading.sentences.map((sentence) => ({ sentence, found: findInSentence(sentence, items) }));
  const isNamed = ({ found }: { found: Found }): boolean => found.chosen.length + found.ambiguous.length > 0;
  const asking = all.filter(
    ({ sentence }) => reading.refundSentences.includes(sentence) || /^(?:also|and|plus|as well)\b/.test(sentence),
  );
  const named = asking.some(isNamed) ? asking : all;
  const left = joinFound(all.map(({ found }) => ({ ...EMPTY, left: found.left })));
  return settle(joinFound([...named.map(({ found }) => found), left]), items, reading);
};

/** Which of the names a message mentions; for finding an order by what is in it. */
export const namesMentioned = (reading: Reading, names: readonly string[]): ReadonlySet<string> => {
  const items = names.map((name, index) => ({ itemId: String(index), name, options: {} }));
  const found = joinFound(reading.sentences.map((sentence) => findInSentence(sentence, items)));
  return new Set([...found.chosen, ...found.ambiguous].flatMap((id) => names[Number(id)] ?? []));
};
