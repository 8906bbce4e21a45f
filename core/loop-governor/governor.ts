// The one authority over a run's loop: asked before a step, before an action and after it, it answers with the next state and one
// verdict. Pure: time and results come in as data, so the same inputs give the same verdicts after replay, continue-as-new or a
// crash. What is asked of it is never a model's word, only counts, keys and receipts.
import type { ActionAsk, ActionOutcome } from './action';
import { afterAction } from './after-action';
import { beforeAction } from './before-action';
import { beginStep, type StepAsk } from './begin-step';
import type { Judged } from './judged';
import type { LoopState } from './loop-state';

export type { ActionAsk, ActionOutcome, ActionOutcomeKind } from './action';
export { uncountStep, type ModelCallAsk, type StepAsk } from './begin-step';
export { commitReservation, releaseReservation, type Usage } from './budget';
export type { Judged } from './judged';

export interface Governor {
  beginStep(state: LoopState, ask: StepAsk, nowMs: number): Judged;
  /** Notes a call that may run as in flight, so that twins of one batch meet. Asking again for an open call changes no count. */
  beforeAction(state: LoopState, action: ActionAsk, nowMs: number): Judged;
  /** Records what came of a call that was let run; of any other call it changes nothing. */
  afterAction(state: LoopState, action: ActionAsk, outcome: ActionOutcome, nowMs: number): Judged;
}

/** The governor that ships. */
export const governor: Governor = { beginStep, beforeAction, afterAction };

/** From now on only the final answer is made; it may use the reserve. */
export const grantFinal = (state: LoopState): LoopState => ({ ...state, finalizing: true });

/** From now on no model is called; moves that deliver what there is are still let through. */
export const close = (state: LoopState): LoopState => ({ ...state, closing: true });
