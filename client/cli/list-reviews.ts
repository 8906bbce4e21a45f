import { amountText } from './amount-text';
import { chooseValue } from './choose-value';
import { reviewStates } from './known-values';
import { optionText, type Invocation, type Report } from './report';
import { showDistance, showTime } from './show-time';
import { drawTable } from './table';
import { withReaderOr } from './with-reader';

export const listReviewsCommand = async (call: Invocation): Promise<Report> => {
  const state = chooseValue('--state', optionText(call, 'state') ?? 'pending', reviewStates);
  return withReaderOr(call, { body: { reviews: [] }, lines: [] }, async ({ review: reader }) => {
    const reviews = await reader.list(state === 'all' ? {} : { state });
    const rows = reviews.map((review) => [
      `${showTime(review.expiresMs)} (${showDistance(review.expiresMs, Date.now())})`,
      amountText(review) ?? '-',
      review.tool,
      review.rule,
      review.state,
      review.reviewId,
    ]);
    return {
      body: { reviews },
      lines:
        rows.length === 0
          ? ['no reviews']
          : drawTable(['DUE', 'AMOUNT', 'ACTION', 'ASKED BY', 'STATE', 'REVIEW'], rows, {
              // Of those that wait the state is the same: when they are due says more. Of the others it does not.
              droppable: state === 'pending' ? ['ASKED BY', 'STATE', 'DUE'] : ['ASKED BY', 'DUE', 'STATE'],
            }),
      next: reviews
        .filter((review) => review.state === 'pending')
        .slice(0, 1)
        .map((review) => `turnkeep review show ${review.reviewId}`),
    };
  });
};
