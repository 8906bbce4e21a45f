// Asked before every visit of a node. A visit that calls no model is a move, and moves without a model call are capped, so that
// loops without one end. Before a model call, in this order: closing, step cap, budgets, deadline; the strongest objection counts,
// the earliest among equals. Only a call that is let through is counted and reserves what it may use.
import { commitReservation, judgeReservation, reserve } from './budget';
import { refuse, type Judged } from './judged';
import { remainingMs, reserveOf, usableMs, type LoopState } from './loop-state';
import { proceed, strongest, type Verdict } from './verdict';

export interface ModelCallAsk {
  readonly kind: 'modelCall';
  readonly reservationId: string;
  /** Prompt, tools and the most the call may write. */
  readonly tokens: number;
  /** Millionths of a US dollar; null when the price is unknown. */
  readonly costMicro: number | null;
  /** A further attempt of the guard: counts in k and in the budgets, but opens no step. */
  readonly repair: boolean;
}
/** `move`: a visit of a node that calls no model. */
export type StepAsk = { readonly kind: 'move' } | ModelCallAsk;

/** Calls of a model the final answer may take beyond the step cap: the most attempts a guard has. */
const finalCallsMax = 5;
/** Moves a closing run may make beyond the move cap, to deliver what it has. */
const closingMovesMax = 10;

const judgeClosing = (state: LoopState): Verdict[] =>
  state.closing
    ? [{ kind: 'abort', by: 'closing', value: null, limit: null, words: 'The run ends; no model is called any more.' }]
    : [];

const judgeStepCap = (state: LoopState): Verdict[] => {
  const { modelCalls: value, limits, finalizing } = state;
  const limit = finalizing ? limits.stepMax + finalCallsMax : limits.stepMax;
  if (value < limit) return [];
  const kind = finalizing ? 'abort' : limits.atStepCap;
  const words =
    kind === 'abort'
      ? `No progress within ${limit} calls of a model.`
      : `The ${limit} steps of this turn are used. Answer now from what you have; no more tools.`;
  return [{ kind, by: 'step_cap', value, limit, words }];
};

const judgeDeadline = (state: LoopState, nowMs: number): Verdict[] => {
  const { workingMs } = state.limits;
  const left = remainingMs(state, nowMs);
  if (left <= 0)
    return [{ kind: 'abort', by: 'deadline', value: left, limit: 0, words: 'The working time is used up.' }];
  if (usableMs(state, nowMs) > 0) return [];
  const words = 'The working time is nearly used up. Answer now from what you have; no more tools.';
  return [{ kind: 'finalize', by: 'deadline', value: left, limit: reserveOf(state.limits, workingMs), words }];
};

const beginMove = (state: LoopState): Judged => {
  const value = state.movesSinceModelCall;
  const limit = state.limits.movesWithoutModelCallMax + (state.closing ? closingMovesMax : 0);
  if (value >= limit) {
    return refuse(state, {
      kind: 'abort',
      by: 'move_cap',
      value,
      limit,
      words: `No call of a model within ${limit} moves.`,
    });
  }
  return { state: { ...state, movesSinceModelCall: value + 1 }, verdict: proceed };
};

const beginModelCall = (state: LoopState, ask: ModelCallAsk, nowMs: number): Judged => {
  const verdict = strongest([
    ...judgeClosing(state),
    ...judgeStepCap(state),
    ...judgeReservation(state, ask),
    ...judgeDeadline(state, nowMs),
  ]);
  if (verdict.kind !== 'continue') return refuse(state, verdict);
  const next: LoopState = {
    ...reserve(state, ask.reservationId, ask),
    modelCalls: state.modelCalls + 1,
    step: state.step + (ask.repair ? 0 : 1),
    movesSinceModelCall: 0,
    lastCall: { reservationId: ask.reservationId, repair: ask.repair },
  };
  return { state: next, verdict };
};

/** Whether the node may be visited; see the rule above. */
export const beginStep = (state: LoopState, ask: StepAsk, nowMs: number): Judged =>
  ask.kind === 'move' ? beginMove(state) : beginModelCall(state, ask, nowMs);

/** For a model call that Stop aborted: its reservation is spent whole, but it counts neither as a step nor in k. */
export const uncountStep = (state: LoopState): LoopState => {
  const { lastCall } = state;
  if (lastCall === null) return state;
  const isReserved = Object.hasOwn(state.reservations, lastCall.reservationId);
  const spent = isReserved ? commitReservation(state, lastCall.reservationId, null) : state;
  return {
    ...spent,
    modelCalls: spent.modelCalls - 1,
    step: spent.step - (lastCall.repair ? 0 : 1),
    lastCall: null,
  };
};
