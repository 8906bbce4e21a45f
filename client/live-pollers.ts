import type { Connection } from '@temporalio/client';
import { temporal } from '@temporalio/proto';

const { TASK_QUEUE_TYPE_WORKFLOW } = temporal.api.enums.v1.TaskQueueType;

/** A server lists who polled within five minutes, and a poll lasts one: who is silent for longer is gone. */
const GONE_AFTER_MS = 100_000;

/** Identities of the workers that poll this queue for turns. Empty where the server does not say. */
export const listLivePollers = async (
  { workflowService }: Pick<Connection, 'workflowService'>,
  { namespace, taskQueue }: { readonly namespace: string; readonly taskQueue: string },
): Promise<readonly string[]> => {
  try {
    const { pollers } = await workflowService.describeTaskQueue({
      namespace,
      taskQueue: { name: taskQueue },
      taskQueueType: TASK_QUEUE_TYPE_WORKFLOW,
    });
    return pollers
      .filter(({ lastAccessTime }) => Date.now() - Number(lastAccessTime?.seconds ?? 0) * 1_000 < GONE_AFTER_MS)
      .map(({ identity }) => identity ?? '');
  } catch {
    // Who polls is a check of its own, which tells the failure.
    return [];
  }
};
