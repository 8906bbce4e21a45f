// The simulated reviewers at work: every review a turn waits for is decided by what the task expects, by our own surface, with the
// exact amount confirmed. Where two persons are asked for, the second decides like the first.
import type { ClientContext } from '../client-context';
import { amountOf, decideReview } from '../decide-review';
import { readReviewEvidence } from '../review-evidence';
import type { TaskWorld } from './customer-script';
import { decideAsTask, REVIEWERS } from './simulated-reviewer';

/** Decides one review of a task; returns when it counts. */
export const reviewAsTask = async (context: ClientContext, world: TaskWorld, reviewId: string): Promise<void> => {
  const { review, args } = await readReviewEvidence(context, reviewId);
  const decision = args === null ? 'reject' : decideAsTask(world, { tool: review.tool, args });
  const { amount } = amountOf(review);
  const [first, second] = REVIEWERS;
  const decideAs = (person: string) =>
    decideReview(
      { ...context, person },
      {
        reviewId,
        decision,
        reasonCode: 'simulated',
        surface: 'evaluation',
        ...(decision === 'approve' && amount !== null ? { confirmAmount: amount } : {}),
      },
    );
  const { approvals } = await decideAs(first);
  if (approvals !== null && approvals.given < approvals.needed) await decideAs(second);
};
