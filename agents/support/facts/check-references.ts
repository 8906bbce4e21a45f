// What only a record can have given, in shapes that plain tokens do not show: digits after `receipt number`, a street, an amount in
// words, a present nobody recorded. A model that makes one up is believed, so each must stand in a result.
import { isTheirs } from './clauses';
import type { Finding } from './finding';
import type { Grounds } from './grounds';
import { holdersOf, namesIn } from './named-items';
import type { Spoken } from './subjects';

const NAMED =
  '(?:receipt|reference|confirmation|tracking|transaction|ticket|case|claim|booking|authori[sz]ation|approval|voucher|label|return|rma)';
const REFERENCE = new RegExp(
  `(?<!\\p{L})(?:${NAMED}(?: (?:number|numbers|no\\.?|nr\\.?|id|code|reference|#)){0,2}|(?:refund|cancellation|payment|request)(?: (?:number|no\\.?|nr\\.?|id|code|reference|#)))(?: (?:for|of) (?:[#\\p{L}\\d]{1,12} ?){1,5}?)?(?: is| was| reads|:| =){0,2}[ #:"“(]{1,3}([\\p{L}\\d][\\p{L}\\d_-]{2,60})(?![.,]\\d)`,
  'giu',
);
const PLAIN_DIGITS_MIN = 5;
const STREET =
  /(?<![\p{L}\d])\d{1,5} (?:\p{Lu}[\p{L}'’]{1,20} ){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Drive|Boulevard|Court|Way|Place)(?!\p{L})/gu;
const COUNT =
  '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|a hundred|a thousand)';
const WORDED = new RegExp(
  `(?<![\\p{L}\\d])${COUNT}(?:[ -](?:and )?${COUNT}){0,7} (?:us )?(?:dollars?|usd|bucks)(?!\\p{L})`,
  'giu',
);
const PRESENT =
  /(?<!\p{L})(?:as a (?:free )?gift|free gift|vouchers?|coupons?|goodwill|store credit|free of charge|for free|discount)(?!\p{L})/iu;
const HOLDS =
  /(?<!\p{L})(?:contains?|contained|holds?|held|includes?|included|consists? of|has (?:a|an|the|one|two|three|\d))(?!\p{L})/iu;

const isReference = (token: string): boolean => {
  if (/^w\d{7}$/i.test(token)) return false;
  return /^\d+$/.test(token) ? token.length >= PLAIN_DIGITS_MIN : /[\d_]/.test(token);
};

const checkReferences = ({ facts }: Spoken, { told, said }: Grounds): readonly Finding[] =>
  [...facts.text.matchAll(REFERENCE)].flatMap((match) => {
    const token = match[1] ?? '';
    if (!isReference(token) || told.tokens.has(token)) return [];
    if (said.tokens.has(token) && isTheirs(facts, match.index)) return [];
    const isDate = facts.dates.some(({ source }) => source.includes(token));
    return isDate ? [] : [{ error: `the number or id ${token} stands in no result` }];
  });

const checkWords = ({ facts }: Spoken, { told, said, documents }: Grounds): readonly Finding[] => {
  const isKnown = (words: string, at: number): boolean =>
    told.words.includes(words) || (said.words.includes(words) && isTheirs(facts, at));
  const unknown = (pattern: RegExp, what: string): readonly Finding[] =>
    [...facts.text.matchAll(pattern)].flatMap((match) =>
      isKnown(match[0].toLowerCase(), match.index) ? [] : [{ error: `the ${what} "${match[0]}" stands in no result` }],
    );
  const present = PRESENT.exec(facts.text);
  const isPromised =
    present !== null &&
    !facts.isQuestion &&
    !documents.words.includes(present[0].toLowerCase()) &&
    !/(?<!\p{L})(?:no|not|never|cannot|can['’]t|unable|without)(?!\p{L})/iu.test(facts.text.slice(0, present.index));
  return [
    ...unknown(STREET, 'address'),
    ...unknown(WORDED, 'amount in words'),
    ...(isPromised ? [{ error: `"${present[0]}" stands in no result: nothing of the kind may be promised` }] : []),
  ];
};

/** `order #W1 contains a lamp`: an item recorded in other orders only. */
const checkContents = ({ facts }: Spoken, { records }: Grounds): readonly Finding[] => {
  const [order, second] = facts.orders;
  const holds = HOLDS.exec(facts.text);
  if (order === undefined || second !== undefined || facts.isQuestion) return [];
  const isUnlisted = (records.orders.get(order.id)?.items ?? []).length === 0;
  if (holds === null || holds.index < order.at || isUnlisted) return [];
  const after = facts.text.slice(holds.index);
  if (holdersOf(records, after).some(({ id }) => id === order.id)) return [];
  return [...namesIn(after, records)].map((name) => ({ error: `order ${order.id} holds no ${name} in the records` }));
};

/** Every reference, address, worded amount, present and content of a sentence. */
export const checkReferenceWords = (spoken: Spoken, grounds: Grounds): readonly Finding[] => [
  ...checkReferences(spoken, grounds),
  ...checkWords(spoken, grounds),
  ...checkContents(spoken, grounds),
];
