// A worker inside the test's process whose activities can be held at a gate, so that a stop meets a run exactly where it should.
import { NativeConnection, Worker, Runtime, DefaultLogger } from '@temporalio/worker';
import { createActivities, type Activities } from '../../activities/index';
import { createCaseSealer } from '../../stores/case-sealer';
import { createDataConverter } from '../../temporal-config/data-converter';
import { createPayloadCodec } from '../../temporal-config/payload-codec';
import { createWorkerDeps, type WorkerDeps } from '../../workers/worker-deps';
import { workflowBundlePath } from './needs';
import type { System } from './start-system';

type AnyActivity = (arg: never) => Promise<unknown>;
export type ActivityName = keyof Activities;

export interface GatedWorker {
  readonly deps: WorkerDeps;
  /** Calls dispatched so far, by activity. */
  readonly calls: Record<string, number>;
  /** The next calls of this activity wait before they do anything; resolves when one waits. */
  hold(activity: ActivityName): { readonly reached: Promise<void>; release(): void };
  /** The next calls of this activity fail with this error before they do anything, n times. */
  fail(activity: ActivityName, error: () => Error, times: number): void;
  stop(): Promise<void>;
}

let installed = false;

export const startGatedWorker = async (
  system: System,
  options: { bundle?: string; change?: (deps: WorkerDeps) => WorkerDeps } = {},
): Promise<GatedWorker> => {
  if (!installed)
    Runtime.install({ logger: new DefaultLogger((process.env['TEST_LOG'] as 'ERROR' | undefined) ?? 'ERROR') });
  installed = true;
  const { store } = system.client.context;
  const made = createWorkerDeps(system.settings, store);
  const deps = options.change?.(made) ?? made;
  const calls: Record<string, number> = {};
  const gates = new Map<string, { wait: Promise<void>; reached: () => void }>();
  const failures = new Map<string, { error: () => Error; left: number }>();
  const gated = Object.fromEntries(
    Object.entries(createActivities(deps)).map(([name, run]) => [
      name,
      async (arg: never) => {
        calls[name] = (calls[name] ?? 0) + 1;
        const failure = failures.get(name);
        if (failure !== undefined && failure.left > 0) {
          failure.left -= 1;
          throw failure.error();
        }
        const gate = gates.get(name);
        gate?.reached();
        await gate?.wait;
        return (run as AnyActivity)(arg);
      },
    ]),
  );
  const connection = await NativeConnection.connect({ address: process.env['TEST_TEMPORAL_ADDRESS'] ?? '' });
  const worker = await Worker.create({
    connection,
    taskQueue: system.env['TURNKEEP_TASK_QUEUE'] ?? '',
    workflowBundle: { codePath: options.bundle ?? workflowBundlePath() },
    activities: gated,
    dataConverter: createDataConverter(createPayloadCodec({ keys: createCaseSealer(store.keys), side: 'worker' })),
    maxHeartbeatThrottleInterval: 200,
    stickyQueueScheduleToStartTimeout: '1s',
    shutdownForceTime: '1s',
    shutdownGraceTime: 100,
  });
  const running = worker.run();
  return {
    deps,
    calls,
    hold: (activity) => {
      let release = (): void => undefined;
      let reached = (): void => undefined;
      const whenReached = new Promise<void>((done) => {
        reached = done;
      });
      const wait = new Promise<void>((done) => {
        release = () => {
          gates.delete(activity);
          done();
        };
      });
      gates.set(activity, { wait, reached });
      return { reached: whenReached, release };
    },
    fail: (activity, error, times) => {
      failures.set(activity, { error, left: times });
    },
    stop: async () => {
      for (const activity of gates.keys()) gates.delete(activity);
      worker.shutdown();
      await running.catch(() => undefined);
      await connection.close();
    },
  };
};
