// How long a namespace keeps what has ended.
import type { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time';

const DAY_MS = 86_400_000;
/** A parked turn is looked after within a week. */
export const KEEP_AT_LEAST_MS = 7 * DAY_MS;

export const readRetention = async ({ workflowService }: Connection, namespace: string): Promise<number> => {
  const { config } = await workflowService.describeNamespace({ namespace });
  return Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0) * 1_000;
};

/** A namespace that keeps less from now on keeps a week. */
export const keepAWeek = async (connection: Connection, namespace: string): Promise<void> => {
  if ((await readRetention(connection, namespace)) >= KEEP_AT_LEAST_MS) return;
  await connection.workflowService.updateNamespace({
    namespace,
    config: { workflowExecutionRetentionTtl: msToTs(KEEP_AT_LEAST_MS) },
  });
};
