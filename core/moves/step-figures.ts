// What a step cost, as its record shows it: what was committed, whether it was counted or not. A call without a count was committed
// as its whole reservation, and so it stands in the figures, marked as an upper estimate: what was charged is never shown as nothing.
import { commitReservation, type Usage } from '../loop-governor/governor';
import type { Reservation } from '../loop-governor/loop-state';
import type { RunState } from './run-state';

type Figures = Pick<RunState, 'tokensOfStep' | 'costMicroOfStep' | 'estimatedOfStep'>;

/** For a step that begins: nothing yet, and the figures of the one before are kept. */
export const openFigures = (state: RunState): Partial<RunState> => ({
  tokensOfStep: 0,
  costMicroOfStep: 0,
  ...(state.estimatedOfStep === true ? { estimatedOfStep: false } : {}),
  figuresBefore: {
    tokens: state.tokensOfStep,
    costMicro: state.costMicroOfStep,
    ...(state.estimatedOfStep === true ? { estimated: true } : {}),
  },
});

/** The figures of the step before, for a state whose last step does not count; a repair opened none. */
export const restoreFigures = ({ loop, figuresBefore, estimatedOfStep }: RunState): Partial<RunState> =>
  figuresBefore === undefined || loop.lastCall === null || loop.lastCall.repair
    ? {}
    : {
        tokensOfStep: figuresBefore.tokens,
        costMicroOfStep: figuresBefore.costMicro,
        ...(figuresBefore.estimated === true || estimatedOfStep === true
          ? { estimatedOfStep: figuresBefore.estimated === true }
          : {}),
      };

/** The figures with a call that was committed as its whole reservation. */
export const addEstimate = (figures: Figures, { tokens, costMicro }: Reservation): Figures => ({
  tokensOfStep: figures.tokensOfStep + tokens,
  costMicroOfStep: figures.costMicroOfStep + (costMicro ?? 0),
  estimatedOfStep: true,
});

/** Commits the open call: what it used, or all it reserved when `usage` is null. */
export const chargeCall = (state: RunState, reservationId: string, usage: Usage | null): Partial<RunState> => {
  const loop = commitReservation(state.loop, reservationId, usage);
  const reserved = state.loop.reservations[reservationId];
  if (usage === null && reserved !== undefined) return { loop, ...addEstimate(state, reserved) };
  return {
    loop,
    tokensOfStep: state.tokensOfStep + (usage?.tokens ?? 0),
    costMicroOfStep: state.costMicroOfStep + (usage?.costMicro ?? 0),
  };
};
