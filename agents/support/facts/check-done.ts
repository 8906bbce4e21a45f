// "I have refunded it" is true only when an effect of this case is recorded as done: for that order, with that amount. What was
// proposed, refused or waits for a person was not done, whatever the model remembers. "It was refunded before" may also lean on the
// order's own record. What is promised ("will be refunded") is no statement about the past and is listed.
import { clauseAt } from './clauses';
import { DEED_PATTERNS, REFUNDED_FIRST, type Deed } from './deed-patterns';
import type { Finding } from './finding';
import type { Grounds } from './grounds';
import { refundsOf, sayMoney } from './order-amounts';
import { frameOf, statesNothing, type Frame } from './read-claims';
import type { RecordedAction } from './recorded-actions';
import type { Records } from './records';
import type { Spoken } from './subjects';
import type { SentenceFacts } from './text-facts';

const UNDONE =
  /\b(?:not|never|no|nothing|nobody|none|without|unable|failed|cannot|can|could|would|will|shall|may|might|must|should|if|once|when|until|unless|whether|before (?:it|the|your|we|i|any|anything)|be|being|to be|want|wish|wants|asked (?:for|me|us|to)|request(?:ed)? (?:that|to)|as soon as|after)\b|n['’]t\b/i;
const NOTHING_AFTER = /^\s(?:nothing|none|no)\b/i;
/** Handed to a person, where something was proposed: that is what happened. */
const PASSED_ON =
  /\b(?:for (?:a |their |your )?(?:review|approval|decision)|to (?:a|our|the|my) (?:colleague|team|person|manager|specialist)s?)\b/i;
const UNKNOWN = /\b(?:not known|unknown|uncertain|not certain|not clear|unclear)\b/i;

const ENDED_BY: Readonly<Record<Deed, RegExp>> = {
  refund: /refund|cancel/,
  cancel: /cancel/,
  exchange: /exchange|replace/,
  return: /refund|return|exchange/,
  change: /modif|change|update/,
};

const doneOf = (records: Records, deed: Deed): readonly RecordedAction[] =>
  records.actions.filter(({ tool, isDone }) => isDone && ENDED_BY[deed].test(tool));

const idsOf = (spoken: Spoken): readonly string[] =>
  spoken.facts.orders.length > 0 ? spoken.facts.orders.map(({ id }) => id) : spoken.focus;

const refusedAsRefunded = (records: Records, ids: readonly string[]): boolean =>
  records.actions.some(
    ({ rule, orderId }) =>
      rule === 'gatekeeper.alreadyRefunded' && (ids.length === 0 || (orderId !== null && ids.includes(orderId))),
  );

const inRecord = (records: Records, ids: readonly string[]): boolean =>
  (ids.length > 0 ? ids : [...records.orders.keys()]).some((id) => refundsOf(records, id).length > 0);

interface Claim {
  readonly deed: Deed;
  /** Said to be done by us in this case, not found so in the order's record. */
  readonly isOurs: boolean;
  readonly words: string;
  /** The clause it ends in. */
  readonly clause: string;
}

const isSupported = (spoken: Spoken, { deed, isOurs }: Claim, records: Records): boolean => {
  const ids = idsOf(spoken);
  const done = doneOf(records, deed);
  const ofThese = done.filter(({ orderId }) => ids.length === 0 || orderId === null || ids.includes(orderId));
  if (ofThese.length > 0) return true;
  // A sentence without an id of its own may go on about another order than the one before.
  if (spoken.facts.orders.length === 0 && done.length > 0) return true;
  if (isOurs || (deed !== 'refund' && deed !== 'return')) return false;
  return inRecord(records, ids) || refusedAsRefunded(records, ids);
};

const amountsDone = (spoken: Spoken, records: Records): readonly number[] => {
  const ids = idsOf(spoken);
  const actions = records.actions.filter(({ isDone }) => isDone);
  const of = (some: readonly RecordedAction[]): readonly number[] => some.flatMap(({ amounts }) => amounts);
  const inOrders = (ids.length > 0 ? ids : [...records.orders.keys()]).flatMap((id) => refundsOf(records, id));
  const ours = of(actions.filter(({ orderId }) => ids.length === 0 || orderId === null || ids.includes(orderId)));
  const firsts = actions.map(({ amounts }) => amounts[0] ?? 0);
  const sums = [firsts, inOrders].map((minors) => minors.reduce((sum, minor) => sum + minor, 0));
  return [...inOrders, ...ours, ...sums].filter((minor) => minor > 0);
};

const sayDone = (records: Records): string => {
  const done = records.actions.filter(({ isDone }) => isDone);
  return done.length === 0
    ? 'no action is recorded as done'
    : `done is only ${done.map(({ tool, orderId, amounts }) => [tool, orderId, ...amounts.slice(0, 1).map(sayMoney)].join(' ')).join(', ')}`;
};

const checkClaim = (spoken: Spoken, claim: Claim, { records }: Grounds): readonly Finding[] => {
  const isPassedOn = PASSED_ON.test(claim.clause) && records.actions.length > 0;
  if (!isSupported(spoken, claim, records) && !isPassedOn) {
    return [{ error: `"${claim.words}": ${sayDone(records)}` }];
  }
  const { amounts } = spoken.facts;
  if (claim.deed !== 'refund' || amounts.length === 0) return [];
  const done = amountsDone(spoken, records);
  if (done.length === 0 || amounts.some(({ minor }) => minor !== null && done.includes(minor))) return [];
  return [{ error: `"${claim.words}" with ${amounts.map(({ source }) => source).join(' and ')}: ${sayDone(records)}` }];
};

/** Question marks excuse the question itself, not what is told before it. */
const isAsked = ({ text, isQuestion }: SentenceFacts, from: number): boolean =>
  isQuestion && !/[,;:]\s/.test(text.slice(from)) && !/^\s*(?:I|we)\b/i.test(text);

const checkMatch = (
  spoken: Spoken,
  found: { deed: Deed; isOurs: boolean; match: RegExpExecArray; frame: Frame },
  grounds: Grounds,
): readonly Finding[] => {
  const { text } = spoken.facts;
  const { deed, isOurs, match } = found;
  const clause = clauseAt(text, match.index + match[0].length - 1);
  const governing = `${text.slice(Math.min(clause.from, match.index), match.index)} ${match[0]}`;
  if (UNKNOWN.test(text) || isAsked(spoken.facts, match.index)) return [];
  const after = text.slice(match.index + match[0].length);
  if (UNDONE.test(governing) || NOTHING_AFTER.test(after)) return [];
  if (statesNothing(found.frame, match.index + match[0].length - 1)) return [];
  return checkClaim(spoken, { deed, isOurs, words: match[0].trim(), clause: clause.text }, grounds);
};

const PROMISED =
  /\b(?:will|['’]ll|shall|going to) (?:\w+ ){0,3}(?:refund\w*|reimburse\w*|cancel\w*|exchange\w*|replace\w*|receive|get)\b/i;

/** Everything a sentence says was done, and what it promises. */
export const checkDone = (spoken: Spoken, grounds: Grounds): readonly Finding[] => {
  const { text } = spoken.facts;
  const first = REFUNDED_FIRST.exec(text);
  const promised = PROMISED.exec(text);
  const frame = frameOf(spoken.facts);
  return [
    ...DEED_PATTERNS.flatMap(({ pattern, deed, isOurs }) =>
      [...text.matchAll(pattern)].flatMap((match) => checkMatch(spoken, { deed, isOurs, match, frame }, grounds)),
    ),
    ...(first === null
      ? []
      : checkClaim(spoken, { deed: 'refund', isOurs: false, words: first[0].trim(), clause: '' }, grounds)),
    ...(promised === null ? [] : [{ unchecked: `promise "${promised[0]}"` }]),
  ];
};
