// The one place that makes an ApplicationFailure. Its type is one of core/kernel/failure-kinds.ts, which says whether doing the
// same again may help. An error without a kind is a bug of ours or of a tool: it keeps its name, its code and where it was thrown,
// so that it is seen and not retried blindly under a name that promises more; its message stays behind, for it may quote anybody.
// Messages hold codes and figures, never words of anybody.
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { failureKinds } from '../core/kernel/failure-kinds';
import type { FailureType } from '../core/kernel/failure-kinds';
import type { JsonObject } from '../core/kernel/json';
import { codeOf, messageOf } from '../stores/error-code';
import { StoreIntegrityError, StoreUnavailableError } from '../stores/store-port';

export interface FailureAsk {
  readonly type: FailureType;
  /** Finer than the type: a code, for records and search. */
  readonly code: string;
  /** Lets Temporal wait as long as the outside asked for; ms. */
  readonly retryAfterMs?: number | undefined;
  readonly details?: JsonObject;
  /** Whoever failed said not to try again. */
  readonly final?: boolean;
}

/** A failure of a listed kind; retryable exactly when its kind is. */
export function createFailure(ask: FailureAsk): ApplicationFailure {
  const kind = failureKinds[ask.type];
  return ApplicationFailure.create({
    type: ask.type,
    message: `${ask.type} (${ask.code}): ${kind.wordsForPerson}`,
    nonRetryable: ask.final === true || !kind.retryable,
    details: [{ code: ask.code, ...ask.details }],
    ...(ask.retryAfterMs === undefined ? {} : { nextRetryDelay: Math.max(1, Math.ceil(ask.retryAfterMs)) }),
  });
}

/**
 * What an activity throws to Temporal. An abort by the activity's own signal becomes that signal's reason, so that Temporal sees
 * its cancellation and not a failure; store errors become store.unavailable (tried again), store.integrity or store.stale. Anything
 * else loses its message.
 */
export function toApplicationFailure(error: unknown, signal?: AbortSignal): unknown {
  if (error instanceof CancelledFailure || isOfListedKind(error)) return error;
  if (signal?.aborted === true && isAbort(error, signal)) return signal.reason as unknown;
  if (error instanceof StoreUnavailableError) return createFailure({ type: 'store.unavailable', code: error.code });
  if (error instanceof StoreIntegrityError) {
    return createFailure({ type: error.code === 'store.stale' ? 'store.stale' : 'store.integrity', code: error.code });
  }
  return withoutWords(error);
}

function isOfListedKind(error: unknown): error is ApplicationFailure {
  return error instanceof ApplicationFailure && Object.hasOwn(failureKinds, error.type ?? '');
}

const codeForm = /^[\w.$-]{1,64}$/;
/** Ours: it names ids and counts only. */
const invariantPrefix = 'broken invariant: ';

function withoutWords(error: unknown): ApplicationFailure {
  const message = messageOf(error);
  const name = nameOf(error);
  const code = codeOf(error);
  const failure = ApplicationFailure.create({
    type: name,
    message: message.startsWith(invariantPrefix)
      ? message
      : `${name}: its words stay out of the record, its stack says where`,
    nonRetryable: error instanceof ApplicationFailure && error.nonRetryable === true,
    details: codeForm.test(code) ? [{ code }] : [],
  });
  failure.stack = framesOf(error, message);
  return failure;
}

function nameOf(error: unknown): string {
  const made: unknown = typeof error === 'object' && error !== null ? error.constructor : undefined;
  return typeof made === 'function' && codeForm.test(made.name) ? made.name : 'Error';
}

/** The lines below the message, which an engine repeats above them. */
function framesOf(error: unknown, message: string): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length).trimStart() : '';
}

function isAbort(error: unknown, signal: AbortSignal): boolean {
  return error === signal.reason || (error instanceof Error && error.name === 'AbortError');
}
