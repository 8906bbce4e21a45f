// A turn on a provider whose key nobody has would wait for nothing until its time is out. Where the key is set here, a worker of this
// host has it too or will; else some worker must be polling the provider's queue, which a worker without the key never does.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import type { ModelChoice } from '../core/moves/activity-shapes';
import { serverAddress } from '../temporal-config/server-address';
import type { ClientContext } from './client-context';
import { ClientError } from './client-error';

const { TASK_QUEUE_TYPE_ACTIVITY } = temporal.api.enums.v1.TaskQueueType;

/** Who was silent for longer is gone: a poll lasts a minute. */
const GONE_AFTER_MS = 100_000;
/** A worker that has just started polls a moment later. */
const LOOKS = 3;
const LOOK_EVERY_MS = 500;

/** Refuses with ClientError, before anything is written, when no key of the choice's provider is in sight. */
export const assertServed = async (context: ClientContext, choice: ModelChoice): Promise<void> => {
  const { provider: name, queue } = choice;
  if (name === undefined || queue === undefined) return;
  const provider = context.settings.providers[name];
  if (provider === undefined || isSet(process.env[provider.keyEnv])) return;
  for (let look = 0; look < LOOKS; look += 1) {
    if (look > 0) await sleep(LOOK_EVERY_MS);
    if (await isPolled(context, queue)) return;
  }
  throw new ClientError('PROVIDER_KEY_MISSING', 2, {
    message: `model: provider ${name} has no key: ${provider.keyEnv} is not set here, and no worker with it polls task queue ${queue}; nothing was started`,
    next: [`export ${provider.keyEnv}=... where the worker runs, and start the worker again`, 'turnkeep doctor'],
  });
};

const isSet = (value: string | undefined): boolean => value !== undefined && value.trim() !== '';

const isPolled = ({ temporal: client, settings }: ClientContext, queue: string): Promise<boolean> => {
  const { namespace } = serverAddress(settings.temporal, process.env);
  return isModelQueuePolled(client.connection, namespace, queue);
};

/** Whether a worker takes model calls from this queue. */
export const isModelQueuePolled = async (
  { workflowService }: Pick<Connection, 'workflowService'>,
  namespace: string,
  queue: string,
): Promise<boolean> => {
  const { pollers } = await workflowService.describeTaskQueue({
    namespace,
    taskQueue: { name: queue },
    taskQueueType: TASK_QUEUE_TYPE_ACTIVITY,
  });
  return pollers.some(
    ({ lastAccessTime }) => Date.now() - Number(lastAccessTime?.seconds ?? 0) * 1_000 < GONE_AFTER_MS,
  );
};
