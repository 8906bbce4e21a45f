// What the program says of an action: the agent's policy, then what the ledger knows (core/effects/standing-rule). Pure: judged
// once before anything waits, and again under the chain's head.
import { ruleBeforehand, ruleOnStanding } from '../../core/effects/standing-rule';
import type { ActionStanding, AloneCaps, RuledAnswer } from '../../core/effects/standing-rule';
import { itemsMeet, judgeVeto, type EffectScope } from '../../core/effects/veto';
import type { AgentKit, Facts, JudgeInput } from '../../core/moves/agent-kit';
import { findKnownEffect } from '../../stores/adopted-effects';
import { isHeld } from '../../stores/holds';
import { readAloneTotals, readOrderLedger } from '../../stores/effect-ledger';
import type { AloneTotals, EffectRecord, OrderLedger } from '../../stores/effect-ledger';
import type { Query } from '../../stores/open-database';
import { isEditedAway, listWaitingItems } from '../../stores/review-rows';
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
  /** Items of other actions on the order that wait for a person in this case. */
  readonly waitingItems: readonly EffectScope['items'][];
  /** A person made another effect of this one. */
  readonly editedAway: boolean;
  /** Done without a person on this day: for this customer, and by the agent for all of them. */
  readonly alone: { readonly customer: AloneTotals; readonly agent: AloneTotals };
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
    editedAway: await isEditedAway(query, { caseId, effectKey: weighed.effectKey }),
    waitingItems: await listWaitingItems(query, { caseId, orderRef: scope.orderRef, effectKey: weighed.effectKey }),
    alone: {
      customer: await readAloneTotals(query, { customerRef, agent, day, currency }),
      agent: await readAloneTotals(query, { customerRef: null, agent, day, currency }),
    },
  };
}

export interface Ruling extends RuledAnswer {
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

/** What was judged and by which figures: enough to rule on it again. */
export interface JudgedAction {
  readonly input: JudgeInput;
  readonly policy: RuledAnswer;
  readonly standing: ActionStanding;
}

export function judgeBy(ask: RulingAsk): JudgedAction {
  const { proposed, weighed, standing } = ask;
  const input = toJudgeInput(proposed, ask.subject, factsOf(ask));
  const { answer, rule } = proposed.kit.judge(input);
  return {
    input,
    policy: { answer, rule },
    standing: {
      veto: judgeVeto(standing.vetoes, weighed.scope),
      movesMoney: proposed.tool.tag === 'movesMoney',
      amountMinor: weighed.amountMinor,
      currency: weighed.currency,
      orderTotalMinor: weighed.orderTotalMinor,
      takenMinor: standing.ledger.takenMinor,
      refusedBefore: standing.known?.state === 'refused',
      hasAdopted: standing.ledger.hasAdopted,
      edited: proposed.edited,
      editedAway: standing.editedAway,
      overlapsWaiting: standing.waitingItems.some((items) => itemsMeet(items, weighed.scope.items)),
      provenance: provenanceRule(traceProvenance(proposed, { subject: ask.subject, facts: weighed.outsideFacts })),
      held: standing.held,
      alone: standing.alone,
    },
  };
}

/** Answers for an effect that has not started in this round; a known one is the claim's business. */
export const ruleOnAction = (ask: RulingAsk, judged: JudgedAction): Ruling =>
  toRuling(ask, judged, ruleOnStanding(judged.policy, judged.standing));

/** The same before anything waits: a hold or a cap asks for a person. */
export const ruleOnProposal = (ask: RulingAsk, judged: JudgedAction): Ruling =>
  toRuling(ask, judged, ruleBeforehand(judged.policy, judged.standing, capsOf(ask.proposed.kit)));

export const capsOf = (kit: AgentKit): AloneCaps => ({ customer: kit.aloneCapsPerDay, agent: kit.agentCapsPerDay });

const factsOf = ({ weighed, standing }: RulingAsk): Facts => withLedger(weighed.outsideFacts, standing.ledger);

const toRuling = (ask: RulingAsk, { standing }: JudgedAction, ruled: RuledAnswer): Ruling => ({
  ...ruled,
  rejectedReviewId: isByVeto(ruled) && standing.veto !== 'none' ? findRejection(ask, standing.veto) : null,
  factsDigest: digestFacts(ask.key, factsOf(ask)),
});

const isByVeto = ({ rule }: RuledAnswer): boolean => rule.startsWith('veto');

const findRejection = ({ standing, weighed }: RulingAsk, answer: 'refused' | 'askPerson'): string | null =>
  standing.vetoes.find((veto) => judgeVeto([veto], weighed.scope) === answer)?.reviewId ?? null;
