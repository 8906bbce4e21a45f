// Turns of support under other governors: the authority is asked at every node, so one that says no must be enough to stop everything.
import { supportAgent } from '../../../agents/support/state';
import { governor as shipped, type Governor } from '../../../core/loop-governor/governor';
import type { Verdict } from '../../../core/loop-governor/verdict';
import { agentTurn } from '../../../workflows/agent-turn';

const abort: Verdict = { kind: 'abort', by: 'step_cap', value: 0, limit: 0, words: 'No.' };

const alwaysAbort: Governor = {
  beginStep: (state) => ({ state, verdict: abort }),
  beforeAction: (state) => ({ state, verdict: abort }),
  afterAction: (state) => ({ state, verdict: abort }),
};
const abortAtActions: Governor = { ...shipped, beforeAction: (state) => ({ state, verdict: abort }) };
const abortAtEffects: Governor = {
  ...shipped,
  beforeAction: (state, action, nowMs) =>
    action.tag === 'movesMoney' ? { state, verdict: abort } : shipped.beforeAction(state, action, nowMs),
};
const abortAtSecondModelCall: Governor = {
  ...shipped,
  beginStep: (state, ask, nowMs) =>
    ask.kind === 'modelCall' && state.modelCalls >= 1
      ? { state, verdict: abort }
      : shipped.beginStep(state, ask, nowMs),
};

export const alwaysAbortTurn = agentTurn(supportAgent, { governor: alwaysAbort });
export const abortAtActionsTurn = agentTurn(supportAgent, { governor: abortAtActions });
export const abortAtEffectsTurn = agentTurn(supportAgent, { governor: abortAtEffects });
export const abortAtSecondModelCallTurn = agentTurn(supportAgent, { governor: abortAtSecondModelCall });
