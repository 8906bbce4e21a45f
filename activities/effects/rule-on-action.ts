// What the program says of an action, from the agent's policy and what the ledger knows, in this order: a veto that refuses, a
// rule that refuses, sums that would pass the order's total; then a veto, an earlier refusal of the outside system, an entry of the
// order whose own record is lost, or a rule that asks for a person; only then the policy's yes. What a person changed always asks, and
// so does what it was before the change: the model's original never goes out beside it. Pure: judged once before anything
// waits, and again under the chain's head.
import { sumsHold } from '../../core/effects/ledger-rules';
import { judgeVeto } from '../../core/effects/veto';
import { toMinor } from '../../core/kernel/money';
import type { AgentKit, PolicyAnswer } from '../../core/moves/agent-kit';
import { findKnownEffect } from '../../stores/adopted-effects';
import { isHeld } from '../../stores/holds';
import { readAloneTotals, readOrderLedger } from '../../stores/effect-ledger';
import type { AloneTotals, EffectRecord, OrderLedger } from '../../stores/effect-ledger';
import type { Query } from '../../stores/open-database';
import { isEditedAway } from '../../stores/review-rows';
import { listRejections } from '../../stores/vetoes';
import type { StoredVeto } from '../../stores/vetoes';
import type { ProposedAction } from './proposed-action';
import { provenanceRule, traceProvenance } from './trace-provenance';
import { digestFacts, toJudgeInput, withLedger } from './weigh-action';
import type { WeighedAction } from './weigh-action';

export interface Standing {
  readonly known: EffectRecord | undefined;
  readonly ledger: OrderLedger;
  readonly vetoes: readonly StoredVeto[];
  readonly held: boolean;
  readonly alone: AloneTotals;
  /** A person made another effect of this one. */
  readonly editedAway: boolean;
}

export interface StandingAsk {
  readonly caseId: string;
  readonly agent: string;
  /** Calendar day of the claim, UTC. */
  readonly day: string;
  readonly weighed: WeighedAction;
}

/** What the store says of an action; exact when read under the chain's head. */
export async function readStanding(query: Query, { caseId, agent, day, weighed }: StandingAsk): Promise<Standing> {
  const { customerRef, currency, scope } = weighed;
  return {
    known: await findKnownEffect(query, weighed.effectKey),
    ledger: await readOrderLedger(query, scope.orderRef),
    vetoes: await listRejections(query, caseId),
    held: await isHeld(query, agent),
    alone: await readAloneTotals(query, { customerRef, agent, day, currency }),
    editedAway: await isEditedAway(query, { caseId, effectKey: weighed.effectKey }),
  };
}

export interface Ruling extends Pick<PolicyAnswer, 'answer' | 'rule'> {
  readonly factsDigest: string;
  readonly rejectedReviewId: string | null;
}

export interface RulingAsk {
  readonly key: Uint8Array;
  readonly subject: string;
  readonly proposed: ProposedAction;
  readonly weighed: WeighedAction;
  readonly standing: Standing;
}

/** The rule of a veto that a person must see before deciding. */
export const VETO_ASKS = 'veto.askPerson';

/** Answers for an effect that has not started in this round; a known one is the claim's business. */
export function ruleOnAction(ask: RulingAsk): Ruling {
  const { proposed, weighed, standing } = ask;
  const facts = withLedger(weighed.outsideFacts, standing.ledger);
  const ruled = (answer: Ruling['answer'], rule: string, rejectedReviewId: string | null = null): Ruling => ({
    answer,
    rule,
    rejectedReviewId,
    factsDigest: digestFacts(ask.key, facts),
  });
  const veto = judgeVeto(standing.vetoes, weighed.scope);
  if (veto === 'refused') return ruled('refuse', 'veto', findRejection(ask, 'refused'));
  const policy = proposed.kit.judge(toJudgeInput(proposed, ask.subject, facts));
  if (policy.answer === 'refuse') return ruled('refuse', policy.rule);
  const breach = findMoneyBreach(ask);
  if (breach !== null) return ruled('refuse', breach);
  if (veto === 'askPerson') return ruled('review', VETO_ASKS, findRejection(ask, 'askPerson'));
  const doubt = policy.answer === 'allow' ? findDoubt(ask) : null;
  return doubt === null ? ruled(policy.answer, policy.rule) : ruled('review', doubt);
}

/** Why what policy allows alone still needs a person, or null. */
function findDoubt({ subject, proposed, weighed, standing }: RulingAsk): string | null {
  if (standing.known?.state === 'refused') return 'ledger.refusedBefore';
  if (standing.ledger.hasAdopted) return 'ledger.adopted';
  // A person chose an edited action's values: where they came from is known.
  if (proposed.edited) return 'edit.askPerson';
  if (standing.editedAway) return 'edit.original';
  return provenanceRule(traceProvenance(proposed, { subject, facts: weighed.outsideFacts }));
}

const findRejection = ({ standing, weighed }: RulingAsk, answer: 'refused' | 'askPerson'): string | null =>
  standing.vetoes.find((veto) => judgeVeto([veto], weighed.scope) === answer)?.reviewId ?? null;

function findMoneyBreach({ proposed, weighed, standing }: RulingAsk): string | null {
  const { amountMinor, orderTotalMinor } = weighed;
  if (amountMinor === null) return proposed.tool.tag === 'movesMoney' ? 'ledger.noAmount' : null;
  if (amountMinor === 0) return 'ledger.noAmount';
  if (orderTotalMinor === null) return null;
  const { takenMinor } = standing.ledger;
  return sumsHold({ orderTotalMinor, takenMinor, amountMinor }) ? null : 'ledger.orderTotal';
}

/** Whether acting alone would pass the agent's cap for this customer and day. */
export function isOverCap(kit: AgentKit, weighed: WeighedAction, alone: AloneTotals): boolean {
  const caps = kit.aloneCapsPerDay;
  if (caps === undefined) return false;
  if (alone.count + 1 > caps.count) return true;
  if (weighed.amountMinor === null || weighed.currency !== caps.currency) return false;
  return alone.sumMinor + weighed.amountMinor > toMinor(caps.amount, caps.currency);
}
