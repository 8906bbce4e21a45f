// Ids, addresses and dates must stand in a result. An order that was not found may be named only to say so: whether it is somebody
// else's or nobody's, the customer learns nothing about it. What the customer wrote may be given back as theirs.
import { isTheirs } from './clauses';
import { keyForms } from './dates-in-text';
import type { Finding } from './finding';
import type { Grounds } from './grounds';
import type { Spoken } from './subjects';
import type { DateFact, OrderFact, Placed } from './text-facts';

const NOT_FOUND =
  /\b(?:can ?not|can['’]t|could ?n['’]t|could not|do not|don['’]t|did not|didn['’]t|unable to|not able to)\b[^;!?]{0,40}\b(?:find|found|locate|see|access|match)\b|\b(?:no|not)\b[^;!?]{0,40}\b(?:found|such|on your account|among your|in your account|in our records|belong)\b|\b(?:isn['’]t|is not|does not|doesn['’]t)\b[^;!?]{0,30}\b(?:on|in|among|belong|exist|appear|match)\b/i;
const NOW = /\b(?:today|now|as of|at the moment|currently)\b/i;

/** A stale result still proves that the order is this customer's; an action's answer, that it was spoken of. */
const isKnownOrder = (id: string, { records, documents }: Grounds): boolean =>
  records.orders.has(id) ||
  records.stale.has(id) ||
  documents.orders.has(id) ||
  records.actions.some((action) => action.orderId === id);

const checkOrder = (spoken: Spoken, order: OrderFact, grounds: Grounds): readonly Finding[] => {
  const { id } = order;
  const { records, said } = grounds;
  if (isKnownOrder(id, grounds)) return [];
  const isAbsent = records.missing.has(id) || records.listed !== null;
  if (said.orders.has(id) && isTheirs(spoken.facts, order.at)) return [];
  if (NOT_FOUND.test(spoken.facts.text)) {
    return isAbsent ? [] : [{ error: `order ${id} was not looked up: look it up before saying whether it is there` }];
  }
  return isAbsent
    ? [{ error: `order ${id} is no order of this customer in the records: say only that it cannot be found` }]
    : [{ error: `order ${id} stands in no result` }];
};

const checkId = (spoken: Spoken, place: Placed, { told, said }: Grounds): readonly Finding[] => {
  if (told.tokens.has(place.source)) return [];
  if (said.tokens.has(place.source) && isTheirs(spoken.facts, place.at)) return [];
  return [{ error: `the number or id ${place.source} stands in no result` }];
};

const checkContact = (spoken: Spoken, place: Placed, { told, said }: Grounds): readonly Finding[] => {
  const word = place.source.toLowerCase();
  if (told.words.includes(word) || (said.words.includes(word) && isTheirs(spoken.facts, place.at))) return [];
  return [{ error: `the address ${place.source} stands in no result` }];
};

const checkDate = (spoken: Spoken, date: DateFact, { told, said, today }: Grounds): readonly Finding[] => {
  const keys = date.keys.flatMap(keyForms);
  const has = (known: ReadonlySet<string>): boolean => date.keys.some((key) => known.has(key));
  if (has(told.dates) || (has(said.dates) && isTheirs(spoken.facts, date.at))) return [];
  if (NOW.test(spoken.facts.text) && keys.some((key) => today.has(key))) return [];
  return [{ error: `the date ${date.source} stands in no result` }];
};

/** Every id, address and date of a sentence. */
export const checkNames = (spoken: Spoken, grounds: Grounds): readonly Finding[] => [
  ...spoken.facts.orders.flatMap((order) => checkOrder(spoken, order, grounds)),
  ...spoken.facts.ids.flatMap((id) => checkId(spoken, id, grounds)),
  ...spoken.facts.contacts.flatMap((contact) => checkContact(spoken, contact, grounds)),
  ...spoken.facts.dates.flatMap((date) => checkDate(spoken, date, grounds)),
];
