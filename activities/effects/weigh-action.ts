// What an action is, in keys and figures: its identity, its money, the digest of the rules that judge it. Nothing of it is taken
// from a workflow's word; the door makes it again from the transcript and from fresh facts.
import { actionHash, effectKey } from '../../core/kernel/action-key';
import { canonicalJson } from '../../core/kernel/canonical-json';
import { referenceOf } from '../../core/kernel/ids';
import type { JsonObject } from '../../core/kernel/json';
import { toMinor } from '../../core/kernel/money';
import { hmacSha256Hex } from '../../core/kernel/sha256';
import type { JudgeArg } from '../../core/moves/activity-shapes';
import type { EffectIdentity, Facts, JudgeInput } from '../../core/moves/agent-kit';
import type { EffectScope } from '../../core/effects/veto';
import type { OrderLedger } from '../../stores/effect-ledger';
import type { ProposedAction } from './proposed-action';

export interface WeighedAction {
  /** Facts of the systems of record, without the ledger's. */
  readonly outsideFacts: Facts;
  readonly identity: EffectIdentity;
  readonly effectKey: string;
  readonly actionHash: string;
  readonly rulesDigest: string;
  readonly argsDigest: string;
  /** What vetoes are compared with; orderRef is the keyed reference. */
  readonly scope: EffectScope;
  readonly customerRef: string;
  readonly amountMinor: number | null;
  readonly currency: string | null;
  readonly orderTotalMinor: number | null;
}

/** Throws when a kit names an amount without a currency or an inexact one: a broken invariant. */
export function weighAction(
  key: Uint8Array,
  arg: JudgeArg,
  of: { readonly proposed: ProposedAction; readonly outsideFacts: Facts },
): WeighedAction {
  const { kit, tool, canonical } = of.proposed;
  const identity = kit.identify(toJudgeInput(of.proposed, arg.subject, of.outsideFacts));
  const { caseId } = arg.turn;
  const rulesDigest = hmacSha256Hex(key, canonicalJson(['rules', tool.name, kit.rulesOf(tool.name)]));
  const { amount, currency, items } = identity;
  const minorOf = (decimal: string | null): number | null =>
    decimal === null || currency === null ? null : toMinor(decimal, currency);
  const amountMinor = minorOf(amount);
  return {
    outsideFacts: of.outsideFacts,
    identity,
    effectKey: effectKey(key, tool, { identity: identity.identity, caseId, callId: arg.call.callId }),
    actionHash: actionHash(key, { tool: tool.name, canonicalArgs: canonical, amount, currency, rulesDigest }),
    rulesDigest,
    argsDigest: digestArgs(key, of.proposed),
    scope: {
      tool: tool.name,
      orderRef: identity.orderRef === null ? null : referenceOf(key, 'order', identity.orderRef),
      items,
      amountMinor,
    },
    customerRef: referenceOf(key, 'customer', arg.subject),
    amountMinor,
    currency,
    orderTotalMinor: minorOf(identity.orderTotal),
  };
}

/** Of the arguments alone, in canonical form. */
export const digestArgs = (key: Uint8Array, { tool, canonical }: ProposedAction): string =>
  hmacSha256Hex(key, canonicalJson(['args', tool.name, canonical]));

export const toJudgeInput = (proposed: ProposedAction, subject: string, facts: Facts): JudgeInput => ({
  tool: proposed.tool.name,
  args: proposed.args,
  subject,
  facts,
  customerMessages: proposed.customerMessages,
  dialog: proposed.dialog,
  nowMs: proposed.nowMs,
});

/** The facts a policy judges by: the outside's, and what the ledger says of the order. */
export const withLedger = (outsideFacts: Facts, ledger: OrderLedger): Facts => ({
  ...outsideFacts,
  ledger: {
    takenMinor: ledger.takenMinor,
    items: ledger.items,
    done: { takenMinor: ledger.done.takenMinor, items: ledger.done.items },
  },
});

/**
 * What a person's approval is bound to. Which of the taken is done already is left out: it changes the words of a refusal, never
 * what may be paid, and an approval must not fall because another refund of the order came to its end meanwhile.
 */
export const digestFacts = (key: Uint8Array, facts: Facts): string =>
  hmacSha256Hex(key, canonicalJson(['facts', withoutDone(facts)]));

function withoutDone(facts: Facts): Facts {
  const { ledger } = facts;
  if (typeof ledger !== 'object' || ledger === null || Array.isArray(ledger)) return facts;
  const { done: _done, ...taken } = ledger as JsonObject;
  return { ...facts, ledger: taken };
}
