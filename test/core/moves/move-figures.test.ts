// What a line of the trace says of the governor's leave and of a model call's money, read off the governor's memory.
import { beginStep } from '../../../core/loop-governor/begin-step';
import {
  close,
  commitReservation,
  governor,
  grantFinal,
  releaseReservation,
} from '../../../core/loop-governor/governor';
import { createLoopState, type LoopState } from '../../../core/loop-governor/loop-state';
import { admittedLines, spendOf } from '../../../core/moves/move-figures';
import { SUPPORT_LIMITS } from '../../../agents/support/limits';

const start = createLoopState({ ...SUPPORT_LIMITS, finalizationReserve: 0.25 }, 0);
const call = (state: LoopState, id: string, costMicro: number | null = 300): LoopState =>
  beginStep(state, { kind: 'modelCall', reservationId: id, tokens: 1_000, costMicro, repair: false }, 0).state;
const move = (state: LoopState): LoopState => beginStep(state, { kind: 'move' }, 0).state;
const told = (asked: LoopState, now = asked): readonly string[] =>
  admittedLines(asked, now).map(({ kind, by, value, limit }) => `${kind} ${by} ${String(value)} of ${String(limit)}`);

describe('figures of a move', () => {
  const { stepMax, tokensMax, costMicroMax, movesWithoutModelCallMax, toolCallsMax } = start.limits;

  test('admitted: a model call -> its number, and the sums with its reservation against what is not kept for the answer', () => {
    expect(told(call(start, 'a'))).toEqual([
      `continue step_cap 1 of ${stepMax}`,
      `continue token_budget 1000 of ${tokensMax * 0.75}`,
      `continue cost_budget 300 of ${costMicroMax * 0.75}`,
    ]);
  });

  test('admitted: the final answer -> the whole budget, and no step cap that does not hold it', () => {
    expect(told(call(grantFinal(start), 'a'))).toEqual([
      `continue token_budget 1000 of ${tokensMax}`,
      `continue cost_budget 300 of ${costMicroMax}`,
    ]);
  });

  test('admitted: a price nobody knows -> no line of cost', () => {
    expect(told(call(start, 'a', null)).join()).not.toContain('cost_budget');
  });

  test('admitted: a move -> its number since the last model call; a closing run was asked nothing', () => {
    const second = move(move(call(start, 'a')));
    expect(told(second)).toEqual([`continue move_cap 2 of ${movesWithoutModelCallMax}`]);
    expect(told(close(second))).toEqual([]);
  });

  test('admitted: a tool call let run in the move -> counted against its cap', () => {
    const asked = move(start);
    const keys = { callId: 'c', exactKey: 'e', duplicateKey: 'd', pendingElsewhereReviewId: null };
    const action = { ...keys, tool: 'get_order', tag: 'reads', valid: true } as const;
    const now = governor.beforeAction(asked, action, 0).state;
    expect(told(asked, now)).toContain(`continue tool_call_cap 1 of ${toolCallsMax}`);
  });

  test('spend: committed -> reserved and used; given back -> nothing used; still open -> no line', () => {
    const open = call(start, 'a');
    expect(spendOf(open, commitReservation(open, 'a', { tokens: 400, costMicro: 90 }))).toEqual({
      reservedTokens: 1_000,
      tokens: 400,
      reservedCostMicro: 300,
      costMicro: 90,
    });
    expect(spendOf(open, releaseReservation(open, 'a'))).toMatchObject({
      reservedTokens: 1_000,
      tokens: 0,
      costMicro: 0,
    });
    expect(spendOf(open, move(open))).toBeNull();
  });

  test('spend: without a count -> the whole reservation; without a price -> no cost at all', () => {
    const open = call(start, 'a', null);
    expect(spendOf(open, commitReservation(open, 'a', null))).toEqual({
      reservedTokens: 1_000,
      tokens: 1_000,
      reservedCostMicro: null,
      costMicro: null,
    });
  });
});
