// Model calls of a provider come through a queue of their own, so that its limits hold over all workers: the server hands out no more a second
// than the key may ask. A process serves all its queues or none: what ends one ends the others.
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
        ...(requestsPerMinute === undefined ? {} : { maxTaskQueueActivitiesPerSecond: requestsPerMinute / 60 }),
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
