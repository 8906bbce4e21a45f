// Before a turn waits for a person the customer is told that it does: what the turn did so far, then what waits, by code, no model
// involved. Told once for what waits; when one of several is decided and the others go on waiting there is nothing new to tell.
import type { InterimReceipt, WaitingCall } from './activity-shapes';
import type { EffectRule } from './agent';
import { cameTo, notMadeOf } from './not-made';
import { callRef } from './queue';
import type { QueuedCall, RunState } from './run-state';

const waitingCalls = ({ queue }: RunState): readonly QueuedCall[] => queue.filter(({ stage }) => stage === 'waiting');

/** A review and its round: an action asked again in a new round is news. */
const nameOf = ({ reviewId, round }: QueuedCall): string => `${reviewId ?? ''}#${round ?? 0}`;

const hasNews = (state: RunState): boolean =>
  waitingCalls(state).some((call) => !(state.toldReviews ?? []).includes(nameOf(call)));

const toWaiting = (call: QueuedCall): WaitingCall => ({
  call: callRef(call),
  amountMinor: call.judged?.amountMinor ?? null,
  currency: call.judged?.currency ?? null,
});

export type DeliverInterimEvent = 'told' | 'nothingNew';

export const deliverInterim: EffectRule<RunState, DeliverInterimEvent, InterimReceipt> = {
  door: 'store',
  plan: (state) =>
    hasNews(state)
      ? {
          kind: 'calls',
          calls: [
            {
              activity: 'deliverInterim',
              arg: {
                turn: state.turn,
                subject: state.subject,
                waiting: waitingCalls(state).map(toWaiting),
                effects: cameTo(state),
                notMade: notMadeOf(state),
              },
            },
          ],
        }
      : { kind: 'none' },
  evolve: (state, outcomes) => ({
    update: { toldReviews: waitingCalls(state).map(nameOf) },
    event: outcomes.length === 0 ? 'nothingNew' : 'told',
  }),
};
