// What the program says of an action once the agent's policy has spoken, from what the ledger knows, in this order: a veto that
// refuses, a rule that refuses, sums that would pass the order's total; then a veto, an earlier refusal of the outside system, an
// entry of the order whose own record is lost, what a person edited and what it was before, a sensitive value of untrusted
// origin, or a rule that asks for a person; then the policy's yes. What would be done alone is
// a question to a person while an operator holds effects, or over a cap of the day. Plain figures, so that a recorded case can be
// ruled again under another policy.
import { toMinor } from '../kernel/money';
import { sumsHold } from './ledger-rules';
import type { VetoAnswer } from './veto';

export interface RuledAnswer {
  readonly answer: 'allow' | 'review' | 'refuse';
  readonly rule: string;
}

/** What was done without a person on a day: how many, and how much in the currency of the action. */
export interface AloneTotals {
  readonly count: number;
  readonly sumMinor: number;
}

/** What the store and the records say of one action, as figures. */
export interface ActionStanding {
  readonly veto: VetoAnswer;
  readonly movesMoney: boolean;
  readonly amountMinor: number | null;
  readonly currency: string | null;
  readonly orderTotalMinor: number | null;
  /** Of the order, over all cases and whatever came of it but refused. */
  readonly takenMinor: number;
  readonly refusedBefore: boolean;
  readonly hasAdopted: boolean;
  /** A person changed the arguments; or made another effect of this one. */
  readonly edited: boolean;
  readonly editedAway: boolean;
  /** Something of it waits for a person already, as part of another action. */
  readonly overlapsWaiting: boolean;
  /** The rule by which a sensitive value of unknown or untrusted origin asks; null when all are trusted. */
  readonly provenance: string | null;
  readonly held: boolean;
  /** Of this agent, for this customer and for all, on the day. */
  readonly alone: { readonly customer: AloneTotals; readonly agent: AloneTotals };
}

interface DayCap {
  readonly count: number;
  readonly amount: string;
  readonly currency: string;
}

/** What may be done without a person on one day; left out: not capped. */
export interface AloneCaps {
  readonly customer: DayCap | undefined;
  readonly agent: DayCap | undefined;
}

/** The rule of a veto that a person must see before deciding. */
export const VETO_ASKS = 'veto.askPerson';
/** The rule of what an operator's hold stopped. */
export const HELD = 'ledger.held';

/** Without holds and caps, which bind only what would be done without a person. */
export const ruleOnStanding = (policy: RuledAnswer, standing: ActionStanding): RuledAnswer => {
  if (standing.veto === 'refused') return { answer: 'refuse', rule: 'veto' };
  if (policy.answer === 'refuse') return { answer: 'refuse', rule: policy.rule };
  const breach = findMoneyBreach(standing);
  if (breach !== null) return { answer: 'refuse', rule: breach };
  if (standing.veto === 'askPerson') return { answer: 'review', rule: VETO_ASKS };
  const doubt = policy.answer === 'allow' ? findDoubt(standing) : null;
  return doubt === null ? { answer: policy.answer, rule: policy.rule } : { answer: 'review', rule: doubt };
};

/** Why what policy allows alone still needs a person, or null. */
const findDoubt = (standing: ActionStanding): string | null => {
  if (standing.refusedBefore) return 'ledger.refusedBefore';
  if (standing.hasAdopted) return 'ledger.adopted';
  // A person chose an edited action's values: where they came from is known.
  if (standing.edited) return 'edit.askPerson';
  if (standing.editedAway) return 'edit.original';
  return standing.overlapsWaiting ? 'review.overlaps' : standing.provenance;
};

/** A hold or a cap turns what would have been done alone into a question to a person. */
export const ruleBeforehand = (policy: RuledAnswer, standing: ActionStanding, caps: AloneCaps): RuledAnswer => {
  const ruled = ruleOnStanding(policy, standing);
  if (ruled.answer !== 'allow') return ruled;
  if (standing.held) return { answer: 'review', rule: HELD };
  const cap = findPassedCap(standing, caps);
  return cap === null ? ruled : { answer: 'review', rule: cap };
};

/** The cap that acting alone would pass, or null. */
export const findPassedCap = (standing: ActionStanding, caps: AloneCaps): string | null => {
  if (isPassed(standing, caps.customer, standing.alone.customer)) return 'ledger.cap';
  return isPassed(standing, caps.agent, standing.alone.agent) ? 'ledger.agentCap' : null;
};

const isPassed = (standing: ActionStanding, cap: DayCap | undefined, alone: AloneTotals): boolean => {
  if (cap === undefined) return false;
  if (alone.count + 1 > cap.count) return true;
  if (standing.amountMinor === null || standing.currency !== cap.currency) return false;
  return alone.sumMinor + standing.amountMinor > toMinor(cap.amount, cap.currency);
};

const findMoneyBreach = ({ movesMoney, amountMinor, orderTotalMinor, takenMinor }: ActionStanding): string | null => {
  if (amountMinor === null) return movesMoney ? 'ledger.noAmount' : null;
  if (amountMinor === 0) return 'ledger.noAmount';
  if (orderTotalMinor === null) return null;
  return sumsHold({ orderTotalMinor, takenMinor, amountMinor }) ? null : 'ledger.orderTotal';
};
