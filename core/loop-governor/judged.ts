// What every question to the governor is answered with.
import { noteCap, type LoopState } from './loop-state';
import type { Mechanism, Verdict } from './verdict';

export interface Judged {
  readonly state: LoopState;
  readonly verdict: Verdict;
}

const capsNoted: readonly Mechanism[] = [
  'step_cap',
  'move_cap',
  'token_budget',
  'cost_budget',
  'overrun',
  'deadline',
  'tool_cap',
  'tool_call_cap',
  'volatile_cap',
];

/** A call that is not let through changes nothing but the list of caps reached. */
export const refuse = (state: LoopState, verdict: Verdict): Judged => ({
  state: capsNoted.includes(verdict.by) ? noteCap(state, verdict.by) : state,
  verdict,
});
