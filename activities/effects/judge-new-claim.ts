// A new claim is judged again under the chain's head, from facts read directly before: whether its run was aborted, operator's
// holds, vetoes, the agent's policy, sums, caps, and then what allows it. A grant is good for the very action, rules, facts and round the person decided on, and for
// one entry, and only from as many persons as are asked for now, none of whom caused the run; whatever of that changed goes to a
// person again. What is blocked is journalled, and the grant that led here is void.
import { countPersons, isSamePerson } from '../../core/human-review/same-person';
import { findPassedCap, HELD, VETO_ASKS } from '../../core/effects/standing-rule';
import type { EffectArg } from '../../core/moves/activity-shapes';
import { approversOf } from '../../stores/effect-events';
import type { BlockedKind, DecidedBody, GrantRef, OpenedBody } from '../../stores/effect-events';
import { appendEvent } from '../../stores/effect-ledger';
import type { EventAt } from '../../stores/effect-ledger';
import type { Tx } from '../../stores/open-database';
import { findReview, isGrantBound, readDecided, readOpened, voidReview } from '../../stores/review-rows';
import type { ReviewRecord } from '../../stores/review-rows';
import { isAborted } from '../../stores/run-registry';
import { approvalsFor } from './approvals-for';
import { toDay } from './judge-action';
import { findWrongSignature, type SignatureRule } from './judge-signatures';
import type { ProposedAction } from './proposed-action';
import { capsOf, judgeBy, readStanding, ruleOnAction } from './rule-on-action';
import type { JudgedAction, Ruling } from './rule-on-action';
import type { WeighedAction } from './weigh-action';

export interface NewClaim {
  readonly key: Uint8Array;
  readonly arg: EffectArg;
  readonly proposed: ProposedAction;
  readonly weighed: WeighedAction;
  /** The call, sealed before the transaction begins. */
  readonly sealed: Uint8Array;
  readonly signatures: SignatureRule;
}

export type NewClaimAnswer =
  | {
      readonly kind: 'allowed';
      readonly allowedBy: string;
      readonly grant: GrantRef;
      readonly day: string;
      readonly factsDigest: string;
    }
  | { readonly kind: 'blocked'; readonly outcome: BlockedKind; readonly rule: string };

type Block = { readonly outcome: BlockedKind; readonly rule: string } | null;

/** A run that a person ended starts nothing any more, whichever worker still holds its activity. */
export const RUN_ABORTED = { outcome: 'refusedByRule', rule: 'run.aborted' } as const;

interface Judged {
  readonly claim: NewClaim;
  readonly standing: JudgedAction['standing'];
  readonly ruling: Ruling;
  readonly review: ReviewRecord | undefined;
}

export async function judgeNewClaim(tx: Tx, claim: NewClaim, at: EventAt): Promise<NewClaimAnswer> {
  const { arg, weighed, proposed, key } = claim;
  const day = toDay(at.atMs);
  const standing = await readStanding(tx, { caseId: at.caseId, agent: arg.turn.agent, day, weighed });
  const ask = { key, subject: arg.subject, proposed, weighed, standing };
  const action = judgeBy(ask);
  const ruling = ruleOnAction(ask, action);
  const review = arg.review === null ? undefined : await findReview(tx, arg.review);
  const judged = { claim, standing: action.standing, ruling, review };
  const block = (await isAborted(tx, arg.turn.turnKey)) ? RUN_ABORTED : await findBlock(tx, judged);
  if (block !== null) return writeBlock(tx, { judged, block, at });
  const allowedBy = arg.review === null ? `policy:${ruling.rule}` : 'review';
  return { kind: 'allowed', allowedBy, grant: arg.review, day, factsDigest: ruling.factsDigest };
}

async function findBlock(tx: Tx, judged: Judged): Promise<Block> {
  const always = findRefusal(judged);
  if (always !== null) return always;
  return judged.claim.arg.review === null ? judgeAlone(judged) : judgeGrant(tx, judged);
}

function findRefusal({ claim, standing, ruling }: Judged): Block {
  const { arg, weighed } = claim;
  if (standing.held) return { outcome: 'held', rule: HELD };
  if (ruling.answer === 'refuse')
    return { outcome: ruling.rule === 'veto' ? 'vetoed' : 'refusedByRule', rule: ruling.rule };
  if (weighed.effectKey !== arg.judged.effectKey) return { outcome: 'needsReview', rule: 'action.changed' };
  return null;
}

