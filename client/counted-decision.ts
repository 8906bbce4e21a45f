// A decision that the run has taken and not carried out yet: the row of the review waits still, and only the run knows.
import type { CountedDecision, ReviewRequest } from '../core/human-review/review-request';
import type { ReviewRow } from '../stores/store-port';
import type { RunStatusView } from '../workflows/messages';

/** What counts, who said it, and what it waits for. */
export interface TakenDecision {
  readonly decision: CountedDecision['decision'];
  readonly by: string;
  readonly decidedMs: number;
  /** The run is stopped: carried out when a person resumes it. */
  readonly parked: boolean;
}

const takenStates: readonly ReviewRequest['state'][] = ['approved', 'rejected', 'asked', 'edited'];

/** null where the run was not asked, does not answer, or waits for a decision still. */
export const countedIn = (
  view: RunStatusView | null,
  { reviewId, round }: Pick<ReviewRow, 'reviewId' | 'round'>,
): TakenDecision | null => {
  const request = view?.reviews.find((asked) => asked.reviewId === reviewId && asked.round === round);
  const counted = request?.decision ?? null;
  if (view === null || request === undefined || counted === null || !takenStates.includes(request.state)) return null;
  const { decision, by, decidedAtMs } = counted;
  return { decision, by, decidedMs: decidedAtMs, parked: view.park !== null };
};
