// What the Temporal server holds, read past every codec of ours.
import type { Connection } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import type { Evidence } from './find-words';

const namespace = 'default';
const service = temporal.api.workflowservice.v1;
type Event = temporal.api.history.v1.IHistoryEvent;

export interface RawRun {
  readonly workflowId: string;
  readonly runId: string;
  readonly events: readonly Event[];
}

const readEvents = async (connection: Connection, workflowId: string, runId: string): Promise<readonly Event[]> => {
  const events: Event[] = [];
  let nextPageToken: Uint8Array | undefined;
  do {
    const page = await connection.workflowService.getWorkflowExecutionHistory({
      namespace,
      execution: { workflowId, runId },
      ...(nextPageToken === undefined ? {} : { nextPageToken }),
    });
    events.push(...(page.history?.events ?? []));
    nextPageToken = page.nextPageToken.length === 0 ? undefined : page.nextPageToken;
  } while (nextPageToken !== undefined);
  return events;
};

/** Every run of the chain, newest first. */
export const readChain = async (connection: Connection, workflowId: string): Promise<readonly RawRun[]> => {
  const described = await connection.workflowService.describeWorkflowExecution({
    namespace,
    execution: { workflowId },
  });
  const runs: RawRun[] = [];
  let runId = described.workflowExecutionInfo?.execution?.runId ?? '';
  while (runId !== '') {
    const events = await readEvents(connection, workflowId, runId);
    runs.push({ workflowId, runId, events });
    runId = events[0]?.workflowExecutionStartedEventAttributes?.continuedExecutionRunId ?? '';
  }
  return runs;
};

export const toBytes = (events: readonly Event[]): Uint8Array =>
  temporal.api.history.v1.History.encode({ events: [...events] }).finish();

/** Visibility: what a list and a description of each run show. */
export const readVisibility = async (
  connection: Connection,
  workflowIds: readonly string[],
): Promise<readonly Evidence[]> => {
  const listed = await connection.workflowService.listWorkflowExecutions({ namespace, pageSize: 1000 });
  const described = await Promise.all(
    workflowIds.map(async (workflowId) => ({
      place: `description of ${workflowId}`,
      bytes: service.DescribeWorkflowExecutionResponse.encode(
        await connection.workflowService.describeWorkflowExecution({ namespace, execution: { workflowId } }),
      ).finish(),
    })),
  );
  return [
    { place: 'list of runs', bytes: service.ListWorkflowExecutionsResponse.encode(listed).finish() },
    ...described,
  ];
};
