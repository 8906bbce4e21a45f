import { findReviewRows } from '../stores/review-rows';
import type { ReviewRow } from '../stores/store-port';
import { ClientError } from './client-error';
import type { RecordContext } from './client-context';

/** Reviews, oldest first; `state` narrows. The newest round of each. */
export const listReviews = async (
  { store }: RecordContext,
  filter: { readonly state?: string; readonly turnKey?: string },
): Promise<readonly ReviewRow[]> => store.db.read((query) => findReviewRows(query, filter));

/** The newest round of one review. */
export const findReview = async ({ store }: RecordContext, reviewId: string): Promise<ReviewRow> => {
  const rounds = await store.db.read((query) => findReviewRows(query, { reviewId }));
  const review = rounds.at(-1);
  if (review !== undefined) return review;
  throw new ClientError('REVIEW_NOT_FOUND', 2, {
    message: `no review ${JSON.stringify(reviewId)}`,
    next: ['turnkeep review list'],
  });
};
