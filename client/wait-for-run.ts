import { setTimeout as sleep } from 'node:timers/promises';
import type { RunRow } from '../stores/store-port';
import type { RunStatusView } from '../workflows/messages';
import { assertOptions } from './check-options';
import { waitShape } from './option-shapes';
import { countUnread, readReplies } from './run-replies';
import { describeRun, findRun, queryRun } from './run-status';
import type { ClientContext } from './client-context';

/** How a run stands as recorded, with what the customer was told. */
export interface RunReport {
  readonly turnKey: string;
  readonly status: string;
  readonly outcome: string | null;
  readonly reviewId: string | null;
  readonly stoppedAt: string | null;
  readonly cause: string | null;
  readonly modelLabel: string;
  readonly steps: number;
  /** What the customer is told, read from the store; null while there is none. */
  readonly reply: string | null;
  /** What the customer is told while a person decides; null once there is a reply, or when nothing was told. */
  readonly interimReply: string | null;
  /** Messages of the customer that the run took and has not read. */
  readonly unread: number;
  readonly timedOut: boolean;
}

export const settledStatuses: ReadonlySet<string> = new Set([
  'completed',
  'aborted',
  'interrupted',
  'cancelled',
  'failed_resumable',
]);

/** How long, and for what, is waited. */
export interface WaitOptions {
  readonly timeoutMs?: number;
  /** A review that was just decided: that the run still waits for it is no news. */
  readonly decidedReview?: string;
}

/** Returns when the run ended, waits for a person, or parked; after `timeoutMs` with `timedOut`. */
export const waitForRun = async (
  context: ClientContext,
  turnKey: string,
  options: WaitOptions = {},
): Promise<RunReport> => {
  assertOptions('wait', waitShape, options);
  const { timeoutMs = 300_000, decidedReview } = options;
  const until = Date.now() + timeoutMs;
  for (;;) {
    const row = await findRun(context, turnKey);
    const isNews = row.status !== 'interrupted' || decidedReview === undefined || row.reviewId !== decidedReview;
    if (isNews && settledStatuses.has(row.status) && (await isCurrent(context, row)))
      return reportOf(context, row, false);
    if (Date.now() > until) return reportOf(context, row, true);
    await sleep(150);
  }
};

/**
 * The row may be behind (or, after a decision, ahead of) what Temporal shows: both must say the same. A run that was just resumed
 * shows its old park in both for a moment, since a new run takes over the attributes of the one before it; so a park is asked of
 * the run itself, and counts only as it stands there. Where no worker answers, what is recorded counts.
 */
export const isCurrent = async (context: ClientContext, row: RunRow): Promise<boolean> => {
  if (row.status === 'completed' || row.status === 'aborted') return true;
  const execution = await describeRun(context, row.workflowId);
  if (execution === null || execution.name !== 'RUNNING') return true;
  if (execution.agentStatus !== row.status) return false;
  return row.status === 'interrupted' || isStillParked(row, await queryRun(context, row.workflowId));
};

/** `move` only grows: a park of later than the row's record is another one, and its record is awaited. */
export const isStillParked = (
  { status, uptoMove }: Pick<RunRow, 'status' | 'uptoMove'>,
  view: Pick<RunStatusView, 'park' | 'move'> | null,
): boolean => view === null || (view.park?.status === status && view.move === uptoMove);

/** What is recorded of the run now. */
export const reportOf = async (
  { store }: Pick<ClientContext, 'store'>,
  row: RunRow,
  timedOut: boolean,
): Promise<RunReport> => ({
  turnKey: row.workflowId,
  status: row.status,
  outcome: row.outcome,
  reviewId: row.reviewId,
  stoppedAt: row.stoppedAt,
  cause: row.cause,
  modelLabel: row.modelLabel,
  steps: row.step,
  ...(await readReplies(store, row)),
  unread: await countUnread(store, row.workflowId),
  timedOut,
});
