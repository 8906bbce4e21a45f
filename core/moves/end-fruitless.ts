// A model that gets nowhere is stopped before its steps are spent: two steps in a row whose every call was suppressed, unknown or
// invalid brought nothing, and a third of the same kind would bring no more. A refusal is a result: the model can act on it.
import type { ResultCode, ToolReceipt } from './activity-shapes';
import type { EffectRule } from './agent';
import type { RunCallsEvent } from './run-calls';
import type { QueuedCall, RunState } from './run-state';

const fruitlessMax = 2;
const fruitlessCodes: ReadonlySet<ResultCode> = new Set(['suppressed', 'invalidArguments', 'unknownTool']);

type CallsRule<S, Ev extends string> = EffectRule<S, Ev, ToolReceipt>;

const isFruitless = (queue: readonly QueuedCall[]): boolean =>
  queue.every(({ result }) => result !== null && fruitlessCodes.has(result.code));

/** The rule of a batch that also reports `noProgress`, from rule set 2 on. */
export const endFruitless = <S extends RunState>(
  rule: CallsRule<S, RunCallsEvent>,
): CallsRule<S, RunCallsEvent | 'noProgress'> => ({
  ...rule,
  evolve: (state, outcomes, nowMs) => {
    const evolved = rule.evolve(state, outcomes, nowMs);
    if (state.loop.rules < 2 || !('event' in evolved) || evolved.event !== 'settled') return evolved;
    const { queue } = { ...state, ...evolved.update };
    const fruitless = isFruitless(queue) ? (state.fruitless ?? 0) + 1 : 0;
    const counted = { ...evolved, update: { ...evolved.update, fruitless } };
    return fruitless < fruitlessMax
      ? counted
      : { ...counted, update: { ...counted.update, handOffReason: 'noProgress' }, event: 'noProgress' };
  },
});
