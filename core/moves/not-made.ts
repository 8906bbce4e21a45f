// What of a turn's effects was kept from happening, for a reply from the records: refused by a rule, decided against, not decided in
// time, or asked about. A question stands until its action is proposed again: then that proposal is what there is to tell.
import type { ReviewRequest } from '../human-review/review-request';
import type { EffectLine, NotMade } from './activity-shapes';
import { isEffect } from './queue';
import type { QueuedCall, RunState } from './run-state';

/** Of this step by what its call came to, of earlier steps by what a person decided. */
export const notMadeOf = (state: RunState): readonly NotMade[] => {
  const ofQueue = state.queue.filter(isRefused).map(toNotMade);
  const known = new Set(ofQueue.map(({ callId }) => callId));
  const requests = Object.values(state.desk.requests);
  const ofDesk = requests.flatMap((request) => [...toDecidedAgainst(request), ...toAsked(state, request)]);
  return [...ofQueue, ...ofDesk.filter(({ callId }) => !known.has(callId))].filter(
    ({ callId }) => !reachedDoor(state, callId),
  );
};

/** What the door sent back for a person to decide has come to nothing yet. */
export const cameTo = ({ effects }: Pick<RunState, 'effects'>): readonly EffectLine[] =>
  effects.filter(({ kind }) => kind !== 'needsReview');

const reachedDoor = (state: RunState, callId: string): boolean =>
  cameTo(state).some((effect) => effect.callId === callId);

const toDecidedAgainst = ({ callId, tool, state, decision, ...money }: ReviewRequest): readonly NotMade[] => {
  const { amountMinor, currency } = money;
  if (decision?.decision === 'reject') return [{ callId, tool, code: 'rejected', amountMinor, currency }];
  const isExpired = decision === null && state !== 'pending';
  return isExpired ? [{ callId, tool, code: 'expired', amountMinor, currency }] : [];
};

/** The desk holds the newest round of a review only; an action that went on without one is among the effects. */
const toAsked = ({ effects }: RunState, request: ReviewRequest): readonly NotMade[] => {
  const { callId, tool, state, decision, amountMinor, currency } = request;
  if (state !== 'acted' || decision?.decision !== 'ask') return [];
  const wentOn = effects.some((effect) => effect.tool === tool && effect.amountMinor === amountMinor);
  const question = decision.noteRef === null ? {} : { noteRef: decision.noteRef };
  return wentOn ? [] : [{ callId, tool, code: 'asked', amountMinor, currency, ...question }];
};

const refusedCodes = new Set(['refusedByRule', 'vetoed', 'held', 'capped', 'rejected', 'expired', 'pendingElsewhere']);

const isRefused = (call: QueuedCall): boolean => isEffect(call) && refusedCodes.has(call.result?.code ?? '');

const toNotMade = ({ callId, tool, result, judged }: QueuedCall): NotMade => ({
  callId,
  tool,
  code: result?.code ?? 'notRun',
  amountMinor: judged?.amountMinor ?? null,
  currency: judged?.currency ?? null,
});
