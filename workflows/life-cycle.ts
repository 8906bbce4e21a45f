// Stop, park, resume, renew, finish: the only places where a run's status changes.
import {
  CancellationScope,
  TemporalFailure,
  allHandlersFinished,
  condition,
  continueAsNew,
  log,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import { addTime, bumpReadVersion, pauseClock, startClock } from '../core/loop-governor/loop-state';
import { assertCarriable, movesMoneyNext, type Park, type RunState } from '../core/moves/run-state';
import { waitingOf } from '../core/moves/waiting-for';
import type { Cell } from './cell';
import type { ResumeRequest } from './messages';
import { agentStatusKey, reviewDueAtKey, stoppedAtKey, waitingForKey } from './messages';
import { recordRegularly, recordStep } from './record-step';
import { showDetails } from './show-details';

/** Search attributes change with the status and only then; they hold codes, never words. */
const showStatus = (state: RunState): void => {
  showDetails(state);
  const waiting = waitingOf(state);
  const set = <T>(value: T | null | undefined): T | null => value ?? null;
  upsertSearchAttributes([
    { key: agentStatusKey, value: state.status },
    { key: waitingForKey, value: set(waiting?.kind) },
    { key: stoppedAtKey, value: state.status === 'running' ? null : state.node },
    { key: reviewDueAtKey, value: typeof waiting?.dueMs === 'number' ? new Date(waiting.dueMs) : null },
  ]);
};

/** Waits for a person: the clock stands still, the wait is recorded before it begins. */
export const becomeInterrupted = async (cell: Cell): Promise<void> => {
  if (cell.s.status !== 'interrupted') {
    cell.s = { ...cell.s, status: 'interrupted', loop: pauseClock(cell.s.loop, Date.now()) };
    showStatus(cell.s);
  }
  await recordStep(cell);
};

/** Leaving a wait bumps the read version, so that reads from before are no duplicates. */
export const becomeRunning = (cell: Cell): void => {
  if (cell.s.status === 'running') return;
  cell.s = { ...cell.s, status: 'running', loop: bumpReadVersion(startClock(cell.s.loop, Date.now())) };
  showStatus(cell.s);
};

/** Continues as new with the whole state, unless a stop came meanwhile: then false, and the caller parks. */
export const renew = async (cell: Cell): Promise<false> => {
  await CancellationScope.nonCancellable(() => condition(allHandlersFinished));
  if (CancellationScope.current().consideredCancelled) return false;
  cell.s = { ...cell.s, renewals: cell.s.renewals + 1 };
  return leaveForNextRun(cell.s, false);
};

const leaveForNextRun = async (state: RunState, resumed: boolean): Promise<never> => {
  assertCarriable(state);
  return continueAsNew({ kind: 'continue', state, resumed });
};

/**
 * Parks outside the cancelled scope: status first, then the record, which may take as long as the store is down; what is not
 * recorded travels in the state. Ends only by continue-as-new, when a person resumes, or by termination.
 */
export const park = async (cell: Cell, status: Park['status'], cause: string): Promise<never> =>
  CancellationScope.nonCancellable(async () => {
    const atMs = Date.now();
    cell.resume = null;
    cell.s = {
      ...cell.s,
      status,
      park: { status, node: cell.s.node, cause, atMs },
      loop: pauseClock(cell.s.loop, atMs),
    };
    showStatus(cell.s);
    recordRegularly(cell).catch((failure: unknown) => {
      if (!(failure instanceof TemporalFailure)) throw failure;
      log.warn('the park is not recorded yet; its moves travel in the state');
    });
    await condition(() => cell.resume !== null);
    await condition(allHandlersFinished);
    return leaveForNextRun(resumedState(cell), true);
  });

const resumedState = (cell: Cell): RunState => {
  const { s, resume } = cell;
  const addMs = resume?.addTimeMs ?? 0;
  const loop = bumpReadVersion(addMs > 0 ? addTime(s.loop, addMs) : s.loop);
  return {
    ...s,
    status: 'running',
    park: null,
    stop: null,
    loop: startClock(loop, Date.now()),
    resumes: s.resumes + 1,
  };
};

/** Why a resume is not acted on, or null. Leaving a park with a money node unfinished needs a named person who says so. */
export const resumeRefusal = (state: RunState, request: ResumeRequest): string | null => {
  if (state.park === null) return 'notParked';
  if (request.turnKey !== state.turn.turnKey || request.parkedAtMs !== state.park.atMs) return 'otherPark';
  return movesMoneyNext(state) && !request.money ? 'moneyNeedsPerson' : null;
};

export const showResumed = (cell: Cell): void => {
  showStatus(cell.s);
};

export const finish = async (cell: Cell, outcome: string): Promise<void> =>
  CancellationScope.nonCancellable(async () => {
    cell.s = { ...cell.s, status: 'completed', loop: pauseClock(cell.s.loop, Date.now()) };
    showStatus(cell.s);
    await recordStep(cell, outcome);
  });
