// The one place where handlers and driver meet: decisions are reduced here at once, and a rule's evolve gets the state as it is
// when its outcome came, never a copy from before the await.
import type { RunState } from '../core/moves/run-state';
import type { ResumeRequest } from './messages';

export interface Cell<S extends RunState = RunState> {
  s: S;
  /** The state as last recorded, for the next delta. */
  recorded: Partial<S>;
  resume: ResumeRequest | null;
  resumeRefused: string | null;
}
