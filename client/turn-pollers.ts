import type { Client } from '@temporalio/client';
import { temporal as api } from '@temporalio/proto';

const { TASK_QUEUE_TYPE_WORKFLOW } = api.api.enums.v1.TaskQueueType;

/** How many workers the server has seen at this queue within five minutes. A poll lasts one: the newest dead are still among them. */
export const countTurnPollers = async (
  { connection, options }: Pick<Client, 'connection' | 'options'>,
  taskQueue: string,
): Promise<number> => {
  const { pollers } = await connection.workflowService.describeTaskQueue({
    namespace: options.namespace,
    taskQueue: { name: taskQueue },
    taskQueueType: TASK_QUEUE_TYPE_WORKFLOW,
  });
  return pollers.length;
};
