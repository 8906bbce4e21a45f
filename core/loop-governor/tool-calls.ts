// How often tools were called: in all, and each tool that has a limit of its own. A call is counted before it is dispatched, so
// that parallel calls cannot each see the last one left.
import type { LoopState } from './loop-state';

export const callsOf = (state: LoopState, tool: string): number =>
  Object.hasOwn(state.perToolCalls, tool) ? (state.perToolCalls[tool] ?? 0) : 0;

export const limitOf = (state: LoopState, tool: string): number | undefined =>
  Object.hasOwn(state.limits.perToolCallsMax, tool) ? state.limits.perToolCallsMax[tool] : undefined;

/** Counts a call that is let run, or gives one back that was not run. */
export const countCall = (state: LoopState, tool: string, by: 1 | -1): LoopState => ({
  ...state,
  toolCalls: state.toolCalls + by,
  perToolCalls:
    limitOf(state, tool) === undefined
      ? state.perToolCalls
      : { ...state.perToolCalls, [tool]: callsOf(state, tool) + by },
});
