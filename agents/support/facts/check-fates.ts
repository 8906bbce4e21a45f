// Where an order or a parcel is said to be, in other words than its status: with the courier, in the mailbox, lost, called off. Each needs a
// status that says so; that something was lost, stolen or sent back no status says, so it is never stated.
import { CONDITION, NOT_YET, THEIR_WISH, UNCERTAIN } from './claim-words';
import { clausesOf, type Clause } from './clauses';
import type { Finding } from './finding';
import type { Grounds } from './grounds';
import { holdersOf, namesIn } from './named-items';
import type { RecordedOrder, Records } from './records';
import { statusOf } from './status-words';
import { subjectOf, type Spoken } from './subjects';

const SHIPPED = ['shipped', 'in transit'];
const FATES: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /(?<!\p{L})(?:lost|stolen|gone missing|went missing|is missing|disappeared|vanished|stuck|seized|(?:held|stopped) (?:at|by|in) customs|destroyed|returned to (?:the )?sender|(?:on (?:its|the) way|came|come|sent|went) back to (?:us|our|the (?:warehouse|sender)))(?!\p{L})/iu,
    [],
  ],
  [
    /(?<!\p{L})(?:(?:in|at|on) your (?:mailbox|letterbox|door|doorstep|porch|neighbou?rs?)|reached you|(?:with|at) your neighbou?r|was signed for|picked up by you|(?:the|your|order|it|#?w\d{7}) (?:\p{L}{2,14} ){0,3}(?:arrived|delivered))(?!\p{L})/iu,
    ['delivered'],
  ],
  [
    /(?<!\p{L})(?:left (?:our|the) \p{L}{4,14}|handed (?:over )?to (?:the )?\p{L}{2,14}|picked up by (?:the )?\p{L}{2,14}|collected by (?:the )?\p{L}{2,14}|went out|was posted|was mailed)(?!\p{L})/iu,
    [...SHIPPED, 'delivered'],
  ],
  [
    /(?<!\p{L})(?:with (?:the|our|your) (?:courier|carrier|postal service|post|driver|delivery service)|with (?:ups|fedex|dhl|usps)|on the road|in the post|en route|under ?way to you|(?:in|at) (?:the|a|your) (?:\p{L}{3,10} )?(?:depot|hub|sorting cent(?:er|re)))(?!\p{L})/iu,
    SHIPPED,
  ],
  [
    /(?<!\p{L})(?:called off|void(?:ed)?|annulled|withdrawn|no longer exists?|(?:won['’]t|will not|will no longer|not going to) (?:be )?(?:sent|shipped|dispatched|delivered|come|arrive)|(?:I|we)(?:['’]ve| have)? (?:\p{L}{2,12} )?stopped (?:your |the )?order|(?:order|it|#?w\d{7}) (?:is|was|has been|got) stopped)(?!\p{L})/iu,
    ['cancelled'],
  ],
  [
    /(?<!\p{L})(?:still active|(?:will|['’]ll) (?:soon |then |now |be )?(?:ship|sent|shipped|dispatched|delivered))(?!\p{L})/iu,
    ['pending', 'processed', ...SHIPPED],
  ],
];
const OF_PARCEL = /(?<!\p{L})(?:orders?|parcels?|packages?|shipments?|deliver(?:y|ies)|it|they|#?w\d{7})(?!\p{L})/iu;
const OF_MONEY =
  /(?<!\p{L})(?:refunds?|money|payments?|usd|amount|requests?|messages?|e-?mails?|links?|case|funds|letters?)(?!\p{L})/iu;
const DENIED = /(?<!\p{L})(?:not|never|no|none|neither|nor|(?:has|have|had|was|were|is|are|did|does)n['’]t)(?!\p{L})/iu;
const SORRY = /(?<!\p{L})(?:sorry|understand|apologi[sz]e|hear that|check(?:ed|ing)?|track)(?!\p{L})/iu;
const SUPPOSED = /(?<!\p{L})(?:seems?|appears?|looks? like|reported)(?!\p{L})/iu;

const isHypothetical = (clauses: readonly Clause[], index: number): boolean =>
  clauses.slice(0, index + 1).some(({ text }) => CONDITION.test(text) || SORRY.test(text)) ||
  UNCERTAIN.test(clauses[index]?.text ?? '') ||
  THEIR_WISH.test(clauses[index]?.text ?? '');

const ordersMeant = (spoken: Spoken, clause: Clause, match: RegExpExecArray): readonly string[] => {
  const at = clause.from + match.index;
  return subjectOf(spoken, { at, end: at + match[0].length, source: match[0] }).ids;
};

const recordedOf = (records: Records, ids: readonly string[], text: string): readonly RecordedOrder[] => {
  const named = ids.flatMap((id) => records.orders.get(id) ?? []);
  if (named.length > 0 || ids.length > 0) return named;
  const holders = holdersOf(records, text);
  return holders.length > 0 ? holders : [...records.orders.values()];
};

const checkFate = (
  spoken: Spoken,
  { clause, match, statuses }: { clause: Clause; match: RegExpExecArray; statuses: readonly string[] },
  { records }: Grounds,
): readonly Finding[] => {
  const orders = recordedOf(records, ordersMeant(spoken, clause, match), clause.text);
  const isDenied = DENIED.test(clause.text.slice(0, match.index + match[0].length)) && !statuses.includes('cancelled');
  // That nothing was lost or stolen is what anybody would say of an order on record.
  if (isDenied && statuses.length === 0) return [];
  const agrees = (order: RecordedOrder): boolean => statuses.includes(statusOf(order.status) ?? '') !== isDenied;
  if (orders.some(agrees)) return [];
  const says = orders.slice(0, 3).map(({ id, status }) => `order ${id} is ${status}`);
  return [
    { error: `"${clause.text.trim().slice(0, 120)}": ${says.join(', ') || 'no fresh record tells where it is'}` },
  ];
};

const isOfParcel = (text: string, { records }: Grounds): boolean =>
  (OF_PARCEL.test(text) || namesIn(text, records).size > 0) && !OF_MONEY.test(text);

const checkClause = (spoken: Spoken, clauses: readonly Clause[], grounds: Grounds): readonly Finding[] =>
  clauses.flatMap((clause, index) => {
    if (!isOfParcel(clause.text, grounds) || isHypothetical(clauses, index)) return [];
    return FATES.flatMap(([pattern, statuses]) => {
      const match = pattern.exec(clause.text);
      if (match === null || SUPPOSED.test(clause.text.slice(0, match.index))) return [];
      if (!statuses.includes('cancelled') && NOT_YET.test(clause.text.slice(0, match.index))) return [];
      return checkFate(spoken, { clause, match, statuses }, grounds);
    });
  });

/** Every fate of an order or a parcel a sentence tells. */
export const checkFates = (spoken: Spoken, grounds: Grounds): readonly Finding[] =>
  spoken.facts.isQuestion ? [] : checkClause(spoken, clausesOf(spoken.facts.text), grounds);
