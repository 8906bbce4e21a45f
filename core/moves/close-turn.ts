// What becomes of a turn that no model ends any more (an abort, an answer nobody can use). What was done is told from the records:
// an effect made and nothing left open is an answer, not a failure. Anything left open needs a person: an outcome nobody knows, a
// review that waits, an effect that was proposed and never looked at, a message of the customer nobody read.
import { isWaiting } from '../human-review/review-desk';
import type { DeliverReceipt, EffectKind } from './activity-shapes';
import type { EffectRule } from './agent';
import { returned } from './finish-turn';
import { waitingMessages } from './inbox';
import { notMadeOf } from './not-made';
import { isEffect, settledCalls, settleUnrun } from './queue';
import type { QueuedCall, RunState } from './run-state';

export type CloseTurnEvent = 'told' | 'leftOpen';

const wasNeverRun = (call: QueuedCall): boolean =>
  isEffect(call) && (call.stage !== 'settled' || call.result?.code === 'notRun');

const openKinds: ReadonlySet<EffectKind> = new Set(['unknown', 'staleStore', 'needsReview', 'held', 'capped']);

const isTold = (state: RunState): boolean =>
  state.effects.some(({ kind }) => kind === 'done') &&
  !state.effects.some(({ kind }) => openKinds.has(kind)) &&
  !isWaiting(state.desk) &&
  !state.queue.some(wasNeverRun) &&
  waitingMessages(state).length === 0;

export const closeTurn: EffectRule<RunState, CloseTurnEvent, DeliverReceipt> = {
  door: 'store',
  plan: (state) =>
    isTold(state)
      ? {
          kind: 'calls',
          calls: [
            {
              activity: 'deliverReply',
              arg: {
                turn: state.turn,
                head: state.head,
                settle: settledCalls(settleUnrun(state.queue, 'answered')),
                source: 'deterministic',
                modelLabel: state.settings.model.label,
                effects: state.effects,
                notMade: notMadeOf(state),
              },
            },
          ],
        }
      : { kind: 'none' },
  evolve: (_state, outcomes) => {
    if (outcomes.length === 0) return { update: {}, event: 'leftOpen' };
    const { head, replyRef } = returned(outcomes);
    return { update: { head, replyRef, queue: [] }, event: 'told' };
  },
};
