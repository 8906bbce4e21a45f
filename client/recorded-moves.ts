// The moves of a run in its recorded steps.
import type { MoveLine, StepRecord, VerdictLine } from '../core/moves/activity-shapes';

/** A verdict other than `continue`, with the move it was given at. */
export interface VerdictAt extends VerdictLine {
  readonly move: number;
  readonly step: number;
  readonly node: string;
}

/** Every move of the recorded steps, oldest first. */
export const movesOf = (steps: readonly StepRecord[]): readonly MoveLine[] => steps.flatMap((step) => step.moves);

/** Every verdict that stopped, cut or suppressed something, with its move. */
export const verdictsOf = (steps: readonly StepRecord[]): readonly VerdictAt[] =>
  movesOf(steps).flatMap(({ move, step, node, verdicts }) =>
    verdicts.filter(({ kind }) => kind !== 'continue').map((verdict) => ({ ...verdict, move, step, node })),
  );
