// The one place where handlers and driver meet: decisions are reduced here at once, and a rule's evolve gets the state as it is
// when its outcome came, never a copy from before the await.
import type { RunState } from '../core/moves/run-state';
import type { ResumeRequest } from './messages';

export interface Cell<S extends RunState = RunState> {
  s: S;
  /** What a step's delta is taken from: the state with which the step before it was last recorded. */
  base: Partial<S>;
  /** The state as last recorded. */
  recorded: Partial<S>;
  resume: ResumeRequest | null;
  resumeRefused: string | null;
}
