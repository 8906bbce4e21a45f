// The node that waits does nothing else. It wakes for a decision or an expiry; an expiry is an outcome of its own, never an
// approval, and whoever decides first in workflow order wins.
import { expireDue, markActed, nextDecided, nextExpired, nextExpiryMs } from '../human-review/review-desk';
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
  isReady: (state, nowMs) => nextDecided(state.desk) !== null || isDue(state, nowMs),
  plan: (state) => ({ kind: 'wait', untilMs: nextExpiryMs(state.desk) }),
  evolve: (state, _outcomes, nowMs) => {
    if (nextDecided(state.desk) !== null) return { update: {}, event: 'decided' };
    const actions: SettledAction[] = [];
    let desk = expireDue(state.desk, nowMs);
    let queue = state.queue;
    for (let request = nextExpired(desk); request !== null; request = nextExpired(desk)) {
      const { callId, reviewId } = request;
      const call = state.queue.find((queued) => queued.callId === callId);
      queue = settle(queue, callId, { code: 'expired', reviewId });
      desk = markActed(desk, reviewId);
      if (call !== undefined) actions.push({ action: actionOf(call), outcome: { kind: 'refused', receiptKey: null } });
    }
    return { update: { desk, queue }, event: 'expired', actions };
  },
};
