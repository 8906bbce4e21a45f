// How a run stands. The registry answers for what was recorded, Temporal for what is open now; where they differ the difference is shown.
import { WorkflowNotFoundError } from '@temporalio/client';
import type { RunRow } from '../stores/store-port';
import { agentStatusKey, messageNames, type RunStatusView } from '../workflows/messages';
import { ClientError } from './client-error';
import type { ClientContext, RecordContext } from './client-context';

/** A run as recorded, and beside it as Temporal and the run itself tell it. */
export interface LiveStatus {
  readonly row: RunRow;
  /** What Temporal says of the execution; null when it knows none (not started, or deleted). */
  readonly execution: ExecutionStatus | null;
  /** What the run says of itself; null when no worker answers or the run is closed. */
  readonly view: RunStatusView | null;
}

/** What Temporal says of the workflow. */
export interface ExecutionStatus {
  readonly name: string;
  readonly runId: string;
  readonly cancelRequested: boolean;
  /** The AgentStatus attribute: readable without a worker. */
  readonly agentStatus: string | null;
  readonly historyLength: number;
}

export const findRun = async ({ store }: RecordContext, turnKey: string): Promise<RunRow> => {
  const row = await store.runs.find(turnKey);
  if (row !== undefined) return row;
  throw new ClientError('RUN_NOT_FOUND', 2, {
    message: `no run ${JSON.stringify(turnKey)} in this registry`,
    next: ['turnkeep run list'],
  });
};

export const describeRun = async ({ temporal }: ClientContext, turnKey: string): Promise<ExecutionStatus | null> => {
  try {
    const described = await temporal.workflow.getHandle(turnKey).describe();
    return {
      name: described.status.name,
      runId: described.runId,
      cancelRequested: described.raw.workflowExtendedInfo?.cancelRequested === true,
      agentStatus: described.typedSearchAttributes.get(agentStatusKey) ?? null,
      historyLength: described.historyLength,
    };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
};

/** Asks the run itself; null when nobody answers within the time. */
export const queryRun = async (
  { temporal }: Pick<ClientContext, 'temporal'>,
  turnKey: string,
  timeoutMs = 5_000,
): Promise<RunStatusView | null> => {
  try {
    return await temporal.connection.withDeadline(Date.now() + timeoutMs, () =>
      temporal.workflow.getHandle(turnKey).query<RunStatusView>(messageNames.runStatus),
    );
  } catch {
    // No worker, a closed run whose words were erased, a late answer: the registry row still says what was recorded.
    return null;
  }
};

export const readRunStatus = async (context: ClientContext, turnKey: string): Promise<LiveStatus> => {
  const row = await findRun(context, turnKey);
  const execution = await describeRun(context, turnKey);
  const view = execution?.name === 'RUNNING' ? await queryRun(context, turnKey) : null;
  return { row, execution, view };
};
