// An amount must be an amount of the order it is said of, in the same currency; a total must be that total, and a price beside an
// item's name that item's price. Where no order is meant, any recorded amount or sum of totals will do.
import { isTheirs } from './clauses';
import type { Finding } from './finding';
import { keyOfAmount, type Grounds } from './grounds';
import { amountsOf, sayAmounts, sayMoney, totalOf } from './order-amounts';
import type { RecordedItem, Records } from './records';
import { subjectOf, type Spoken, type Subject } from './subjects';
import type { AmountFact } from './text-facts';

const LOOK = 70;
const TOTAL_BEFORE =
  /\b(?:sub)?total(?:s|ed|led|ling)?(?: (?:amount|price|cost|value|sum|amounts|comes))?(?: (?:of|for|is|was|to|at|your|the|this|that|whole|order|then|now|only|being)){0,5}(?: #?w\d{7})?(?: (?:of|is|was|to|at|comes)){0,3}\s?[:=(]?\s?(?:us)?\s?\$?$/i;
const TOTAL_AFTER = /^\s?(?:usd|us dollars|dollars)?\)?\s?(?:in total|total(?!\p{L})|altogether|all together)/iu;
const ORDER_COSTS =
  /\b(?:price|cost|value|worth|charge)s? (?:of|for) (?:your |the |this |that )?(?:whole |entire )?order(?: #?w\d{7})?(?:\s?(?:is|was|of|:|came to|comes to)){0,2}\s?(?:us)?\s?\$?$|(?<!\b(?:in|of|from|with)\s(?:(?:your|the|this) )?)\b(?:order(?: number)? ?#?w\d{7}|(?:your|the|this|that|whole) order)\)?(?:,? which)?(?: now| only| just)?(?: comes to| came to| costs?| amounts to| amounted to| was| is| is worth|:)(?: only| exactly)?\s?(?:us)?\s?\$?$|\b(?:in sum|altogether|in all|in total|all in all),? (?:you (?:have )?paid|it (?:is|was|comes to)|that is)\s?(?:us)?\s?\$?$/i;
const PAID_BEFORE = /\byou(?:['’]ve| have)? (?:only |just |already )?paid(?: us)?\s?\$?$/i;
const FOR_ORDER_AFTER = /^\s?(?:usd|us dollars|dollars)? (?:for|in) (?:(?:your|the|this|that|whole) ){0,2}order/i;
const SAID_PRICE =
  /^\s?(?:(?:in|of|from) (?:your |the |this |that )?order(?: #?w\d{7})?,?\s?)?(?:\([^()]{0,60}\)\s?)?(?:[(:,–—-]|is|was|costs?|cost|for|at|priced at|comes to|has a price of|is listed at|was listed at)?\s?(?:is |was |costs? )?(?:us)?\s?\$?$/i;
const SEVERAL_BEFORE = /(?:\band|,|&|\bboth|\bor|\d|\btwo|\bthree|\bfour)\s(?:the |your |a |an )?$/i;

const isTotal = (text: string, { at, end }: AmountFact): boolean => {
  const before = text.slice(Math.max(0, at - LOOK), at);
  const after = text.slice(end, end + LOOK);
  return (
    TOTAL_BEFORE.test(before) ||
    TOTAL_AFTER.test(after) ||
    ORDER_COSTS.test(before) ||
    (PAID_BEFORE.test(before) && FOR_ORDER_AFTER.test(after))
  );
};

/** The other amounts of the sentence, counted up in it. */
const isSumHere = ({ facts }: Spoken, minor: number): boolean => {
  const others = facts.amounts.filter((amount) => amount.minor !== minor).map((amount) => amount.minor ?? 0);
  return others.length > 1 && others.reduce((sum, one) => sum + one, 0) === minor;
};

const itemsOf = (records: Records, ids: readonly string[]): readonly RecordedItem[] =>
  (ids.length > 0 ? ids : [...records.orders.keys()]).flatMap((id) => records.orders.get(id)?.items ?? []);

/** The one item whose price this is said to be; null where several are named or none. */
const namedItem = (text: string, { at }: AmountFact, items: readonly RecordedItem[]): string | null => {
  const from = Math.max(0, at - LOOK);
  const before = text.slice(from, at).toLowerCase();
  for (const { name } of items) {
    const place = before.lastIndexOf(name);
    if (place < 0 || !SAID_PRICE.test(before.slice(place + name.length))) continue;
    return SEVERAL_BEFORE.test(text.slice(Math.max(0, from + place - 12), from + place)) ? null : name;
  }
  return null;
};

const checkItemPrice = (spoken: Spoken, amount: AmountFact, { records, subject }: Asked): readonly Finding[] => {
  const items = itemsOf(records, subject.ids).filter(({ minor }) => minor !== null);
  const name = namedItem(spoken.facts.text, amount, items);
  const prices = items.filter((item) => item.name === name).flatMap(({ minor }) => minor ?? []);
  const all = prices.reduce((sum, price) => sum + price, 0);
  if (name === null || amount.minor === null || prices.includes(amount.minor) || amount.minor === all) return [];
  return [
    {
      error: `the price of ${name} is ${prices.map(sayMoney).join(' or ')} in the records, the reply says ${amount.source}`,
    },
  ];
};

interface Asked {
  readonly records: Records;
  readonly subject: Subject;
}

const checkTotal = (spoken: Spoken, amount: AmountFact, { records, subject }: Asked): readonly Finding[] => {
  const { minor } = amount;
  const { text } = spoken.facts;
  const meant = subject.ids.length > 0 ? subject.ids : [...records.orders.keys()];
  const known = meant.filter((id) => (records.orders.get(id)?.totalMinor ?? null) !== null);
  // A total of refunds or of some items is a sum like others, and was looked for as one.
  if (minor === null || known.length === 0 || /\b(?:refund\w*|items|both|these|together)\b/i.test(text)) return [];
  const totals = known.map((id) => totalOf(records, [id]));
  const isOf =
    totals.includes(minor) ||
    isSumHere(spoken, minor) ||
    [known, spoken.named, records.listed ?? []].some((ids) => totalOf(records, ids) === minor);
  if (isOf) return [];
  const says = known.map((id, index) => `${id} ${sayMoney(totals[index] ?? 0)}`).join(', ');
  return [{ error: `the total in the records is ${says}; the reply says ${amount.source}` }];
};

const isAnywhere = (minor: number, spoken: Spoken, { records }: Asked): boolean => {
  const ids = [...records.orders.keys()];
  const actionsSum = records.actions
    .filter(({ isDone }) => isDone)
    .reduce((sum, { amounts }) => sum + (amounts[0] ?? 0), 0);
  return (
    ids.some((id) => amountsOf(records, id).has(minor)) ||
    records.actions.some(({ amounts }) => amounts.includes(minor)) ||
    [ids, spoken.named, records.listed ?? []].some((some) => some.length > 0 && totalOf(records, some) === minor) ||
    actionsSum === minor
  );
};

const isZeroOfNothing = (minor: number, { records, subject }: Asked): boolean =>
  minor === 0 && subject.ids.every((id) => (records.orders.get(id)?.refunds ?? []).length === 0);

const sayUnfounded = (amount: AmountFact, { records, subject }: Asked): string => {
  const of = subject.ids.filter((id) => records.orders.has(id) || records.stale.has(id) || records.missing.has(id));
  if (of.length === 0) return `the amount ${amount.source} stands in no result`;
  const says = of.map((id) => `${id}: ${sayAmounts(records, id)}`).join('; ');
  return `the amount ${amount.source} is no amount of order ${of.join(' and ')}; the records have ${says}`;
};

const isRecorded = (spoken: Spoken, minor: number, asked: Asked): boolean => {
  const { records, subject } = asked;
  if (isZeroOfNothing(minor, asked)) return true;
  if (!subject.isCertain) return isAnywhere(minor, spoken, asked);
  return (
    subject.ids.some((id) => amountsOf(records, id).has(minor)) ||
    (subject.ids.length > 1 && totalOf(records, subject.ids) === minor)
  );
};

const checkAmount = (spoken: Spoken, amount: AmountFact, grounds: Grounds): readonly Finding[] => {
  const { records, documents, said } = grounds;
  const asked = { records, subject: subjectOf(spoken, amount) };
  const key = keyOfAmount(amount);
  if (documents.amounts.has(key)) return [];
  const { minor } = amount;
  const isTrue = minor !== null && isRecorded(spoken, minor, asked);
  if (isTrue && amount.isUsd) return [...checkTotalIf(spoken, amount, asked), ...checkItemPrice(spoken, amount, asked)];
  if (said.amounts.has(key) && isTheirs(spoken.facts, amount.at)) return [];
  return isTrue
    ? [{ error: `the amount ${amount.source} is in USD in the records, the reply names another currency` }]
    : [{ error: sayUnfounded(amount, asked) }];
};

const checkTotalIf = (spoken: Spoken, amount: AmountFact, asked: Asked): readonly Finding[] =>
  isTotal(spoken.facts.text, amount) ? checkTotal(spoken, amount, asked) : [];

/** Every amount of a sentence. */
export const checkAmounts = (spoken: Spoken, grounds: Grounds): readonly Finding[] =>
  spoken.facts.amounts.flatMap((amount) => checkAmount(spoken, amount, grounds));
