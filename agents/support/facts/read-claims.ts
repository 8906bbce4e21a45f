// What a clause claims of refunds, cancellations and decisions. Turned round on purpose: a clause that speaks of one is a claim unless it
// is plainly something else (a question, an offer, a wish, a condition, a rule, what the customer said, or that nobody knows). New
// wordings of "it is done" are endless, ways of not saying it are few; what is taken for a claim in error is told to the model and reworded.
import {
  APPROVED,
  AT_CUSTOMER,
  COMPOUND,
  CONDITION,
  DENIES,
  GENERAL_SUBJECT,
  IS_PRICE,
  NOT_YET,
  OF_CANCEL,
  OF_REFUND,
  PAST,
  PAST_AFTER,
  PERSON,
  PREDICATE,
  REJECTED,
  THEIR_WISH,
  UNABLE_NOW,
  UNCERTAIN,
  WAITS,
} from './claim-words';
import { clausesOf, type Clause } from './clauses';
import type { SentenceFacts } from './text-facts';

export type ClaimKind = 'done' | 'denied' | 'approved' | 'notApproved' | 'rejected' | 'waits';
/** `any` where only a decision is spoken of. */
export type ClaimDeed = 'refund' | 'cancel' | 'any';

export interface Claim extends Clause {
  readonly kind: ClaimKind;
  readonly deed: ClaimDeed;
}

const GIVES =
  /(?<!\p{L})(?:sent|wired|transfer(?:red)?|paid|put|gave|given|released|returned|settled|receiv(?:ed|e)|got|booked|left our|payment|charge|gift)(?!\p{L})/iu;
const INFINITIVE = /(?<!\p{L})to (?:\p{L}{3,12}ly )?(?:refund|cancel|reimburse|repay|call off|pay)(?!\p{L})/giu;
const DECIDES =
  /(?<!\p{L})(?:approv(?:ed|es)|authori[sz]ed|granted|reject(?:ed|s)|declin(?:ed|es)|denied|turned (?:it )?down|decided against|signed off|accepted your|vetoed)(?!\p{L})/iu;
