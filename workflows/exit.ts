import { isCancellation, TemporalFailure } from '@temporalio/workflow';
import type { Park } from '../core/moves/run-state';

/** How one life of the driver ends. */
export type Exit =
  | { readonly kind: 'ended'; readonly outcome: string }
  | { readonly kind: 'renew' }
  | { readonly kind: 'parked'; readonly status: Park['status']; readonly cause: string };

export const stopped: Exit & { kind: 'parked' } = { kind: 'parked', status: 'cancelled', cause: 'stop' };

/**
 * A failed activity parks the run (a failed local one rejects with the ApplicationFailure itself); a cancellation is a stop;
 * anything else is a broken invariant and is thrown on.
 */
export const exitOfFailure = (failure: unknown): Exit & { kind: 'parked' } => {
  if (isCancellation(failure)) return stopped;
  if (!(failure instanceof TemporalFailure)) throw failure;
  return { kind: 'parked', status: 'failed_resumable', cause: causeOf(failure) };
};

/** The dotted type of the failure inside; its message may hold anybody's words and stays where it is. */
const causeOf = (failure: TemporalFailure): string => {
  const inner = failure.cause instanceof TemporalFailure ? failure.cause : failure;
  return 'type' in inner && typeof inner.type === 'string' ? inner.type : inner.name;
};
