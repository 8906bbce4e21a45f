// An abort is recorded, then the run is terminated; nothing is undone, and what stands open in the ledger is listed. A running or
// waiting run is stopped first; a dead worker holds nobody up.
import { listOpenEntries, recordAbort } from '../stores/effect-abort';
import type { EffectRow } from '../stores/store-port';
import { loadKit } from '../temporal-config/agent-list';
import { ClientError } from './client-error';
import { describeRun, findRun } from './run-status';
import { stopRun } from './stop-run';
import type { ClientContext } from './client-context';

export interface AbortReport {
  readonly turnKey: string;
  readonly status: 'aborted';
  /** false: it did not park within ten seconds and was terminated all the same. */
  readonly parkedFirst: boolean;
  /** Ledger entries of this turn that stand or are open: nothing of them was undone. */
  readonly effects: readonly StandingEffect[];
}

/** An entry that was not undone, and how a person would undo it: itself an effect that needs a person. */
export interface StandingEffect extends EffectRow {
  /** What the tool declares; null when it declares none, or nothing happened that could be undone. */
  readonly reversal: { readonly words: string; readonly tool?: string } | null;
}

const parkWaitMs = 10_000;

export const abortRun = async (context: ClientContext, turnKey: string, reason: string): Promise<AbortReport> => {
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
  const reasonRef = await context.store.transcripts.keepNote(row.caseId, reason);
  await recordAbort(context.store, {
    turnKey,
    caseId: row.caseId,
    by: context.person,
    reasonRef,
    withoutStop: isOpen && !parkedFirst,
  });
  if (isOpen) await context.temporal.workflow.getHandle(turnKey).terminate('aborted by a person; see the registry');
  return { turnKey, status: 'aborted', parkedFirst, effects: await listStanding(context, row.agent, turnKey) };
};

const listStanding = async (
  { settings, store }: ClientContext,
  agent: string,
  turnKey: string,
): Promise<readonly StandingEffect[]> => {
  const entries = await listOpenEntries(store, turnKey);
  // The run is over by now: an agent that left the settings meanwhile makes no error of it.
  const tools = settings.agents.some(({ name }) => name === agent) ? loadKit(settings, agent).tools : [];
  return entries.map((entry) => ({
    ...entry,
    reversal: entry.state === 'refused' ? null : (tools.find(({ name }) => name === entry.tool)?.reversal ?? null),
  }));
};
