import {
  proxyActivities,
  proxyLocalActivities,
  TemporalFailure,
  isCancellation,
  workflowInfo,
} from '@temporalio/workflow';
import { notWritten, type StepRecord } from '../core/moves/record-shapes';
import { waitingMessages } from '../core/moves/inbox';
import type { RunState } from '../core/moves/run-state';
import { waitingOf } from '../core/moves/waiting-for';
import { localRecordOptions, regularRecordOptions } from './activity-options';
import type { Cell } from './cell';

interface RecordActivities {
  recordStep(record: StepRecord): Promise<void>;
}
const local = proxyLocalActivities<RecordActivities>(localRecordOptions);
const regular = proxyActivities<RecordActivities>({ ...regularRecordOptions, summary: 'record' });

/**
 * Records the moves since the last record; a store that does not answer within a second gets the same record the regular way. A
 * replay finds the record done and runs no local activity: it is not written out then, which cost more than all the driver does.
 * Should one run after all (the worker ended while a long task was being carried on), the activity refuses what was not written out.
 */
export const recordStep = async (cell: Cell, outcome: string | null = null): Promise<void> => {
  const recorded = cell.s;
  const record = buildRecord(cell, outcome);
  const { base } = cell;
  const whole = (): StepRecord => ({ ...record, delta: deltaOf(base, recorded) });
  try {
    await local.recordStep(workflowInfo().unsafe.isReplaying ? record : whole());
  } catch (failure) {
    if (isCancellation(failure) || !(failure instanceof TemporalFailure)) throw failure;
    await regular.recordStep(whole());
  }
  markRecorded(cell, recorded);
};

/** The record of a park: never by a local activity, which would hold the workflow task while a person wants an answer. */
export const recordRegularly = async (cell: Cell): Promise<void> => {
  const recorded = cell.s;
  const record = buildRecord(cell, null);
  await regular.recordStep({ ...record, delta: deltaOf(cell.base, recorded) });
  markRecorded(cell, recorded);
};

/** What a handler changed while the record was written belongs to the next one. */
const markRecorded = (cell: Cell, recorded: RunState): void => {
  cell.s = { ...cell.s, unrecorded: cell.s.unrecorded.filter((line) => line.move > recorded.move) };
  cell.recorded = recorded;
};

/** All but the delta. */
const buildRecord = (cell: Cell, outcome: string | null): StepRecord => {
  const { s } = cell;
  // A step may be recorded twice, before a wait and at its end: one row, whose delta spans the whole step.
  if (cell.recorded.loop?.step !== s.loop.step) cell.base = cell.recorded;
  return {
    turn: s.turn,
    runId: workflowInfo().runId,
    step: s.loop.step,
    uptoMove: s.move,
    moves: s.unrecorded,
    tokens: s.tokensOfStep,
    costMicro: s.costMicroOfStep,
    costUnknown: s.loop.costMicro.unknown,
    ...(s.estimatedOfStep === true ? { estimated: true as const } : {}),
    head: s.head,
    node: s.node,
    status: s.status,
    outcome,
    cause: s.park?.cause ?? null,
    waiting: waitingOf(s),
    verdict: s.verdict,
    rules: s.loop.rules,
    atMs: Date.now(),
    ...unreadOf(s),
    delta: notWritten,
  };
};

const unreadOf = (state: RunState): { readonly unread?: number } => {
  const { length } = waitingMessages(state);
  return length === 0 ? {} : { unread: length };
};

/** Nothing is keyed by this text, so it is not made canonical, which costs more. */
const deltaOf = (base: Partial<RunState>, after: RunState): string => JSON.stringify(changedFields(base, after));

/** Field by field: what differs from the state last recorded. */
const changedFields = (before: Partial<RunState>, after: RunState): Partial<RunState> =>
  Object.fromEntries(Object.entries(after).filter(([field, value]) => before[field as keyof RunState] !== value));
