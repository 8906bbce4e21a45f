// The one place that makes an ApplicationFailure. Its type is one of core/kernel/failure-kinds.ts, which says whether doing the
// same again may help. An error without a kind is a bug of ours: it passes unchanged, so that it is seen and not retried blindly
// under a name that promises more. Messages hold codes and figures, never words of anybody.
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { failureKinds } from '../core/kernel/failure-kinds';
import type { FailureType } from '../core/kernel/failure-kinds';
import type { JsonObject } from '../core/kernel/json';
import { StoreIntegrityError, StoreUnavailableError } from '../stores/store-port';

export interface FailureAsk {
  readonly type: FailureType;
  /** Finer than the type: a code, for records and search. */
  readonly code: string;
  /** Lets Temporal wait as long as the outside asked for; ms. */
  readonly retryAfterMs?: number | undefined;
  readonly details?: JsonObject;
}

/** A failure of a listed kind; retryable exactly when its kind is. */
export function createFailure(ask: FailureAsk): ApplicationFailure {
  const kind = failureKinds[ask.type];
  return ApplicationFailure.create({
    type: ask.type,
    message: `${ask.type} (${ask.code}): ${kind.wordsForPerson}`,
    nonRetryable: !kind.retryable,
    details: [{ code: ask.code, ...ask.details }],
    ...(ask.retryAfterMs === undefined ? {} : { nextRetryDelay: Math.max(1, Math.ceil(ask.retryAfterMs)) }),
  });
}

/**
 * What an activity throws to Temporal. An abort by the activity's own signal becomes that signal's reason, so that Temporal sees
 * its cancellation and not a failure; store errors become store.unavailable (tried again), store.integrity or store.stale.
 */
export function toApplicationFailure(error: unknown, signal?: AbortSignal): unknown {
  if (error instanceof ApplicationFailure || error instanceof CancelledFailure) return error;
  if (signal?.aborted === true && isAbort(error, signal)) return signal.reason as unknown;
  if (error instanceof StoreUnavailableError) return createFailure({ type: 'store.unavailable', code: error.code });
  if (error instanceof StoreIntegrityError) {
    return createFailure({ type: error.code === 'store.stale' ? 'store.stale' : 'store.integrity', code: error.code });
  }
  return error;
}

function isAbort(error: unknown, signal: AbortSignal): boolean {
  return error === signal.reason || (error instanceof Error && error.name === 'AbortError');
}
