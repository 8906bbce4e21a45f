// Whether an effect may happen is asked of the agent's policy (pure code, in the activity that reads the facts). Its answer and
// the digests it is bound to are stored with the call before anything waits.
import { assertInvariant } from '../kernel/assert-never';
import type { CallResult, JudgeReceipt } from './activity-shapes';
import type { EffectRule, Evolved } from './agent';
import { actionOf, callRef, firstAt, replaceCall, settle } from './queue';
import type { QueuedCall, RunState } from './run-state';

export type JudgeEvent = 'allowed' | 'mustAsk' | 'forbidden';

export const judgeAction: EffectRule<RunState, JudgeEvent, JudgeReceipt> = {
  door: 'read',
  plan: (state) => ({
    kind: 'calls',
    calls: [
      {
        activity: 'judgeAction',
        arg: { turn: state.turn, subject: state.subject, call: callRef(firstAt(state, 'judge')) },
      },
    ],
  }),
  evolve: (state, outcomes) => {
    const outcome = outcomes[0];
    assertInvariant(outcome?.kind === 'returned', 'a judgement has one outcome');
    const call = firstAt(state, 'judge');
    return evolveJudged(state, call, afterEdit(call, outcome.value));
  },
};

/** What a person changed is asked for in a later round than the one it was changed in, also where it is another effect. */
const afterEdit = ({ editOf }: QueuedCall, judged: JudgeReceipt): JudgeReceipt =>
  editOf === undefined ? judged : { ...judged, round: Math.max(judged.round, editOf.round + 1) };

const evolveJudged = (state: RunState, call: QueuedCall, judged: JudgeReceipt): Evolved<RunState, JudgeEvent> => {
  if (judged.answer === 'refuse')
    return forbid(state, call, { code: judged.rule === 'veto' ? 'vetoed' : 'refusedByRule', rule: judged.rule });
  const pending = judged.pendingReviewId;
  if (pending !== null && state.desk.requests[pending]?.state !== 'acted')
    return forbid(state, call, { code: 'pendingElsewhere', reviewId: pending, rule: 'review.pending' });
  if (judged.answer === 'allow')
    return { update: { queue: replaceCall(state.queue, call.callId, { stage: 'send', judged }) }, event: 'allowed' };
  return { update: { queue: replaceCall(state.queue, call.callId, { stage: 'open', judged }) }, event: 'mustAsk' };
};

const forbid = (state: RunState, call: QueuedCall, result: CallResult): Evolved<RunState, JudgeEvent> => ({
  update: { queue: settle(state.queue, call.callId, result) },
  event: 'forbidden',
  actions: [{ action: actionOf(call), outcome: { kind: 'refused', receiptKey: null } }],
});
