// The node that waits does nothing else. It wakes for a decision or an expiry; an expiry is an outcome of its own, never an
// approval, and whoever decides first in workflow order wins. What woke it is recorded by the next node.
import { expireDue, nextDecided, nextExpired, nextExpiryMs } from '../human-review/review-desk';
import type { EffectRule } from './agent';
import type { RunState } from './run-state';

export type AwaitReviewEvent = 'decided' | 'expired';

const isDue = (state: RunState, nowMs: number): boolean => {
  const expiry = nextExpiryMs(state.desk);
  return nextExpired(state.desk) !== null || (expiry !== null && expiry <= nowMs);
};

export const awaitReview: EffectRule<RunState, AwaitReviewEvent, never> = {
  door: 'wait',
  isReady: (state, nowMs) => nextDecided(state.desk) !== null || isDue(state, nowMs),
  plan: (state) => ({ kind: 'wait', untilMs: nextExpiryMs(state.desk) }),
  evolve: (state, _outcomes, nowMs) =>
    nextDecided(state.desk) === null
      ? { update: { desk: expireDue(state.desk, nowMs) }, event: 'expired' }
      : { update: {}, event: 'decided' },
};
