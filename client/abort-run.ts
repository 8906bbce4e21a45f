// An abort is recorded, the customer is told what stands, then the run is terminated; nothing is undone, and what stands open in the
// ledger is listed. A running or waiting run is stopped first; a dead worker holds nobody up.
import { listOpenEntries, recordAbort } from '../stores/effect-abort';
import type { AgentKit } from '../core/moves/agent-kit';
import type { EffectRow } from '../stores/store-port';
import { loadKit } from '../temporal-config/agent-list';
import { readAbortStanding, tellAbort } from './abort-reply';
import { ClientError } from './client-error';
import { describeRun, findRun } from './run-status';
import { stopRun } from './stop-run';
import type { ClientContext } from './client-context';

/** What an abort came to, with the effects that stand. */
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
  const standing = await readAbortStanding(context.store, row);
  const reasonRef = await context.store.transcripts.keepNote(row.caseId, reason);
  await recordAbort(context.store, {
    turnKey,
    caseId: row.caseId,
    by: context.person,
    reasonRef,
    withoutStop: isOpen && !parkedFirst,
  });
  const kit = findKit(context, row.agent);
  await tellAbort(context.store, row, { kit, standing });
  if (isOpen) await context.temporal.workflow.getHandle(turnKey).terminate('aborted by a person; see the registry');
  return { turnKey, status: 'aborted', parkedFirst, effects: await listStanding(context.store, kit, turnKey) };
};

/** The run is over: an agent that left the settings meanwhile makes no error of it. */
const findKit = ({ settings }: ClientContext, agent: string): AgentKit | undefined =>
  settings.agents.some(({ name }) => name === agent) ? loadKit(settings, agent) : undefined;

const listStanding = async (
  store: ClientContext['store'],
  kit: AgentKit | undefined,
  turnKey: string,
): Promise<readonly StandingEffect[]> => {
  const entries = await listOpenEntries(store, turnKey);
  return entries.map((entry) => ({
    ...entry,
    reversal: entry.state === 'refused' ? null : (kit?.tools.find(({ name }) => name === entry.tool)?.reversal ?? null),
  }));
};
