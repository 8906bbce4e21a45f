import { setTimeout as sleep } from 'node:timers/promises';
import { recordRunAct } from '../stores/run-acts';
import { messageNames, type ResumeRequest } from '../workflows/messages';
import { ClientError } from './client-error';
import { describeRun, findRun, queryRun, type ExecutionStatus } from './run-status';
import type { ClientContext } from './client-context';

/** What a resume allows. */
export interface ResumeOptions {
  /** A named person lets an unfinished money node go on. */
  readonly money?: boolean;
  readonly addTimeMs?: number;
}
/** What a resume came to. */
export interface ResumeReport {
  readonly turnKey: string;
  readonly resumed: boolean;
  readonly by: string;
}

/** Resumes a parked run in a new run of its chain. Refuses what is not parked, and a money node without `money`. */
export const resumeRun = async (
  context: ClientContext,
  turnKey: string,
  options: ResumeOptions,
): Promise<ResumeReport> => {
  const { caseId } = await findRun(context, turnKey);
  const before = await findParked(context, turnKey);
  const view = await queryRun(context, turnKey);
  if (view === null || view.park === null)
    throw new ClientError('NO_ANSWER', 7, {
      message: `no worker answers for ${turnKey}; a resume is bound to the park the run itself names`,
      next: ['turnkeep dev', 'turnkeep doctor'],
    });
  if (view.movesMoneyNext && options.money !== true)
    throw new ClientError('MONEY_NEEDS_PERSON', 4, {
      message: `the unfinished node of ${turnKey} moves money: a named person resumes it and says so`,
      next: [`turnkeep run resume ${turnKey} --money --as NAME`],
    });
  const request: ResumeRequest = {
    turnKey,
    parkedAtMs: view.park.atMs,
    by: context.person,
    money: options.money === true,
    addTimeMs: options.addTimeMs ?? 0,
  };
  await context.temporal.workflow.getHandle(turnKey).signal(messageNames.resume, request);
  const resumed = await leftPark(context, turnKey, before.runId);
  const { by, money } = request;
  await recordRunAct(context.store, { of: 'resumed', turnKey, caseId, by, money });
  return { turnKey, resumed, by };
};

const findParked = async (context: ClientContext, turnKey: string): Promise<ExecutionStatus> => {
  const found = await describeRun(context, turnKey);
  const status = found?.name === 'RUNNING' ? (found.agentStatus ?? 'unknown') : 'closed';
  if (found !== null && (status === 'cancelled' || status === 'failed_resumable')) return found;
  throw new ClientError('RUN_NOT_PARKED', 6, {
    message: `run ${turnKey} is ${status}; only a stopped or failed run is resumed`,
    next: [`turnkeep run show ${turnKey}`],
  });
};

/** The next run of the chain has another run id. */
const leftPark = async (context: ClientContext, turnKey: string, runId: string): Promise<boolean> => {
  const until = Date.now() + 15_000;
  for (;;) {
    const now = await describeRun(context, turnKey);
    if (now !== null && now.runId !== runId) return true;
    if (Date.now() > until) return false;
    await sleep(100);
  }
};
