// An abort is recorded, the customer is told what stands, then the run is terminated; nothing is undone, and what stands open in the
// ledger is listed. A running or waiting run is stopped first; a dead worker holds nobody up.
import { assertReason } from './check-words';
import { ClientError } from './client-error';
import { concludeAbort, type StandingEffect } from './conclude-abort';
import { describeRun, findRun, queryRun, type ExecutionStatus } from './run-status';
import { stopRun } from './stop-run';
import type { JsonObject } from '../core/kernel/json';
import type { ClientContext } from './client-context';

/** What an abort came to, with the effects that stand. */
export interface AbortReport {
  readonly turnKey: string;
  readonly status: 'aborted';
  /** false: it did not park within ten seconds and was terminated all the same, or was not open any more. */
  readonly parkedFirst: boolean;
  /** What Temporal knew of it before: `open`, `closed` (ended outside Turnkeep), or `gone` (deleted, or another server). */
  readonly workflow: 'open' | 'closed' | 'gone';
  /** Ledger entries of this turn that stand or are open: nothing of them was undone. */
  readonly effects: readonly StandingEffect[];
}

const parkWaitMs = 10_000;

export const abortRun = async (context: ClientContext, turnKey: string, reason: string): Promise<AbortReport> => {
  assertReason('reason', reason);
  const row = await findRun(context, turnKey);
  const execution = await describeRun(context, turnKey);
  const isOpen = execution?.name === 'RUNNING';
  // Recorded as aborted, yet still open: an abort that was cut off before the termination is finished now.
  if (row.status === 'completed' || (row.status === 'aborted' && !isOpen))
    throw new ClientError('RUN_CLOSED', 6, {
      message: `run ${turnKey} is ${row.status} already`,
      next: [`turnkeep run show ${turnKey}`],
    });
  const parkedFirst = isOpen ? (await stopRun(context, turnKey, { reason, waitMs: parkWaitMs })).parked : false;
  const decisions = isOpen ? await decidedIn(context, turnKey) : [];
  const reached = decisions.length === 0 ? {} : { reached: { decisions } };
  const { effects } = await concludeAbort(context, row, { reason, withoutStop: isOpen && !parkedFirst, ...reached });
  if (isOpen) await context.temporal.workflow.getHandle(turnKey).terminate('aborted by a person; see the registry');
  return { turnKey, status: 'aborted', parkedFirst, workflow: workflowOf(execution), effects };
};

const workflowOf = (execution: ExecutionStatus | null): AbortReport['workflow'] => {
  if (execution === null) return 'gone';
  return execution.name === 'RUNNING' ? 'open' : 'closed';
};

/** What persons decided while the run was parked: it counts, stands in the run alone until that acts on it, and would be lost with it. */
const decidedIn = async (context: ClientContext, turnKey: string): Promise<readonly JsonObject[]> => {
  const view = await queryRun(context, turnKey);
  return (view?.reviews ?? []).flatMap(({ reviewId, round, state, decision }) =>
    decision === null || state === 'acted'
      ? []
      : [
          {
            ...{ reviewId, round, decision: decision.decision, by: decision.by, reasonCode: decision.reasonCode },
            ...{ authenticated: decision.authenticated, decidedMs: decision.decidedAtMs, surface: decision.surface },
            ...{ keyId: decision.keyId, signature: decision.signature },
          },
        ],
  );
};
