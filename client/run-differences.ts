// Where the registry and Temporal say different things of a turn. The two are written one after the other, so that a difference may be
// a matter of a moment: what differs is looked at again before it is told.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { isEnding, type RunStatus } from '../core/runs/run-status';
import { selectOpenRuns, selectStatuses } from '../stores/run-list';
import type { RunRow } from '../stores/store-port';
import type { RecordContext } from './client-context';
import { mapAtOnce } from './map-at-once';
import { describeServerRun, listServerRuns, turnQueueOf, type ServerRun } from './server-runs';

export type DifferenceKind =
  /** A row that is not over, of which Temporal knows no workflow. */
  | 'rowWithoutWorkflow'
  /** A workflow of a turn, open or closed, that has no row. */
  | 'workflowWithoutRow'
  /** A row that is not over, of a workflow that is. */
  | 'closedOutside'
  /** Both know it, and call its status differently. */
  | 'statusDiffers';

export interface RunDifference {
  readonly turnKey: string;
  readonly kind: DifferenceKind;
  /** The registry's status; null without a row. */
  readonly registry: RunRow['status'] | null;
  /** Temporal's status, such as RUNNING or TERMINATED; null without a workflow. */
  readonly temporal: string | null;
  /** What an open workflow calls its own status; null for any other. */
  readonly agentStatus: string | null;
}

export interface Compared {
  readonly differences: readonly RunDifference[];
  readonly checked: {
    /** Rows that are not over. */
    readonly openRows: number;
    readonly openWorkflows: number;
    readonly closedWorkflows: number;
  };
}

const AT_ONCE = 16;
const AGAIN_AFTER_MS = 1_000;
/** A start writes its row first and the workflow a moment later. */
const STARTING_MS = 10_000;

/** Compares every row that is not over, and every turn of this deployment's queue that Temporal still knows. */
export const compareRuns = async (records: RecordContext, temporal: Client): Promise<Compared> => {
  const taskQueue = turnQueueOf(records.settings);
  const open = await listServerRuns(temporal, { taskQueue, which: 'open' });
  const closed = await listServerRuns(temporal, { taskQueue, which: 'closed' });
  const { db } = records.store;
  const openRows = await db.read(selectOpenRuns);
  const rows = await db.read((query) =>
    selectStatuses(
      query,
      [...open, ...closed].map((run) => run.workflowId),
    ),
  );
  const suspects = [
    ...suspectRows(openRows, new Map(open.map((run) => [run.workflowId, run]))),
    ...open.filter(({ workflowId, agentStatus }) => rows.get(workflowId) !== agentStatus).map((run) => run.workflowId),
    ...closed.filter(({ workflowId }) => !rows.has(workflowId)).map((run) => run.workflowId),
  ];
  const keys = [...new Set(suspects)].sort();
  if (keys.length > 0) await sleep(AGAIN_AFTER_MS);
  const looked = await mapAtOnce(keys, AT_ONCE, (turnKey) => compareRun(records, temporal, turnKey));
  return {
    differences: looked.filter((one) => one !== null),
    checked: { openRows: openRows.length, openWorkflows: open.length, closedWorkflows: closed.length },
  };
};

const suspectRows = (
  rows: readonly Pick<RunRow, 'workflowId' | 'status'>[],
  open: ReadonlyMap<string, ServerRun>,
): readonly string[] =>
  rows
    .filter(({ workflowId, status }) => open.get(workflowId)?.agentStatus !== status)
    .map(({ workflowId }) => workflowId);

const compareRun = async (
  { store }: RecordContext,
  temporal: Client,
  turnKey: string,
): Promise<RunDifference | null> => {
  const workflow = await describeServerRun(temporal, turnKey);
  const row = await store.runs.find(turnKey);
  const kind = differenceOf(row, workflow);
  if (kind === null) return null;
  const status = workflow?.status ?? null;
  const agentStatus = status === 'RUNNING' ? (workflow?.agentStatus ?? null) : null;
  return { turnKey, kind, registry: row?.status ?? null, temporal: status, agentStatus };
};

const differenceOf = (row: RunRow | undefined, workflow: ServerRun | null): DifferenceKind | null => {
  if (row === undefined) return workflow === null ? null : 'workflowWithoutRow';
  if (workflow === null) return isOver(row) || isJustClaimed(row) ? null : 'rowWithoutWorkflow';
  if (workflow.status !== 'RUNNING') return isOver(row) ? null : 'closedOutside';
  return sameStatus(row, workflow) ? null : 'statusDiffers';
};

const isOver = ({ status }: RunRow): boolean => status !== 'starting' && isEnding(status satisfies RunStatus);

const isJustClaimed = ({ status, startedMs }: RunRow): boolean =>
  status === 'starting' && Date.now() - startedMs < STARTING_MS;

/** A run that has not recorded its first step yet is `starting` here and running there. */
const sameStatus = ({ status }: RunRow, { agentStatus }: ServerRun): boolean =>
  status === agentStatus || (status === 'starting' && agentStatus === 'running');
