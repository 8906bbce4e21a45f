// How many attempts a reply gets, decided from figures alone, so that a workflow can decide it: at most attemptsMax (1 to 5) in
// auto-repair, exactly one in reject. A cut reply ends the step, for the same request would be cut again; a refusal ends it, for
// the same model would refuse again. A failure of transport is no attempt: whoever retries it does so below the guard.
import { assertInvariant } from '../kernel/assert-never';
import type { GuardErrorKind, GuardMode, ReplyEnding, StopReason } from './receipt';

export const ATTEMPTS_DEFAULT = 3;
const ATTEMPTS_HIGHEST = 5;

export interface GuardProgress {
  readonly mode: GuardMode;
  readonly attemptsMax: number;
  /** Attempts judged so far. */
  readonly attempts: number;
}

export type GuardEvent =
  | {
      readonly kind: 'judged';
      readonly accepted: boolean;
      readonly error: GuardErrorKind | null;
      readonly ending: ReplyEnding;
    }
  | { readonly kind: 'transportFailed' };

export type GuardNext =
  | { readonly kind: 'askAgain'; readonly progress: GuardProgress; readonly attempt: number }
  | { readonly kind: 'stop'; readonly progress: GuardProgress; readonly stopReason: StopReason };

/** The state before the first attempt. Throws unless attemptsMax is a whole number from 1 to 5. */
export const startGuard = (mode: GuardMode, attemptsMax: number = ATTEMPTS_DEFAULT): GuardProgress => {
  assertInvariant(
    Number.isInteger(attemptsMax) && attemptsMax >= 1 && attemptsMax <= ATTEMPTS_HIGHEST,
    `guard attempts: expected a whole number from 1 to ${ATTEMPTS_HIGHEST}, got ${attemptsMax}`,
  );
  return { mode, attemptsMax: mode === 'reject' ? 1 : attemptsMax, attempts: 0 };
};

const reasonToStop = (progress: GuardProgress, event: Extract<GuardEvent, { kind: 'judged' }>): StopReason | null => {
  if (event.accepted) return 'accepted';
  if (event.error === 'COMPLETION') {
    return event.ending === 'refused' || event.ending === 'filtered' ? 'refused' : 'completion_limit';
  }
  return progress.attempts >= progress.attemptsMax ? 'attempt_cap' : null;
};

/** What follows one reply: another attempt, or the end with its reason; never a silent accept. */
export const guardStep = (before: GuardProgress, event: GuardEvent): GuardNext => {
  if (event.kind === 'transportFailed') return { kind: 'stop', progress: before, stopReason: 'transport_error' };
  const progress = { ...before, attempts: before.attempts + 1 };
  const stopReason = reasonToStop(progress, event);
  return stopReason === null
    ? { kind: 'askAgain', progress, attempt: progress.attempts + 1 }
    : { kind: 'stop', progress, stopReason };
};
