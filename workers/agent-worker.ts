// A worker process: `node dist/workers/agent-worker.js`. Prints one line of JSON when it takes turns; SIGTERM lets what runs end.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { createActivities } from '../activities/index';
import { createCaseSealer } from '../stores/case-sealer';
import { openStore } from '../stores/open-store';
import { workerIdentity } from '../stores/worker-identity';
import { dropWorkerPolicies, keepWorkerPolicies, type WorkerPolicy } from '../stores/worker-policies';
import { policyDigestOf, policyFileOf } from '../temporal-config/agent-list';
import { createDataConverter } from '../temporal-config/data-converter';
import { createPayloadCodec } from '../temporal-config/payload-codec';
import { serverAddress } from '../temporal-config/server-address';
import { readSettings, type Settings } from '../temporal-config/settings';
import { TURN_TASK_QUEUE } from '../temporal-config/task-queues';
import { connectWorker } from '../temporal-config/worker-connection';
import { bundlePath } from './bundle-workflows';
import { createModelWorkers, runTogether, type SharedOptions } from './model-workers';
import { servedQueues, unservedLines } from './providers';
import { createWorkerDeps, type WorkerDeps } from './worker-deps';

/** Runs until it is told to stop; rejects when the set-up is wrong. */
export const runWorker = async (settings: Settings, bundle: string): Promise<void> => {
  Runtime.install({
    logger: new DefaultLogger('WARN', ({ level, message }) => {
      process.stderr.write(`${level} ${message}\n`);
    }),
    shutdownSignals: ['SIGINT', 'SIGTERM'],
  });
  const store = await openStore({
    home: settings.home,
    ...(settings.databaseUrl === undefined ? {} : { databaseUrl: settings.databaseUrl }),
    ...(settings.keysUrl === undefined ? {} : { keysUrl: settings.keysUrl }),
  });
  const deps = createWorkerDeps(settings, store);
  const { address, namespace } = serverAddress(settings.temporal, process.env);
  const connection = await connectWorker(address);
  const policies = policiesOf(settings, deps, workerIdentity(store.keys.identityKey));
  try {
    const activities = createActivities(deps);
    const shared: SharedOptions = {
      connection,
      namespace,
      // By it a doctor tells a worker of another deployment, which can open none of our payloads.
      identity: workerIdentity(store.keys.identityKey),
      dataConverter: createDataConverter(createPayloadCodec({ keys: createCaseSealer(store.keys), side: 'worker' })),
      maxHeartbeatThrottleInterval: 200,
      shutdownGraceTime: '5s',
    };
    const worker = await Worker.create({
      ...shared,
      taskQueue: settings.temporal.taskQueue ?? TURN_TASK_QUEUE,
      workflowBundle: { codePath: bundle },
      activities,
      stickyQueueScheduleToStartTimeout: '1s',
      maxCachedWorkflows: 100,
      // The default build id is 91 characters long and stands in six of a step's thirteen events.
      workerDeploymentOptions: {
        version: { deploymentName: 'turnkeep', buildId: buildIdOf(bundle) },
        useWorkerVersioning: false,
      },
    });
    const { callModel } = activities;
    const models = await createModelWorkers(servedQueues(settings, process.env), shared, { callModel });
    for (const line of unservedLines(settings, process.env)) process.stderr.write(`WARN ${line}\n`);
    await keepWorkerPolicies(store.db, policies);
    process.stdout.write(`${JSON.stringify({ ready: true, pid: process.pid, address, namespace })}\n`);
    await runTogether([worker, ...models]);
    await dropWorkerPolicies(store.db, policies);
  } finally {
    await connection.close();
    await deps.close();
    await store.close();
  }
};

/** What this worker judges by until it ends, whatever becomes of the files. */
const policiesOf = (settings: Settings, { kits }: WorkerDeps, worker: string): readonly WorkerPolicy[] =>
  settings.agents.flatMap((agent) => {
    const file = policyFileOf(settings, agent);
    const { policy } = kits(agent.name);
    if (file === undefined || policy === undefined) return [];
    const startedMs = Date.now();
    return [{ worker, agent: agent.name, policy: policy.id, digest: policyDigestOf(file), startedMs }];
  });

/** Names the workflow code a run was carried on by. */
const buildIdOf = (bundle: string): string =>
  createHash('sha256').update(readFileSync(bundle)).digest('hex').slice(0, 12);

if (require.main === module) {
  // What it makes (stores, the agents' own databases) is for its user alone.
  process.umask(0o077);
  const bundle = process.env['TURNKEEP_BUNDLE'] ?? bundlePath;
  const start = async (): Promise<void> => {
    if (!existsSync(bundle)) throw new Error(`no workflow bundle at ${bundle}; run npm run build`);
    await runWorker(readSettings(process.env), bundle);
  };
  start().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
}
