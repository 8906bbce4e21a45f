// Whether an effect may happen is asked before anything waits. It reads facts, the customer's own words and the ledger; the answer
// holds the digests that a review, a grant and the claim are bound to. What was judged and by what is kept, sealed, so that an
// owner can see what another policy would have answered.
import { judgedReceiptKeyOf, toolReceiptKeyOf } from '../../core/kernel/ids';
import type { JsonObject } from '../../core/kernel/json';
import { judgedKind } from '../../core/evaluation/judged-case';
import type { JudgedCase } from '../../core/evaluation/judged-case';
import type { JudgeArg, JudgeReceipt } from '../../core/moves/activity-shapes';
import { listOpenReviews, listReviewsOf } from '../../stores/review-rows';
import type { EffectDeps } from './effect-deps';
import { readProposedAction } from './proposed-action';
import { judgeBy, readStanding, ruleOnAction, ruleOnProposal } from './rule-on-action';
import type { JudgedAction, Ruling, RulingAsk } from './rule-on-action';
import { weighAction } from './weigh-action';

/** Never allows what a veto, a rule or a sum refuses. An effect that the ledger knows is allowed on: the claim returns its record. */
export async function judgeAction(deps: EffectDeps, arg: JudgeArg): Promise<JudgeReceipt> {
  const key = await deps.identityKey();
  const proposed = await readProposedAction(deps, arg);
  const outsideFacts = await proposed.tools.facts(proposed.tool.name, proposed.args, arg.subject);
  const weighed = weighAction(key, arg, { proposed, outsideFacts });
  const recorded = await deps.store.receipts.find(arg.turn.caseId, toolReceiptKeyOf(key, arg.call.callId));
  const { receipt, judged } = await deps.store.db.read(async (query) => {
    const day = toDay(await deps.store.db.nowMs(query));
    const { agent, caseId } = arg.turn;
    const standing = await readStanding(query, { caseId, agent, day, weighed });
    const reviews = await listReviewsOf(query, weighed.effectKey);
    const ask = { key, subject: arg.subject, proposed, weighed, standing };
    const action = judgeBy(ask);
    const known = standing.known !== undefined && (standing.known.state !== 'refused' || recorded !== undefined);
    const ruling = known ? toKnown(ask, action) : ruleOnProposal(ask, action);
    const open = known ? [] : await listOpenReviews(query, weighed.effectKey);
    const round = 1 + Math.max(standing.known?.round ?? 0, ...reviews.map((review) => review.round));
    return {
      receipt: toReceipt(ask, ruling, { pendingReviewId: open.at(-1)?.reviewId ?? null, round }),
      judged: known ? null : toCase(arg, ask, { action, ruling }),
    };
  });
  if (judged !== null) await keepCase(deps, judged, { arg, ask: { key, argsDigest: weighed.argsDigest } });
  return receipt;
}

const toReceipt = (
  { weighed }: RulingAsk,
  ruling: Ruling,
  of: Pick<JudgeReceipt, 'pendingReviewId' | 'round'>,
): JudgeReceipt => ({
  answer: ruling.answer,
  rule: ruling.rule,
  rulesDigest: weighed.rulesDigest,
  factsDigest: ruling.factsDigest,
  effectKey: weighed.effectKey,
  actionHash: weighed.actionHash,
  amountMinor: weighed.amountMinor,
  currency: weighed.currency,
  ...of,
  ...(ruling.rejectedReviewId === null ? {} : { rejectedReviewId: ruling.rejectedReviewId }),
});

const toKnown = (ask: RulingAsk, action: JudgedAction): Ruling => ({
  ...ruleOnAction(ask, action),
  answer: 'allow',
  rule: 'ledger.known',
  rejectedReviewId: null,
});

const toCase = (
  arg: JudgeArg,
  { proposed }: RulingAsk,
  { action, ruling }: { readonly action: JudgedAction; readonly ruling: Ruling },
): JudgedCase => ({
  version: 1,
  agent: arg.turn.agent,
  turnKey: arg.turn.turnKey,
  call: arg.call,
  policyId: proposed.kit.policy?.id ?? null,
  ...action,
  ruled: { answer: ruling.answer, rule: ruling.rule },
});

/** The first judgement of a call stands: one repeated by a retry, or after a review fell, tells no other case. */
async function keepCase(
  { store }: EffectDeps,
  judged: JudgedCase,
  { arg, ask }: { readonly arg: JudgeArg; readonly ask: { readonly key: Uint8Array; readonly argsDigest: string } },
): Promise<void> {
  const { caseId, turnKey } = arg.turn;
  const receiptKey = judgedReceiptKeyOf(ask.key, { callId: arg.call.callId, argsDigest: ask.argsDigest });
  const value = judged as unknown as JsonObject;
  await store.receipts.keep({ receiptKey, caseId, turnKey, kind: judgedKind, value });
}

/** UTC, `yyyy-mm-dd`. */
export const toDay = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
