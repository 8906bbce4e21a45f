import type { Limits } from '../../../core/loop-governor/limits';
import type { ActionAsk, ActionOutcome, ModelCallAsk } from '../../../core/loop-governor/governor';
import { governor } from '../../../core/loop-governor/governor';
import { createLoopState, type LoopState } from '../../../core/loop-governor/loop-state';

export const limits: Limits = {
  stepMax: 5,
  atStepCap: 'finalize',
  movesWithoutModelCallMax: 40,
  tokensMax: 10_000,
  costMicroMax: 100_000,
  toolCallsMax: 20,
  perToolCallsMax: {},
  workingMs: 60_000,
  finalizationReserve: 0.15,
  outputTokensMax: 500,
  volatileRepeatsMax: 3,
  historyEventsMax: 2_000,
  historyBytesMax: 1_000_000,
};
export const fresh = (change: Partial<Limits> = {}): LoopState => createLoopState({ ...limits, ...change }, 0);

export const call = (reservationId: string, change: Partial<ModelCallAsk> = {}): ModelCallAsk => ({
  kind: 'modelCall',
  reservationId,
  tokens: 100,
  costMicro: 1_000,
  repair: false,
  ...change,
});

let made = 0;
/** An action with a call id of its own; `key` is its canonical key, and its exact key unless told otherwise. */
export const action = (key: string, change: Partial<ActionAsk> = {}): ActionAsk => ({
  callId: `c${String(++made)}`,
  tool: 'lookup',
  tag: 'reads',
  valid: true,
  exactKey: `x${key}`,
  duplicateKey: key,
  pendingElsewhereReviewId: null,
  ...change,
});

export const ended = (kind: ActionOutcome['kind'], change: Partial<ActionOutcome> = {}): ActionOutcome => ({
  kind,
  receiptKey: kind === 'pending' || kind === 'notRun' ? null : `r-${kind}`,
  ...change,
});

/** Lets an action run and come to its end; fails when the governor does not let it run. */
export const run = (state: LoopState, ask: ActionAsk, kind: ActionOutcome['kind'] = 'ok'): LoopState => {
  const before = governor.beforeAction(state, ask, 0);
  if (before.verdict.kind !== 'continue') throw new Error(`not let run: ${before.verdict.by}`);
  return governor.afterAction(before.state, ask, ended(kind), 0).state;
};

export const before = (state: LoopState, ask: ActionAsk, nowMs = 0) => governor.beforeAction(state, ask, nowMs).verdict;
