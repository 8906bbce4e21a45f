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
  /(?<!\p{L})(?:sent|wired|transfer(?:red)?|paid|put|gave|given|released|returned|settled|receiv(?:ed|e)|got|booked|left our|waived|payment|charge|gift)(?!\p{L})/iu;
const INFINITIVE =
  /(?<!\p{L}|(?:able|unable|failed|managed) )to (?:\p{L}{3,12}ly )?(?:refund|cancel|reimburse|repay|call off|pay)(?!\p{L})/giu;
const DECIDES =
  /(?<!\p{L})(?:approv(?:ed|es)|authori[sz]ed|granted|reject(?:ed|s)|declin(?:ed|es)|denied|turned (?:it )?down|decided against|signed off|said (?:yes|no) to|accepted your|vetoed)(?!\p{L})/iu;
const DID =
  /(?<!\p{L})(?:I|we|(?:a|my|our) (?:colleague|manager|team))(?:['’]ve| have| has| just| already| now| also| hereby| successfully| gone ahead and| did){0,3} (?:\p{L}{3,12}ed|made|sent|paid|put|gave|did|got|took)(?!\p{L})(?! (?:no|nothing|none)(?!\p{L}))/iu;
const ADDRESSED =
  /(?<!\p{L})(?:forwarded|passed|handed|submitted|given)(?!\p{L})[^;!?]{0,80}(?<!\p{L})(?:to (?:a|our|the|my) \p{L}{4,12}|on|over|for (?:review|approval))(?!\p{L})/iu;
/** Sight-words and thanks leave what follows them standing: `sorry, the refund was made`. */
const IS_DONE = /(?<!\p{L})(?:is|are|['’]s) (?:now |already )?(?:refunded|complete|done|back|through|in your)/iu;
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
/** That somebody looked tells of no end. */
const LOOKED_AT =
  /(?<!\p{L})(?:(?:was|were|been) (?:looked at|checked|discussed|considered|noted|registered)|looked (?:at|into|for)|checked|found|noted|received your)(?!\p{L})(?![^;!?]{0,80}(?<!\p{L})(?:approved|refunded|made|sent|paid|done|complete[d]?|through|rejected|declined)(?!\p{L}))/iu;
const AIM = /^\W*(?:in order )?to \p{L}{2,14}(?!\p{L})/iu;
const NOTHING_PAID = /(?<!\p{L})nothing (?:was|has been|is) paid(?!\p{L})/iu;
const POINTER = /(?<!\p{L})(?:it|this|that|request|return|claim|case|cancellation|refund)(?!\p{L})/iu;

const amountIn = ({ amounts }: SentenceFacts, { text, from }: Clause): boolean =>
  amounts.some(({ at }) => at >= from && at < from + text.length);

const isMoneyGiven = (facts: SentenceFacts, clause: Clause, bare: string): boolean =>
  amountIn(facts, clause) && !IS_PRICE.test(bare) && (GIVES.test(bare) || AT_CUSTOMER.test(clause.text));

const deedOf = (facts: SentenceFacts, clause: Clause): ClaimDeed | null => {
  const bare = clause.text.replace(COMPOUND, ' ').replace(INFINITIVE, ' ');
  if (OF_CANCEL.test(bare)) return 'cancel';
  if (OF_REFUND.test(bare)) return 'refund';
  if (NOTHING_PAID.test(bare) || isMoneyGiven(facts, clause, bare)) return 'refund';
  return DECIDES.test(bare) && (POINTER.test(bare) || PERSON.test(bare)) ? 'any' : null;
};

/** A sentence laid out once, so that no clause reads the others again. */
export interface Frame {
  readonly facts: SentenceFacts;
  readonly clauses: readonly Clause[];
  /** The first clause that asks; past the end where none does. */
  readonly asksFrom: number;
  /** The first clause with a condition; past the end where none has one. */
  readonly conditionFrom: number;
  readonly isOutcomeUnknown: boolean;
}

const firstOf = (clauses: readonly Clause[], pattern: RegExp): number => {
  const index = clauses.findIndex(({ text }) => pattern.test(text));
  return index < 0 ? clauses.length : index;
};

export const frameOf = (facts: SentenceFacts): Frame => {
  const clauses = clausesOf(facts.text);
  return {
    facts,
    clauses,
    asksFrom: facts.isQuestion ? firstOf(clauses, INTERROGATIVE) : clauses.length,
    conditionFrom: firstOf(clauses, CONDITION),
    isOutcomeUnknown: clauses.some(({ text }) => UNCERTAIN.test(text) && OF_OUTCOME.test(text)),
  };
};

/** Everything from the first clause that asks on, and the last clause of a question. */
const isAsked = ({ facts, clauses, asksFrom }: Frame, index: number): boolean =>
  facts.isQuestion &&
  (index >= asksFrom || (index === clauses.length - 1 && !SPEAKS_FIRST.test(clauses[index]?.text ?? '')));

const isWished = (text: string): boolean => {
  const wish = THEIR_WISH.exec(text);
  if (wish === null || /(?<!\p{L})as you/iu.test(text.slice(Math.max(0, wish.index - 4), wish.index + 3))) return false;
  const after = text.slice(wish.index + wish[0].length);
  return !DID.test(text.slice(0, wish.index)) && !DID.test(after);
};

/** Governed by a condition, here or in a clause before. */
const isConditional = ({ clauses, conditionFrom }: Frame, index: number): boolean => {
  const text = clauses[index]?.text ?? '';
  const own = CONDITION.exec(text);
  if (own !== null && !PAST.test(text.slice(0, own.index))) return true;
  return !PAST.test(text) && conditionFrom < index;
};

const isToCome = (text: string): boolean => {
  const governing = NOT_YET.exec(text);
  if (governing === null || BIDDEN.test(text) || TO_BE_THERE.test(text)) return false;
  const before = text.slice(0, governing.index);
  if ([DID, PAST_AFTER, IS_DONE].some((pattern) => pattern.test(before))) return false;
  const after = text.slice(governing.index + governing[0].length);
  return !(SOFT.test(governing[0]) && (PAST_AFTER.test(after) || DENIES.test(after)));
};

const isRule = (facts: SentenceFacts, clause: Clause): boolean =>
  GENERAL_SUBJECT.test(clause.text) &&
  !PAST.test(clause.text) &&
  facts.orders.every(({ at }) => at < clause.from || at >= clause.from + clause.text.length);

/** A wish, a rule, or what hangs on a condition. */
const isSupposed = (frame: Frame, clause: Clause, index: number): boolean =>
  isWished(clause.text) || isConditional(frame, index) || isRule(frame.facts, clause);

/** What was asked for, passed on, looked at or reckoned tells of no end. */
const tellsNoEnd = (text: string): boolean =>
  ADDRESSED.test(text) || LOOKED_AT.test(text) || IS_AMOUNT.test(text) || (AIM.test(text) && !PAST.test(text));

const isNoClaim = (frame: Frame, clause: Clause, index: number): boolean =>
  isAsked(frame, index) ||
  frame.isOutcomeUnknown ||
  UNCERTAIN.test(clause.text) ||
  isSupposed(frame, clause, index) ||
  isToCome(clause.text) ||
  tellsNoEnd(clause.text);

const denialIn = (text: string): boolean => {
  const denied = DENIES.exec(text);
  const did = DID.exec(text);
  return denied !== null && (did === null || did.index > denied.index);
};

const kindOfDenial = (text: string): ClaimKind | null => {
  if (APPROVED.test(text)) return 'notApproved';
  if (REJECTED.test(text)) return null;
  return UNABLE_NOW.test(text) && !PAST.test(text) ? null : 'denied';
};

const kindOf = (text: string): ClaimKind | null => {
  if (denialIn(text)) return kindOfDenial(text);
  if (REJECTED.test(text)) return 'rejected';
  if (APPROVED.test(text)) return 'approved';
  if (WAITS.test(text)) return /(?<!\p{L})I(?:['’]m| am)(?!\p{L})/u.test(text) ? null : 'waits';
  return PREDICATE.test(text) || TO_BE_THERE.test(text) ? 'done' : null;
};

/** A fragment without a verb goes on in the next clause: `Refund of 207.75 USD: done.` */
const isFragment = ({ text }: Clause): boolean => !PREDICATE.test(text) && !DENIES.test(text) && !INTRODUCES.test(text);

/** Whether the clause that holds this offset is a wish, a rule or what hangs on a condition. */
export const statesNothing = (frame: Frame, at: number): boolean => {
  const index = frame.clauses.findLastIndex(({ from }) => from <= at);
  const clause = frame.clauses[index];
  return clause !== undefined && isSupposed(frame, clause, index);
};

/** A fragment longer than this is no beginning of the next clause. */
const FRAGMENT_MAX = 160;

/** The claims of a sentence; what is said in other words than these is not among them. */
export const readClaims = (facts: SentenceFacts): readonly Claim[] => {
  const frame = frameOf(facts);
  let begun: Clause | null = null;
  return frame.clauses.flatMap((clause, index) => {
    const from: number = begun?.from ?? clause.from;
    const whole = { text: facts.text.slice(from, clause.from + clause.text.length), from };
    const deed = deedOf(facts, whole);
    begun = deed !== null && whole.text.length < FRAGMENT_MAX && isFragment(whole) ? whole : null;
    if (deed === null || isNoClaim(frame, clause, index)) return [];
    const kind = kindOf(whole.text);
    return kind === null ? [] : [{ ...whole, kind, deed }];
  });
};
