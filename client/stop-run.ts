// A stop: who and why first, then the cancellation, then a look whether it took: a run that continued as new in that very moment
// is asked again.
import { setTimeout as sleep } from 'node:timers/promises';
import { recordRunAct } from '../stores/run-acts';
import { messageNames, type StopReason } from '../workflows/messages';
import { ClientError } from './client-error';
import { describeRun, findRun, type ExecutionStatus } from './run-status';
import type { ClientContext } from './client-context';

/** What a stop came to. */
export interface StopReport {
  readonly turnKey: string;
  readonly status: string;
  /** The run was parked already; nothing was done. */
  readonly alreadyStopped: boolean;
  /** false: asked, but not parked within the time (an effect in flight is awaited, or no worker runs). */
  readonly parked: boolean;
  readonly asked: number;
}

const parkedStatuses = new Set(['cancelled', 'failed_resumable']);

export const stopRun = async (
  context: ClientContext,
  turnKey: string,
  { reason, waitMs = 15_000 }: { reason: string; waitMs?: number },
): Promise<StopReport> => {
  const row = await findRun(context, turnKey);
  const before = await describeRun(context, turnKey);
  if (before === null || before.name !== 'RUNNING')
    throw new ClientError('RUN_CLOSED', 6, {
      message: `run ${turnKey} is closed (${row.status}); there is nothing to stop`,
      next: [`turnkeep run show ${turnKey}`],
    });
  if (isParked(before))
    return { turnKey, status: before.agentStatus ?? row.status, alreadyStopped: true, parked: true, asked: 0 };
  const reasonRef = await context.store.transcripts.keepNote(row.caseId, reason);
  const handle = context.temporal.workflow.getHandle(turnKey);
  const stop: StopReason = { by: context.person, reasonRef };
  await handle.signal(messageNames.stopReason, stop);
  const report = await askUntilParked(context, turnKey, waitMs);
  await recordRunAct(context.store, { of: 'stopped', turnKey, caseId: row.caseId, by: context.person, reasonRef });
  return report;
};

const isParked = (execution: ExecutionStatus): boolean =>
  execution.agentStatus !== null && parkedStatuses.has(execution.agentStatus);

const askUntilParked = async (context: ClientContext, turnKey: string, waitMs: number): Promise<StopReport> => {
  const handle = context.temporal.workflow.getHandle(turnKey);
  const until = Date.now() + waitMs;
  let asked = 0;
  for (;;) {
    const now = await describeRun(context, turnKey);
    const status = now?.agentStatus ?? 'unknown';
    if (now === null || now.name !== 'RUNNING') return { turnKey, status, alreadyStopped: false, parked: false, asked };
    if (isParked(now)) return { turnKey, status, alreadyStopped: false, parked: true, asked };
    if (!now.cancelRequested) {
      await handle.cancel();
      asked += 1;
    }
    if (Date.now() > until) return { turnKey, status, alreadyStopped: false, parked: false, asked };
    await sleep(50);
  }
};
