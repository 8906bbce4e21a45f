// Who polls the task queue, and whether the runs on it get on. A worker of another deployment takes workflow tasks and fails each of
// them, since it can open none of our payloads: nothing else tells that apart from a slow run.
import type { Connection } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { markOfIdentity } from '../stores/worker-identity';
import { messageOf } from '../temporal-config/error-facts';
import { failed, ok, warn, type Check } from './check';

export interface QueuePlace {
  readonly namespace: string;
  readonly taskQueue: string;
  /** Mark of this deployment; undefined while it has no identity key that can be read. */
  readonly mark: string | undefined;
}

const { TASK_QUEUE_TYPE_WORKFLOW } = temporal.api.enums.v1.TaskQueueType;

/** A server lists who polled within five minutes, and a poll lasts one: who is silent for longer is gone. */
const GONE_AFTER_MS = 100_000;
const RUNS_LOOKED_AT = 50;
const ATTEMPTS_EXPECTED = 3;

/** The checks of `place`'s queue, by a connected server. */
export const diagnoseQueue = async (connection: Connection, place: QueuePlace): Promise<readonly Check[]> => [
  ...(await checkWorkers(connection, place)),
  ...(await checkWorkflowTasks(connection, place)),
];

const checkWorkers = async (connection: Connection, place: QueuePlace): Promise<readonly Check[]> => {
  const { namespace, taskQueue: name } = place;
  try {
    const { pollers } = await connection.workflowService.describeTaskQueue({
      namespace,
      taskQueue: { name },
      taskQueueType: TASK_QUEUE_TYPE_WORKFLOW,
    });
    if (pollers.length === 0)
      return [warn('worker', `nobody polls task queue ${name}`, 'turnkeep dev, or node dist/workers/agent-worker.js')];
    const told = pollers.map(({ identity }) => identity ?? '?').join(', ');
    return [ok('worker', `${pollers.length} polled task queue ${name} lately: ${told}`), ...foreign(pollers, place)];
  } catch (error) {
    return [failed('worker', messageOf(error), 'see that the namespace is there')];
  }
};

const foreign = (
  pollers: readonly temporal.api.taskqueue.v1.IPollerInfo[],
  { taskQueue, mark }: QueuePlace,
): readonly Check[] => {
  const others = pollers
    .filter(({ lastAccessTime }) => Date.now() - Number(lastAccessTime?.seconds ?? 0) * 1_000 < GONE_AFTER_MS)
    .map(({ identity }) => identity ?? '')
    .filter((identity) => markOfIdentity(identity) !== undefined && markOfIdentity(identity) !== mark);
  if (others.length === 0) return [];
  const us = mark === undefined ? 'this data folder has no keys yet' : `this deployment is ${mark}`;
  const words = `a worker of another deployment polls task queue ${taskQueue}: ${others.join(', ')}; ${us}. It takes our runs and can open none of them`;
  const fix =
    'stop that worker, or give both the same TURNKEEP_HOME (or its keys folder and databases), or give one of them a TURNKEEP_TASK_QUEUE of its own';
  return [mark === undefined ? warn('deployment', words, fix) : failed('deployment', words, fix)];
};

/** Few runs are looked at: a doctor answers soon, and what is wrong with workers is wrong with most runs. */
const checkWorkflowTasks = async (connection: Connection, place: QueuePlace): Promise<readonly Check[]> => {
  const { namespace, taskQueue } = place;
  try {
    const { executions } = await connection.workflowService.listWorkflowExecutions({
      namespace,
      pageSize: RUNS_LOOKED_AT,
      query: `ExecutionStatus = 'Running' AND TaskQueue = '${taskQueue.replaceAll("'", "''")}'`,
    });
    const looked = await Promise.all(
      executions.map(async ({ execution }) => {
        const described = await connection.workflowService.describeWorkflowExecution({
          namespace,
          execution: { workflowId: execution?.workflowId ?? '' },
        });
        const attempt = described.pendingWorkflowTask?.attempt ?? 0;
        return attempt > ATTEMPTS_EXPECTED ? [`${execution?.workflowId ?? '?'} (attempt ${attempt})`] : [];
      }),
    );
    return toTaskCheck(executions.length, looked.flat());
  } catch (error) {
    return [warn('open runs', messageOf(error), 'see that the namespace lets its workflows be listed')];
  }
};

const toTaskCheck = (looked: number, failing: readonly string[]): readonly Check[] => {
  if (failing.length === 0) return [ok('open runs', `${looked} looked at; no workflow task keeps failing`)];
  return [
    warn(
      'open runs',
      `the workflow task of ${failing.length} of ${looked} open runs keeps failing: ${failing.join(', ')}`,
      "see the worker's stderr; another deployment's worker on the queue, or other workflow code, does this. The runs go on once it is mended",
    ),
  ];
};
