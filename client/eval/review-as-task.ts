// The simulated reviewers at work: every review a turn waits for is decided by what the task expects, by our own surface, with the
// exact amount confirmed. Where two persons are asked for, the second decides like the first.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientContext } from '../client-context';
import { ClientError } from '../client-error';
import { amountOf, decideReview } from '../decide-review';
import { readReviewEvidence } from '../review-evidence';
import { findReview } from '../review-list';
import type { TaskWorld } from './customer-script';
import { decideAsTask, REVIEWERS } from './simulated-reviewer';

/** How long a decision may take to show before another person is asked. */
const SETTLE_MS = 2_500;
const DECIDED_ALREADY: ReadonlySet<string> = new Set(['ALREADY_DECIDED', 'NOT_COUNTED']);

const isPending = async (context: ClientContext, reviewId: string): Promise<boolean> =>
  (await findReview(context, reviewId)).state === 'pending';

const staysPending = async (context: ClientContext, reviewId: string): Promise<boolean> => {
  const until = Date.now() + SETTLE_MS;
  while (await isPending(context, reviewId)) {
    if (Date.now() > until) return true;
    await sleep(100);
  }
  return false;
};

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
  await decideAs(first);
  if (decision === 'reject' || !(await staysPending(context, reviewId))) return;
  try {
    await decideAs(second);
  } catch (error) {
    if (!(error instanceof ClientError && DECIDED_ALREADY.has(error.code))) throw error;
  }
};
