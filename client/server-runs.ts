// What Temporal says of turns, without opening a payload: the visibility list for many at once (it lags by some milliseconds), a
// description for one, which is the truth. Reasons and messages of failures may quote anybody: only codes are taken from them.
import type { Client } from '@temporalio/client';
import { temporal as api } from '@temporalio/proto';
import { TURN_TASK_QUEUE } from '../temporal-config/task-queues';
import type { Settings } from '../temporal-config/settings';
import { agentStatusKey, turnKeyKey, waitingForKey } from '../workflows/messages';

const { WorkflowExecutionStatus, PendingWorkflowTaskState, EventType, WorkflowTaskFailedCause } = api.api.enums.v1;

export interface ServerRun {
  readonly workflowId: string;
  /** Temporal's own word: RUNNING, TERMINATED, ... */
  readonly status: string;
  /** The AgentStatus attribute; null where a run has none. */
  readonly agentStatus: string | null;
}

export interface DescribedRun extends ServerRun {
  /** The WaitingFor attribute; null where the run waits for nothing. */
  readonly waitingFor: string | null;
  /** How often its workflow task was begun in a row; 1 where all is well, 0 while none is pending. */
  readonly taskAttempt: number;
  /** Since when its workflow task waits for somebody to take it; null while none does. */
  readonly taskWaitsSinceMs: number | null;
}

type Info = api.api.workflow.v1.IWorkflowExecutionInfo;
type Server = Pick<Client, 'connection' | 'options'>;

const PAGE = 1_000;
const NOT_FOUND = 5;

const openQuery = `ExecutionStatus = 'Running'`;
const closedQuery = `ExecutionStatus IN ('Completed', 'Failed', 'Canceled', 'Terminated', 'TimedOut')`;

/** The queue that this deployment's turns run on. */
export const turnQueueOf = ({ temporal }: Pick<Settings, 'temporal'>): string => temporal.taskQueue ?? TURN_TASK_QUEUE;

/** All turns of a task queue that are open, or that are closed and not deleted yet. */
export const listServerRuns = async (
  server: Server,
  { taskQueue, which }: { readonly taskQueue: string; readonly which: 'open' | 'closed' },
): Promise<readonly ServerRun[]> => {
  const query = `${which === 'open' ? openQuery : closedQuery} AND TaskQueue = '${taskQueue.replaceAll("'", "''")}'`;
  const runs: ServerRun[] = [];
  let nextPageToken: Uint8Array | undefined;
  do {
    const page = await server.connection.workflowService.listWorkflowExecutions({
      namespace: server.options.namespace,
      pageSize: PAGE,
      query,
      ...(nextPageToken === undefined ? {} : { nextPageToken }),
    });
    runs.push(...page.executions.filter(isTurn).map(toServerRun));
    nextPageToken = page.nextPageToken.length === 0 ? undefined : page.nextPageToken;
  } while (nextPageToken !== undefined);
  return runs;
};

/** null where Temporal knows no such workflow. */
export const describeServerRun = async (server: Server, workflowId: string): Promise<DescribedRun | null> => {
  try {
    const { namespace } = server.options;
    const request = { namespace, execution: { workflowId } };
    const { workflowExecutionInfo, pendingWorkflowTask: task } =
      await server.connection.workflowService.describeWorkflowExecution(request);
    const isWaiting = task?.state === PendingWorkflowTaskState.PENDING_WORKFLOW_TASK_STATE_SCHEDULED;
    return {
      ...toServerRun(workflowExecutionInfo ?? {}),
      workflowId,
      waitingFor: attributeOf(workflowExecutionInfo ?? {}, waitingForKey.name),
      taskAttempt: task?.attempt ?? 0,
      taskWaitsSinceMs: isWaiting ? toMs(task.scheduledTime) : null,
    };
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
};

/** Why the newest workflow task that did not complete failed, as Temporal's code; null where the newest one completed. */
export const readTaskFailure = async (server: Server, workflowId: string): Promise<string | null> => {
  const events = await readNewestEvents(server, workflowId);
  for (const { eventType, workflowTaskFailedEventAttributes } of events) {
    if (eventType === EventType.EVENT_TYPE_WORKFLOW_TASK_COMPLETED) return null;
    if (eventType === EventType.EVENT_TYPE_WORKFLOW_TASK_TIMED_OUT) return 'TIMED_OUT';
    const cause = workflowTaskFailedEventAttributes?.cause;
    if (typeof cause === 'number') return WorkflowTaskFailedCause[cause].replace(/^WORKFLOW_TASK_FAILED_CAUSE_/, '');
  }
  return null;
};

/** What whoever terminated it wrote, and who; anybody's words, for the sealed store alone. Empty where it was not terminated. */
export const readTermination = async (
  server: Server,
  workflowId: string,
): Promise<{ readonly reason: string; readonly identity: string }> => {
  const events = await readNewestEvents(server, workflowId);
  const ended = events.find(({ eventType }) => eventType === EventType.EVENT_TYPE_WORKFLOW_EXECUTION_TERMINATED);
  const { reason, identity } = ended?.workflowExecutionTerminatedEventAttributes ?? {};
  return { reason: reason ?? '', identity: identity ?? '' };
};

const EVENTS_LOOKED_AT = 20;

const readNewestEvents = async (
  server: Server,
  workflowId: string,
): Promise<readonly api.api.history.v1.IHistoryEvent[]> => {
  const { history } = await server.connection.workflowService.getWorkflowExecutionHistoryReverse({
    namespace: server.options.namespace,
    execution: { workflowId },
    maximumPageSize: EVENTS_LOOKED_AT,
  });
  return history?.events ?? [];
};

const isNotFound = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && (error as { code?: unknown }).code === NOT_FOUND;

const toServerRun = (info: Info): ServerRun => ({
  workflowId: info.execution?.workflowId ?? '',
  status: statusName(info.status),
  agentStatus: attributeOf(info, agentStatusKey.name),
});

const statusName = (status: Info['status']): string =>
  typeof status === 'number' ? WorkflowExecutionStatus[status].replace(/^WORKFLOW_EXECUTION_STATUS_/, '') : 'UNKNOWN';

/** Other workflows of the same queue carry no key of a turn. */
const isTurn = (info: Info): boolean => attributeOf(info, turnKeyKey.name) !== null;

/** Search attributes are never sealed: one keyword, as JSON. */
const attributeOf = (info: Info, name: string): string | null => {
  const data = info.searchAttributes?.indexedFields?.[name]?.data;
  if (data === undefined || data === null || data.length === 0) return null;
  const value = JSON.parse(Buffer.from(data).toString('utf8')) as unknown;
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : null;
};

const toMs = (instant: { readonly seconds?: unknown } | null | undefined): number | null =>
  instant === null || instant === undefined ? null : Number(instant.seconds ?? 0) * 1_000;
