// Each step recorded what it changed of the run's state; together they are the state.
import type { StepRecord } from '../../core/moves/activity-shapes';
import type { RunState } from '../../core/moves/run-state';

/** The state after these steps, in their order; null where one of the changes does not open, or the one that everything began with lacks. */
export const foldDeltas = (steps: readonly StepRecord[]): RunState | null => {
  if (steps.length === 0 || steps.some(({ delta }) => delta === '')) return null;
  const state = steps.reduce<Partial<RunState>>((before, { delta }) => mergeDelta(before, delta), {});
  return state.version === undefined ? null : (state as RunState);
};

/** After a continue-as-new the change is the whole state, its version included: what is not in it is no more. */
const mergeDelta = (state: Partial<RunState>, delta: string): Partial<RunState> => {
  const change = JSON.parse(delta) as Partial<RunState>;
  return change.version === undefined ? { ...state, ...change } : change;
};
