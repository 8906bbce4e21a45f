// How long each door may take, how often Temporal may try again, and what a stop does to it. Bounded always; only failures that
// provably billed nothing are Temporal's to retry (the activities say which).
import type { ActivityOptions, LocalActivityOptions } from '@temporalio/workflow';
import type { Door } from '../core/moves/agent';
import { effectAttemptsMax } from '../core/moves/perform-effect';

const modelCallMaxMs = 120_000;
/** Room for the activity to report after its own deadline. */
const graceMs = 5_000;

/**
 * A call on the queue of a provider's key waits for its turn there, in the queue and in the activity, as long as working time is
 * left; the provider's own limit holds for the request alone.
 */
const queuedModelOptions = (remainingMs: number, taskQueue: string): ActivityOptions => {
  const callMs = Math.max(1_000, remainingMs) + graceMs;
  return {
    taskQueue,
    startToCloseTimeout: callMs,
    scheduleToCloseTimeout: callMs + graceMs,
    heartbeatTimeout: 5_000,
    cancellationType: 'TRY_CANCEL',
    retry: { initialInterval: 750, backoffCoefficient: 2, maximumAttempts: 3 },
  };
};

/** Options of one call. `remainingMs` is the working time left; `modelQueue` the queue of the run's provider, where it has one. */
export const optionsOf = (door: Door, remainingMs: number, modelQueue?: string): ActivityOptions => {
  switch (door) {
    case 'model': {
      if (modelQueue !== undefined) return queuedModelOptions(remainingMs, modelQueue);
      const callMs = Math.max(1_000, Math.min(modelCallMaxMs, remainingMs)) + graceMs;
      return {
        startToCloseTimeout: callMs,
        scheduleToCloseTimeout: Math.max(callMs, Math.min(3 * callMs, remainingMs + 2 * graceMs)),
        heartbeatTimeout: 5_000,
        cancellationType: 'TRY_CANCEL',
        retry: { initialInterval: 750, backoffCoefficient: 2, maximumAttempts: 3 },
      };
    }
    case 'read':
      return {
        startToCloseTimeout: 20_000,
        heartbeatTimeout: 5_000,
        cancellationType: 'TRY_CANCEL',
        retry: { initialInterval: 250, backoffCoefficient: 2, maximumInterval: 5_000, maximumAttempts: 5 },
      };
    case 'store':
      return {
        startToCloseTimeout: 15_000,
        cancellationType: 'TRY_CANCEL',
        retry: { initialInterval: 250, backoffCoefficient: 2, maximumInterval: 5_000, maximumAttempts: 8 },
      };
    case 'effect':
      return {
        startToCloseTimeout: 60_000,
        heartbeatTimeout: 5_000,
        cancellationType: 'WAIT_CANCELLATION_COMPLETED',
        retry: {
          initialInterval: 1_000,
          backoffCoefficient: 2,
          maximumInterval: 10_000,
          maximumAttempts: effectAttemptsMax,
        },
      };
  }
};

/** One short attempt inside the workflow task; what fails here goes the regular way. */
export const localRecordOptions: LocalActivityOptions = {
  startToCloseTimeout: 1_000,
  scheduleToCloseTimeout: 1_000,
  retry: { maximumAttempts: 1 },
  cancellationType: 'TRY_CANCEL',
};

/** Without an end to its retries: a record is late, never lost. A store that is down holds nobody up for ever: a stop ends it. */
export const regularRecordOptions: ActivityOptions = {
  startToCloseTimeout: 15_000,
  cancellationType: 'TRY_CANCEL',
  retry: { initialInterval: 500, backoffCoefficient: 2, maximumInterval: 10_000 },
};
