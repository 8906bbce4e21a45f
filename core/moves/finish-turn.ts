// The two ends of a turn: a reply that passed its checks, and a hand-off record that stands alone. Both first give every
// proposed call its one result, so that the transcript is whole.
import { assertInvariant } from '../kernel/assert-never';
import type { DeliverReceipt, EstablishReceipt } from './activity-shapes';
import type { EffectRule, Outcome } from './agent';
import { inboxArg, withoutTaken } from './inbox';
import { notMadeOf } from './not-made';
import { settledCalls, settleUnrun } from './queue';
import type { RunState } from './run-state';

export const returned = <T>(outcomes: readonly Outcome<T>[]): T => {
  const outcome = outcomes[0];
  assertInvariant(outcome?.kind === 'returned', 'one call, one outcome');
  return outcome.value;
};

/** Makes sure of what is not in the state: for support, that the customer exists. Asked again on every resume. */
export const establish: EffectRule<RunState, 'established' | 'unknownSubject', EstablishReceipt> = {
  door: 'read',
  plan: (state) => ({
    kind: 'calls',
    calls: [{ activity: 'establish', arg: { turn: state.turn, subject: state.subject, why: 'start' } }],
  }),
  evolve: (_state, outcomes) =>
    returned(outcomes).kind === 'established'
      ? { update: {}, event: 'established' }
      : { update: { handOffReason: 'subject.unknown' }, event: 'unknownSubject' },
};

export const deliverReply: EffectRule<RunState, 'delivered', DeliverReceipt> = {
  door: 'store',
  plan: (state) => ({
    kind: 'calls',
    calls: [
      {
        activity: 'deliverReply',
        arg: {
          turn: state.turn,
          head: state.head,
          settle: settledCalls(settleUnrun(state.queue, 'answered')),
          source: 'model',
          modelLabel: state.settings.model.label,
        },
      },
    ],
  }),
  evolve: (_state, outcomes) => {
    const { head, replyRef } = returned(outcomes);
    return { update: { head, replyRef, queue: [] }, event: 'delivered' };
  },
};

export const writeHandOff: EffectRule<RunState, 'written', DeliverReceipt> = {
  door: 'store',
  plan: (state) => ({
    kind: 'calls',
    calls: [
      {
        activity: 'writeHandOff',
        arg: {
          turn: state.turn,
          subject: state.subject,
          head: state.head,
          settle: settledCalls(settleUnrun(state.queue, 'handedOff')),
          reason: state.handOffReason ?? 'governor',
          stoppedAt: state.cameFrom ?? state.node,
          effects: state.effects,
          verdict: state.verdict,
          modelLabel: state.settings.model.label,
          ...inboxArg(state),
          pendingReviewIds: Object.values(state.desk.requests)
            .filter((request) => request.state === 'pending')
            .map(({ reviewId }) => reviewId),
          notMade: notMadeOf(state),
        },
      },
    ],
  }),
  evolve: (state, outcomes) => {
    const { head, replyRef, inboxTaken } = returned(outcomes);
    return { update: { head, replyRef, queue: [], ...withoutTaken(state, inboxTaken) }, event: 'written' };
  },
};
