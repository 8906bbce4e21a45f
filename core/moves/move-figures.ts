// What a move's line in the trace says besides its event: the figures the governor compared when it let the move go, and what a model
// call of it had reserved and really used. Both are read off the governor's memory before and after the move; nobody decides by them.
// A model call that a stop or a failure cut off ends no move and has no line: what it was charged stands in its step's figures.
import { reserveOf, type LoopState } from '../loop-governor/loop-state';
import type { CallSpend, VerdictLine } from './activity-shapes';

/** Lines of kind `continue`. `asked` is the memory right after the governor let the move go, `now` the one when its effect was done. */
export const admittedLines = (asked: LoopState, now: LoopState): readonly VerdictLine[] => {
  // A run that closes only writes its end: nothing was asked.
  if (asked.closing) return [];
  return [...(asked.movesSinceModelCall === 0 ? callLines(asked) : [moveLine(asked)]), ...toolLines(asked, now)];
};

const line = (by: VerdictLine['by'], value: number, limit: number): VerdictLine => ({
  kind: 'continue',
  by,
  value,
  limit,
});

const moveLine = ({ movesSinceModelCall, limits }: LoopState): VerdictLine =>
  line('move_cap', movesSinceModelCall, limits.movesWithoutModelCallMax);

/** The call is counted, and its reservation is part of the sums. The final answer has calls and a share of its own. */
const callLines = ({ modelCalls, limits, tokens, costMicro, finalizing }: LoopState): readonly VerdictLine[] => {
  const most = (max: number): number => (finalizing ? max : max - reserveOf(limits, max));
  return [
    ...(finalizing ? [] : [line('step_cap', modelCalls, limits.stepMax)]),
    line('token_budget', tokens.committed + tokens.reserved, most(limits.tokensMax)),
    ...(costMicro.unknown
      ? []
      : [line('cost_budget', costMicro.committed + costMicro.reserved, most(limits.costMicroMax))]),
  ];
};

const toolLines = (asked: LoopState, now: LoopState): readonly VerdictLine[] =>
  now.toolCalls > asked.toolCalls ? [line('tool_call_cap', now.toolCalls, now.limits.toolCallsMax)] : [];

/** What the reservations that ended in this move came to; null when none did. */
export const spendOf = (before: LoopState, after: LoopState): CallSpend | null => {
  const ended = Object.entries(before.reservations).filter(([id]) => !Object.hasOwn(after.reservations, id));
  if (ended.length === 0) return null;
  const isPriced = ended.every(([, { costMicro }]) => costMicro !== null);
  return {
    reservedTokens: ended.reduce((sum, [, { tokens }]) => sum + tokens, 0),
    tokens: after.tokens.committed - before.tokens.committed,
    reservedCostMicro: isPriced ? ended.reduce((sum, [, { costMicro }]) => sum + (costMicro ?? 0), 0) : null,
    costMicro: isPriced ? after.costMicro.committed - before.costMicro.committed : null,
  };
};