const DID =
  /(?<!\p{L})(?:I|we|(?:a|my|our) (?:colleague|manager|team))(?:['’]ve| have| has| just| already| now| also| hereby| successfully| gone ahead and| did){0,3} (?:\p{L}{3,12}ed|made|sent|paid|put|gave|did|got|took)(?!\p{L})(?! (?:no|nothing|none)(?!\p{L}))/iu;
const ADDRESSED =
  /(?<!\p{L})(?:forwarded|passed|handed|submitted|given)(?!\p{L})[^;!?]{0,80}(?<!\p{L})(?:to (?:a|our|the|my) \p{L}{4,12}|on|over|for (?:review|approval))(?!\p{L})/iu;
/** Sight-words and thanks leave what follows them standing: `sorry, the refund was made`. */
const SOFT = /^(?:please|sorry|understand|happy to|glad to|let me|only|explain|takes?|about)$/i;
const TO_BE_THERE =
  /(?<!\p{L})(?:will|['’]ll|should|shall) (?:\p{L}{3,9} )?(?:arrive|reach|show|appear|land|hit|be (?:there|in|on|with|visible|back|yours))(?!\p{L})/iu;
const BIDDEN = /^\W*(?:please )?(?:find|see|enjoy|consider|expect)(?!\p{L})/iu;
const IS_AMOUNT =
  /(?<!\p{L})(?:refund|reimbursement|money)(?!\p{L})[^.!?]{0,60}(?<!\p{L})(?:is|are|=)\s(?:exactly |only )?(?:usd |us)?\$?\d[\d,.]*(?: usd| dollars)?\W*$/iu;
const INTERROGATIVE =
  /^\W*(?:and |or |but |so |then )?(?:would|do|does|did|shall|should|can|could|will|may|which|what|how|why|who|where|when|is|are|was|were|has|have|had)(?!\p{L})/iu;
const SPEAKS_FIRST = /^\W*(?:I|we)(?!\p{L})/iu;
/** What is not known is the outcome itself: `was sent, but whether it went through is not known`. `I do not know why` takes nothing back. */
const OF_OUTCOME =
  /(?<!\p{L})(?:whether|outcome|result|went through|came of|(?:known|clear|certain|sure) yet|yet (?:known|clear|certain|sure))(?!\p{L})/iu;
const INTRODUCES = /^\W*(?:to|for|with|about|regarding|if|once|when|after|before|as|instead|until|unless)(?!\p{L})/iu;
const AIM = /^\W*(?:in order )?to \p{L}{2,14}(?!\p{L})/iu;
const POINTER = /(?<!\p{L})(?:it|this|that|request|return|claim|case|cancellation|refund)(?!\p{L})/iu;

const amountIn = ({ amounts }: SentenceFacts, { text, from }: Clause): boolean =>
  amounts.some(({ at }) => at >= from && at < from + text.length);

const deedOf = (facts: SentenceFacts, clause: Clause): ClaimDeed | null => {
  const bare = clause.text.replace(COMPOUND, ' ').replace(INFINITIVE, ' ');
  if (OF_CANCEL.test(bare)) return 'cancel';
  if (OF_REFUND.test(bare)) return 'refund';
  const isMoney = amountIn(facts, clause) && !IS_PRICE.test(bare);
  if (isMoney && (GIVES.test(bare) || AT_CUSTOMER.test(clause.text))) return 'refund';
  if (/(?<!\p{L})nothing (?:was|has been|is) paid(?!\p{L})/iu.test(bare)) return 'refund';
  return DECIDES.test(bare) && (POINTER.test(bare) || PERSON.test(bare)) ? 'any' : null;
};

/** Everything from the first clause that asks on, and the last clause of a question. */
const isAsked = ({ isQuestion }: SentenceFacts, clauses: readonly Clause[], index: number): boolean =>
  isQuestion &&
  (clauses.slice(0, index + 1).some(({ text }) => INTERROGATIVE.test(text)) ||
    (index === clauses.length - 1 && !SPEAKS_FIRST.test(clauses[index]?.text ?? '')));

const isWished = (text: string): boolean => {
  const wish = THEIR_WISH.exec(text);
  if (wish === null || /(?<!\p{L})as you/iu.test(text.slice(Math.max(0, wish.index - 4), wish.index + 3))) return false;
  const after = text.slice(wish.index + wish[0].length);
  return !DID.test(text.slice(0, wish.index)) && !DID.test(after);
};

/** Governed by a condition, here or in a clause before. */
const isConditional = (clauses: readonly Clause[], index: number): boolean => {
  const text = clauses[index]?.text ?? '';
  const own = CONDITION.exec(text);
  if (own !== null && !PAST.test(text.slice(0, own.index))) return true;
  return !PAST.test(text) && clauses.slice(0, index).some((before) => CONDITION.test(before.text));
};

const isToCome = (text: string): boolean => {
  const governing = NOT_YET.exec(text);
  if (governing === null || BIDDEN.test(text) || TO_BE_THERE.test(text)) return false;
  const before = text.slice(0, governing.index);
  if (DID.test(before) || PAST_AFTER.test(before) || /(?<!\p{L})(?:is|are|['’]s) (?:now |already )?(?:refunded|complete|done|back|through|in your)/iu.test(before)) return false;
  const after = text.slice(governing.index + governing[0].length);
  return !(SOFT.test(governing[0]) && (PAST_AFTER.test(after) || DENIES.test(after)));
};

const isRule = (facts: SentenceFacts, clause: Clause): boolean =>
  GENERAL_SUBJECT.test(clause.text) &&
  !PAST.test(clause.text) &&
  facts.orders.every(({ at }) => at < clause.from || at >= clause.from + clause.text.length);

const isNoClaim = (facts: SentenceFacts, clauses: readonly Clause[], index: number): boolean => {
  const clause = clauses[index];
  if (clause === undefined) return true;
  return (
    isAsked(facts, clauses, index) ||
    UNCERTAIN.test(clause.text) ||
    clauses.some(({ text }) => UNCERTAIN.test(text) && OF_OUTCOME.test(text)) ||
    isWished(clause.text) ||
    isConditional(clauses, index) ||
    isToCome(clause.text) ||
    (AIM.test(clause.text) && !PAST.test(clause.text)) ||
    isRule(facts, clause) ||
    ADDRESSED.test(clause.text) ||
    IS_AMOUNT.test(clause.text)
  );
};

const denialIn = (text: string): boolean => {
  const denied = DENIES.exec(text);
  const did = DID.exec(text);
  return denied !== null && (did === null || did.index > denied.index);
};

const kindOf = (text: string): ClaimKind | null => {
  if (denialIn(text)) {
    if (APPROVED.test(text)) return 'notApproved';
    if (REJECTED.test(text)) return null;
    return UNABLE_NOW.test(text) && !PAST.test(text) ? null : 'denied';
  }
  if (REJECTED.test(text)) return 'rejected';
  if (APPROVED.test(text)) return 'approved';
  if (WAITS.test(text)) return /(?<!\p{L})I(?:['’]m| am)(?!\p{L})/u.test(text) ? null : 'waits';
  return PREDICATE.test(text) || TO_BE_THERE.test(text) ? 'done' : null;
};

/** A fragment without a verb goes on in the next clause: `Refund of 207.75 USD: done.` */
const isFragment = ({ text }: Clause): boolean => !PREDICATE.test(text) && !DENIES.test(text) && !INTRODUCES.test(text);

/** Whether the clause that holds this offset is a wish, a rule or what hangs on a condition. */
export const statesNothing = (facts: SentenceFacts, at: number): boolean => {
  const clauses = clausesOf(facts.text);
  const index = clauses.findLastIndex(({ from }) => from <= at);
  const clause = clauses[index];
  return clause !== undefined && (isWished(clause.text) || isConditional(clauses, index) || isRule(facts, clause));
};

/** The claims of a sentence; what is said in other words than these is not among them. */
export const readClaims = (facts: SentenceFacts): readonly Claim[] => {
  const clauses = clausesOf(facts.text);
  let begun: Clause | null = null;
  return clauses.flatMap((clause, index) => {
    const from: number = begun?.from ?? clause.from;
    const whole = { text: facts.text.slice(from, clause.from + clause.text.length), from };
    const deed = deedOf(facts, whole);
    begun = deed !== null && isFragment(whole) && clause.text.length < 80 ? whole : null;
    if (deed === null || isNoClaim(facts, clauses, index)) return [];
    const kind = kindOf(whole.text);
    return kind === null ? [] : [{ ...whole, kind, deed }];
  });
};
