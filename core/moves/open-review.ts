import { assertInvariant } from '../kernel/assert-never';
import { openRequest } from '../human-review/review-desk';
import type { OpenReviewReceipt } from './activity-shapes';
import type { EffectRule } from './agent';
import { actionOf, callRef, firstAt, replaceCall } from './queue';
import type { QueuedCall, RunState } from './run-state';

const judgedOf = (call: QueuedCall): NonNullable<QueuedCall['judged']> => {
  assertInvariant(call.judged !== null, `call ${call.callId} was not judged`);
  return call.judged;
};

/** Writes the review row and puts the request on the desk; the node that waits comes later and does nothing else. */
export const openReview: EffectRule<RunState, 'opened', OpenReviewReceipt> = {
  door: 'store',
  plan: (state) => {
    const call = firstAt(state, 'open');
    const { startedBy } = state.settings;
    return {
      kind: 'calls',
      calls: [
        {
          activity: 'openReview',
          arg: {
            turn: state.turn,
            subject: state.subject,
            call: callRef(call),
            judged: judgedOf(call),
            expiryMs: state.settings.reviewExpiryMs,
            step: state.loop.step,
            ...(call.editOf === undefined ? {} : { editOf: call.editOf }),
            ...(startedBy === undefined ? {} : { startedBy }),
          },
        },
      ],
    };
  },
  evolve: (state, outcomes) => {
    const outcome = outcomes[0];
    assertInvariant(outcome?.kind === 'returned', 'opening a review has one outcome');
    const call = firstAt(state, 'open');
    const judged = judgedOf(call);
    const { reviewId, round, openedAtMs, expiresAtMs, approvalsNeeded } = outcome.value;
    const desk = openRequest(state.desk, {
      reviewId,
      round,
      callId: call.callId,
      tool: call.tool,
      actionHash: judged.actionHash,
      rulesDigest: judged.rulesDigest,
      rule: judged.rule,
      amountMinor: judged.amountMinor,
      currency: judged.currency,
      openedAtMs,
      dueAtMs: expiresAtMs,
      expiresAtMs: state.settings.atReviewExpiry === 'expire' ? expiresAtMs : null,
      ...(approvalsNeeded === undefined ? {} : { approvalsNeeded }),
    });
    return {
      update: { desk, queue: replaceCall(state.queue, call.callId, { stage: 'waiting', reviewId, round }) },
      event: 'opened',
      actions: [{ action: actionOf(call), outcome: { kind: 'pending', receiptKey: null, reviewId } }],
    };
  },
};
