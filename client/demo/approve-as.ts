// An approval by our own client, under the name of somebody who did not start the run.
import { decideReview } from '../decide-review';
import type { DemoStage } from './demo-stage';

export const REVIEWER = 'demo-reviewer';

/** Approves with the exact amount; the run waits for nobody else then. */
export const approveAs = async (
  { client }: DemoStage,
  { reviewId, amount }: { readonly reviewId: string; readonly amount: string },
): Promise<void> => {
  const context = { ...client.context, person: REVIEWER };
  await decideReview(context, {
    reviewId,
    decision: 'approve',
    reasonCode: 'demo',
    confirmAmount: amount,
    surface: 'demo',
  });
};
