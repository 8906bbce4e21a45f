// The size of a turn is that of all its runs: continue-as-new starts a new history, and a figure that forgot the others would be
// a good one for the wrong reason. The chain is followed from its first run by the closing events, not by visibility, which lags.
import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';

type HistoryEvent = temporal.api.history.v1.IHistoryEvent;
const { EventType, HistoryEventFilterType } = temporal.api.enums.v1;
const EventProto = temporal.api.history.v1.HistoryEvent;

export interface ChainSize {
  readonly events: number;
  /** As the server counts them. */
  readonly bytes: number;
  readonly runs: number;
}

/** Sums the closed runs of a workflow id. Throws when the chain's last run is still open. */
export const measureChain = async (client: Client, workflowId: string): Promise<ChainSize> => {
  let size: ChainSize = { events: 0, bytes: 0, runs: 0 };
  let runId: string | undefined = await firstRunOf(client, workflowId);
  while (runId !== undefined) {
    const run = await client.workflow.getHandle(workflowId, runId).describe();
    size = {
      events: size.events + run.historyLength,
      bytes: size.bytes + (run.historySize ?? 0),
      runs: size.runs + 1,
    };
    runId = await nextRunOf(client, workflowId, runId);
  }
  return size;
};

export const firstRunOf = async (client: Client, workflowId: string): Promise<string> => {
  const { raw } = await client.workflow.getHandle(workflowId).describe();
  const firstRunId = raw.workflowExecutionInfo?.firstRunId;
  if (typeof firstRunId !== 'string' || firstRunId === '')
    throw new Error(`the server names no first run of ${workflowId}`);
  return firstRunId;
};

const nextRunOf = async (client: Client, workflowId: string, runId: string): Promise<string | undefined> => {
  const { history } = await client.workflowService.getWorkflowExecutionHistory({
    namespace: client.options.namespace,
    execution: { workflowId, runId },
    historyEventFilterType: HistoryEventFilterType.HISTORY_EVENT_FILTER_TYPE_CLOSE_EVENT,
  });
  const close = history?.events?.at(-1);
  const next = close?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId;
  if (typeof next === 'string') return next;
  if (!close?.workflowExecutionCompletedEventAttributes)
    throw new Error(`run ${runId} of ${workflowId} did not complete`);
  return undefined;
};

export interface EventSize {
  readonly type: string;
  readonly bytes: number;
}

/** The events of the n-th step of a chain's first run, from one scheduled model call up to the next. */
export const eventsOfStep = async (client: Client, at: { workflowId: string; step: number }): Promise<EventSize[]> => {
  const runId = await firstRunOf(client, at.workflowId);
  const { events } = await client.workflow.getHandle(at.workflowId, runId).fetchHistory();
  const all = events ?? [];
  const starts = all.flatMap((event, index) => (isModelCall(event) ? [index] : []));
  return all.slice(starts[at.step - 1], starts[at.step]).map((event) => ({
    type: nameOf(event),
    bytes: EventProto.encode(event).finish().length,
  }));
};

const activityOf = (event: HistoryEvent): string | undefined =>
  event.activityTaskScheduledEventAttributes?.activityType?.name ?? undefined;

const isModelCall = (event: HistoryEvent): boolean => activityOf(event) === 'callModel';

const nameOf = (event: HistoryEvent): string => {
  const name = (EventType[event.eventType ?? 0] ?? 'unknown').replace('EVENT_TYPE_', '');
  const activity = activityOf(event);
  return activity === undefined ? name : `${name} ${activity}`;
};
