// The evidence of a review with what only the run itself knows: approvals given so far, and messages it has not read.
import type { RunStatusView } from '../workflows/messages';
import type { ClientContext } from './client-context';
import { readReviewEvidence, type ReviewEvidence } from './review-evidence';
import { findReview } from './review-list';
import { queryRun } from './run-status';

export interface LiveEvidence {
  readonly evidence: ReviewEvidence;
  /** null when the run does not answer: what was recorded is told all the same. */
  readonly view: RunStatusView | null;
}

export const readLiveEvidence = async (context: ClientContext, reviewId: string): Promise<LiveEvidence> => {
  const { turnKey, state } = await findReview(context, reviewId);
  const view = state === 'pending' ? await queryRun(context, turnKey) : null;
  return { view, evidence: await readReviewEvidence(context, reviewId, view?.inbox?.waiting ?? []) };
};
