// Asked before every action. While the run ends or answers, no tool runs; a repeat gets the earlier result; a tool past its cap is
// not run. Each of these suppresses this one call and tells the model why; the run goes on. A call let run is counted and noted as
// in flight at once, so that twins of one batch meet.
import { openIndexOf, replaceAt, toRecord, type ActionAsk } from './action';
import { judgeDuplicates } from './duplicates';
import { refuse, type Judged } from './judged';
import { usableMs, versionsOf, type ActionRecord, type LoopState } from './loop-state';
import { callsOf, countCall, limitOf } from './tool-calls';
import { proceed, strongest, type Mechanism, type Verdict } from './verdict';

const notRun = (by: Mechanism, words: string, figures?: { value: number; limit: number }): Verdict => ({
  kind: 'suppress',
  by,
  value: figures?.value ?? null,
  limit: figures?.limit ?? null,
  words: `Not run: ${words}`,
});

const judgeEnding = (state: LoopState, nowMs: number): Verdict[] => {
  if (state.closing) return [notRun('closing', 'the run ends.')];
  if (state.finalizing)
    return [notRun('finalizing', 'only the final answer is left to make; answer from what you have.')];
  return usableMs(state, nowMs) > 0
    ? []
    : [notRun('deadline', 'the working time for tools is used up; answer from what you have.')];
};

const judgeToolCaps = (state: LoopState, tool: string): Verdict[] => {
  const { toolCalls, limits } = state;
  const verdicts: Verdict[] = [];
  const limit = limitOf(state, tool);
  const value = callsOf(state, tool);
  if (limit !== undefined && value >= limit) {
    verdicts.push(
      notRun('tool_cap', `${tool} may be called ${limit} times in a turn and was; use what it returned.`, {
        value,
        limit,
      }),
    );
  }
  if (toolCalls >= limits.toolCallsMax) {
    const words = `the ${limits.toolCallsMax} tool calls of this turn are used; answer from what you have.`;
    verdicts.push(notRun('tool_call_cap', words, { value: toolCalls, limit: limits.toolCallsMax }));
  }
  return verdicts;
};

/** A call asked again while it is open (its node runs again after a resume) reads at today's versions. */
const renew = (state: LoopState, index: number, record: ActionRecord): Judged => ({
  state: replaceAt(state, index, { ...record, versions: versionsOf(state) }),
  verdict: proceed,
});

/** Whether the action may run; see the rule above. */
export const beforeAction = (state: LoopState, action: ActionAsk, nowMs: number): Judged => {
  const index = openIndexOf(state, action.callId);
  const open = state.actions[index];
  if (open !== undefined) return renew(state, index, open);
  const record = toRecord(state, action);
  const verdict = strongest([
    ...judgeEnding(state, nowMs),
    ...judgeDuplicates(state, action),
    ...judgeToolCaps(state, record.tool),
  ]);
  if (verdict.kind !== 'continue') {
    const refused = refuse(state, verdict);
    return { state: { ...refused.state, suppressedCalls: refused.state.suppressedCalls + 1 }, verdict };
  }
  const counted = countCall(state, record.tool, 1);
  return { state: { ...counted, actions: [...counted.actions, record] }, verdict };
};
