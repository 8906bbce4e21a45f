import { pendingRequests } from '../human-review/review-desk';
import type { WaitingFor } from './activity-shapes';
import { movesMoneyNext, type RunState } from './run-state';

/** What the run waits for, while it waits: the review due first, or a named person for money. */
export const waitingOf = (state: RunState): WaitingFor | null => {
  if (state.park !== null && movesMoneyNext(state))
    return { kind: 'money', reviewId: null, sinceMs: state.park.atMs, dueMs: null };
  const pending = [...pendingRequests(state.desk)].sort((a, b) => a.dueAtMs - b.dueAtMs);
  const first = pending[0];
  if (first === undefined || state.status === 'running') return null;
  return { kind: 'review', reviewId: first.reviewId, sinceMs: first.openedAtMs, dueMs: first.dueAtMs };
};
