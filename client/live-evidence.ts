// The evidence of a review with what only the run itself knows: approvals given so far, and messages it has not read.
import type { RunStatusView } from '../workflows/messages';
import type { ClientContext } from './client-context';
import { countedIn } from './counted-decision';
import { readReviewEvidence, type ReviewEvidence } from './review-evidence';
import { findReview } from './review-list';
import { queryRun } from './run-status';

/** When the run does not answer what was recorded is told all the same. Refuses with REVIEW_NOT_FOUND. */
export const readLiveEvidence = async (context: ClientContext, reviewId: string): Promise<ReviewEvidence> => {
  const { turnKey, state } = await findReview(context, reviewId);
  const view = state === 'pending' ? await queryRun(context, turnKey) : null;
  const evidence = await readReviewEvidence(context, reviewId, view?.inbox?.waiting ?? []);
  return { ...evidence, approvalsGiven: approvalsIn(view, evidence), taken: countedIn(view, evidence.review) };
};

const approvalsIn = (view: RunStatusView | null, { review, approvalsNeeded }: ReviewEvidence): number | null => {
  if (approvalsNeeded === 1 || review.state !== 'pending') return null;
  const request = view?.reviews.find(({ reviewId, round }) => reviewId === review.reviewId && round === review.round);
  return request === undefined ? null : (request.approvals?.length ?? 0);
};
