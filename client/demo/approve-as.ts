// An approval by our own client, under the name of somebody who did not start the run.
import { decideReview } from '../decide-review';
import type { DemoStage } from './demo-stage';

export const REVIEWER = 'demo-reviewer';

/** Approves with the exact amount, having seen `seenLater` messages; the run waits for nobody else then. */
export const approveAs = async (
  { client }: DemoStage,
  what: { readonly reviewId: string; readonly amount: string; readonly seenLater?: number },
): Promise<void> => {
  const { amount, ...seen } = what;
  const context = { ...client.context, person: REVIEWER };
  await decideReview(context, {
    ...seen,
    decision: 'approve',
    reasonCode: 'demo',
    confirmAmount: amount,
    surface: 'demo',
  });
};
