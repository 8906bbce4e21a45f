// Whether an effect may happen is asked before anything waits. It reads only: facts, the customer's own words, the ledger; the
// answer holds the digests that a review, a grant and the claim are bound to.
import { toolReceiptKeyOf } from '../../core/kernel/ids';
import type { JudgeArg, JudgeReceipt } from '../../core/moves/activity-shapes';
import { listOpenReviews, listReviewsOf } from '../../stores/review-rows';
import type { EffectDeps } from './effect-deps';
import { readProposedAction } from './proposed-action';
import { isOverCap, readStanding, ruleOnAction } from './rule-on-action';
import type { Ruling, RulingAsk } from './rule-on-action';
import { weighAction } from './weigh-action';

/** Never allows what a veto, a rule or a sum refuses. An effect that the ledger knows is allowed on: the claim returns its record. */
export async function judgeAction(deps: EffectDeps, arg: JudgeArg): Promise<JudgeReceipt> {
  const key = await deps.identityKey();
  const proposed = await readProposedAction(deps, arg);
  const outsideFacts = await proposed.tools.facts(proposed.tool.name, proposed.args, arg.subject);
  const weighed = weighAction(key, arg, { proposed, outsideFacts });
  const recorded = await deps.store.receipts.find(arg.turn.caseId, toolReceiptKeyOf(key, arg.call.callId));
  return deps.store.db.read(async (query) => {
    const day = toDay(await deps.store.db.nowMs(query));
    const { agent, caseId } = arg.turn;
    const standing = await readStanding(query, { caseId, agent, day, weighed });
    const reviews = await listReviewsOf(query, weighed.effectKey);
    const ask = { key, subject: arg.subject, proposed, weighed, standing };
    const known = standing.known !== undefined && (standing.known.state !== 'refused' || recorded !== undefined);
    const ruling = known ? toKnown(ask) : ruleBeforehand(ask);
    const open = known ? [] : await listOpenReviews(query, weighed.effectKey);
    return {
      answer: ruling.answer,
      rule: ruling.rule,
      rulesDigest: weighed.rulesDigest,
      factsDigest: ruling.factsDigest,
      effectKey: weighed.effectKey,
      actionHash: weighed.actionHash,
      amountMinor: weighed.amountMinor,
      currency: weighed.currency,
      pendingReviewId: open.at(-1)?.reviewId ?? null,
      round: 1 + Math.max(standing.known?.round ?? 0, ...reviews.map((review) => review.round)),
      ...(ruling.rejectedReviewId === null ? {} : { rejectedReviewId: ruling.rejectedReviewId }),
    };
  });
}

const toKnown = (ask: RulingAsk): Ruling => ({
  ...ruleOnAction(ask),
  answer: 'allow',
  rule: 'ledger.known',
  rejectedReviewId: null,
});

/** A hold or a cap turns what would have been done alone into a question to a person. */
function ruleBeforehand(ask: RulingAsk): Ruling {
  const ruling = ruleOnAction(ask);
  if (ruling.answer !== 'allow') return ruling;
  if (ask.standing.held) return { ...ruling, answer: 'review', rule: 'ledger.held' };
  if (isOverCap(ask.proposed.kit, ask.weighed, ask.standing.alone))
    return { ...ruling, answer: 'review', rule: 'ledger.cap' };
  return ruling;
}

/** UTC, `yyyy-mm-dd`. */
export const toDay = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
