// The node that waits does nothing else. It wakes for a decision or an expiry; an expiry is an outcome of its own, never an
// approval, and whoever decides first in workflow order wins.
import { expireDue, isDecided, nextExpiryMs } from '../human-review/review-desk';
import type { EffectRule, SettledAction } from './agent';
import { actionOf, settle } from './queue';
import type { RunState } from './run-state';

export type AwaitReviewEvent = 'decided' | 'expired';

const isDue = (state: RunState, nowMs: number): boolean => {
  const expiry = nextExpiryMs(state.desk);
  return expiry !== null && expiry <= nowMs;
};

export const awaitReview: EffectRule<RunState, AwaitReviewEvent, never> = {
  door: 'wait',
  isReady: (state, nowMs) => isDecided(state.desk) || isDue(state, nowMs),
  plan: (state) => ({ kind: 'wait', untilMs: nextExpiryMs(state.desk) }),
  evolve: (state, _outcomes, nowMs) => {
    if (isDecided(state.desk)) return { update: {}, event: 'decided' };
    const { desk, expired } = expireDue(state.desk, nowMs);
    const actions: SettledAction[] = [];
    let queue = state.queue;
    for (const request of expired) {
      queue = settle(queue, request.callId, { code: 'expired', reviewId: request.reviewId });
      const call = state.queue.find((queued) => queued.callId === request.callId);
      if (call !== undefined) actions.push({ action: actionOf(call), outcome: { kind: 'refused', receiptKey: null } });
    }
    return { update: { desk, queue }, event: 'expired', actions };
  },
};