/** Without a grant only a rule that allows it now, inside the day's caps. */
function judgeAlone({ claim, standing, ruling }: Judged): Block {
  if (ruling.answer !== 'allow') return { outcome: 'needsReview', rule: ruling.rule };
  const cap = findPassedCap(standing, capsOf(claim.proposed.kit));
  return cap === null ? null : { outcome: 'capped', rule: cap };
}

async function judgeGrant(tx: Tx, { claim, standing, ruling, review }: Judged): Promise<Block> {
  const rule =
    findWrongGrant(review, claim) ??
    (review === undefined ? 'grant.missing' : await findWrongEvidence(tx, { review, claim, standing, ruling }));
  return rule === null ? null : { outcome: 'needsReview', rule };
}

interface GrantCheck extends Pick<Judged, 'claim' | 'standing' | 'ruling'> {
  readonly review: ReviewRecord;
}

/** What the journal tells of the grant: a row set by hand has no decision, and what the person was shown stands there. */
async function findWrongEvidence(tx: Tx, { review, claim, standing, ruling }: GrantCheck): Promise<string | null> {
  const decided = await readDecided(tx, review);
  if (!isApprovalOf(decided, claim.weighed)) return 'grant.notDecided';
  const opened = await readOpened(tx, review);
  const wrongPersons = findWrongPersons(approversOf(decided), {
    claim,
    startedBy: opened?.startedBy,
    takenMinor: standing.takenMinor,
  });
  const wrong = wrongPersons ?? findUnproved(claim, decided, opened);
  if (wrong !== null) return wrong;
  if (opened?.factsDigest !== ruling.factsDigest) return 'grant.factsChanged';
  if (ruling.rule === VETO_ASKS && review.rule !== VETO_ASKS) return VETO_ASKS;
  return (await isGrantBound(tx, review)) ? 'grant.bound' : null;
}

const findUnproved = (
  { arg, weighed, signatures }: NewClaim,
  decided: DecidedBody,
  opened: OpenedBody | undefined,
): string | null => {
  const turnKey = opened?.turnKey ?? arg.turn.turnKey;
  return findWrongSignature({ turnKey, decided, movesMoney: weighed.amountMinor !== null }, signatures);
};

const isApprovalOf = (decided: DecidedBody | undefined, { actionHash }: WeighedAction): decided is DecidedBody =>
  decided?.decision === 'approve' && decided.actionHash === actionHash;

function findWrongPersons(
  approvers: readonly string[],
  {
    claim,
    startedBy,
    takenMinor,
  }: { readonly claim: NewClaim; readonly startedBy: string | undefined; readonly takenMinor: number },
): string | null {
  const { arg, proposed, weighed } = claim;
  const needed = approvalsFor(proposed.kit, weighed, takenMinor);
  if (countPersons(approvers) < needed) return 'grant.secondPersonMissing';
  if (startedBy === undefined) return null;
  const isCause = (by: string): boolean => isSamePerson(by, startedBy) || isSamePerson(by, arg.subject);
  return approvers.some(isCause) ? 'grant.causedTheRun' : null;
}

function findWrongGrant(review: ReviewRecord | undefined, { arg, weighed }: NewClaim): string | null {
  if (review === undefined || review.caseId !== arg.turn.caseId) return 'grant.missing';
  if (review.effectKey !== weighed.effectKey) return 'grant.otherEffect';
  if (review.state !== 'granted') return `grant.${review.state}`;
  if (review.actionHash !== weighed.actionHash) {
    return review.rulesDigest === weighed.rulesDigest ? 'grant.otherAction' : 'grant.rulesChanged';
  }
  return null;
}

async function writeBlock(
  tx: Tx,
  { judged, block, at }: { judged: Judged; block: NonNullable<Block>; at: EventAt },
): Promise<NewClaimAnswer> {
  const { arg, weighed } = judged.claim;
  const { review } = judged;
  const isOurs =
    review?.state === 'granted' && review.effectKey === arg.judged.effectKey && !(await isGrantBound(tx, review));
  const voided = review !== undefined && isOurs ? { reviewId: review.reviewId, round: review.round } : null;
  const body = {
    effectKey: arg.judged.effectKey,
    turnKey: arg.turn.turnKey,
    callId: arg.call.callId,
    rule: block.rule,
    amountMinor: weighed.amountMinor,
    currency: weighed.currency,
    voided,
  };
  await appendEvent(tx, { kind: block.outcome, body }, at);
  if (voided !== null) await voidReview(tx, { ...voided, why: block.outcome }, at);
  return { kind: 'blocked', ...block };
}
