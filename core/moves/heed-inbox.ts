// A customer who writes while the model answers is heard before anything is delivered: the answer is not sent, and the model is
// asked again with what came. Every such round is a step, so that the step cap ends it; the final answer is delivered in any case.
import type { EffectRule } from './agent';
import type { ModelEvent } from './call-model';
import { waitingMessages } from './inbox';
import type { ModelOutcome } from './activity-shapes';
import type { RunState } from './run-state';

type ModelRule<Ev extends string> = EffectRule<RunState, Ev, ModelOutcome>;

/** The rule of a model call that also reports `heardMore`, from rule set 2 on. */
export const heedInbox = (rule: ModelRule<ModelEvent>): ModelRule<ModelEvent | 'heardMore'> => ({
  ...rule,
  evolve: (state, outcomes, nowMs) => {
    const evolved = rule.evolve(state, outcomes, nowMs);
    if (state.loop.rules < 2 || !('event' in evolved) || evolved.event !== 'answered') return evolved;
    return waitingMessages({ ...state, ...evolved.update }).length === 0 ? evolved : { ...evolved, event: 'heardMore' };
  },
});
