// Model calls of a provider come through a queue of their own. The server smooths what it hands out a second over all workers, not below one: it
// divides its limit among parts of a queue, and a small one would starve a part. The exact limit is the gate's (stores/provider-gate.ts).
// A process serves all its queues or none: what ends one ends the others.
import { Worker, type WorkerOptions } from '@temporalio/worker';
import type { Activities } from '../activities/index';
import type { ServedQueue } from './providers';

export type SharedOptions = Pick<
  WorkerOptions,
  'connection' | 'namespace' | 'identity' | 'dataConverter' | 'maxHeartbeatThrottleInterval' | 'shutdownGraceTime'
>;

/** One worker a queue, for model calls alone. */
export const createModelWorkers = (
  queues: readonly ServedQueue[],
  shared: SharedOptions,
  activities: Pick<Activities, 'callModel'>,
): Promise<readonly Worker[]> =>
  Promise.all(
    queues.map(({ taskQueue, requestsPerMinute, concurrency }) =>
      Worker.create({
        ...shared,
        taskQueue,
        activities,
        ...(requestsPerMinute === undefined
          ? {}
          : { maxTaskQueueActivitiesPerSecond: Math.max(1, requestsPerMinute / 60) }),
        ...(concurrency === undefined ? {} : { maxConcurrentActivityTaskExecutions: concurrency }),
      }),
    ),
  );

/** Runs until all have ended; one that fails takes the others along, and its error is thrown. */
export const runTogether = async (workers: readonly Worker[]): Promise<void> => {
  const stopOthers = (): void => {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
  };
  const ends = await Promise.allSettled(workers.map((worker) => worker.run().finally(stopOthers)));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
};
