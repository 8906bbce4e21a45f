// The state of a run at a step, put together from the changes each step recorded. They are sealed under the case's key; without it the
// open part of the step's record still tells status, node and figures.
import type { RunStatus, StepRecord, TranscriptHead, VerdictLine, WaitingFor } from '../../core/moves/activity-shapes';
import type { RunState } from '../../core/moves/run-state';
import { ClientError } from '../client-error';
import type { RunRecords } from '../run-records';
import { foldDeltas } from './fold-deltas';
import type { WordsState } from './run-words';

/** A run as it stood when a step was recorded last. */
export interface StateAtStep {
  readonly turnKey: string;
  readonly step: number;
  /** Steps there is a record of. */
  readonly steps: readonly number[];
  readonly atMs: number;
  readonly status: RunStatus;
  readonly node: string;
  readonly outcome: string | null;
  readonly cause: string | null;
  readonly waiting: WaitingFor | null;
  /** The last verdict that cut the run; null while none did. */
  readonly verdict: VerdictLine | null;
  readonly upToMove: number;
  /** Spent up to and with this step. */
  readonly tokens: number;
  readonly costMicro: number;
  readonly costUnknown: boolean;
  readonly head: TranscriptHead;
  /** The whole state: limits, budgets, reservations, reviews, ledger entries, proposed calls. null where it does not open (`words`). */
  readonly state: RunState | null;
  readonly words: WordsState;
}

/** At the step named, else the last one. Refuses (STEP_NOT_RECORDED) a step without a record. */
export const stateAtStep = ({ row, steps, words }: RunRecords, step?: number): StateAtStep => {
  const record = step === undefined ? steps.at(-1) : steps.find((one) => one.step === step);
  if (record === undefined) throw notRecorded(row.workflowId, steps, step);
  const upTo = steps.slice(0, steps.indexOf(record) + 1);
  return {
    turnKey: row.workflowId,
    step: record.step,
    steps: steps.map((one) => one.step),
    atMs: record.atMs,
    status: record.status,
    node: record.node,
    outcome: record.outcome,
    cause: record.cause,
    waiting: record.waiting,
    verdict: record.verdict,
    upToMove: record.uptoMove,
    tokens: upTo.reduce((sum, { tokens }) => sum + tokens, 0),
    costMicro: upTo.reduce((sum, { costMicro }) => sum + costMicro, 0),
    costUnknown: record.costUnknown,
    head: record.head,
    state: foldDeltas(upTo),
    words,
  };
};

const notRecorded = (turnKey: string, steps: readonly StepRecord[], step: number | undefined): ClientError => {
  const known = steps.map((one) => one.step).join(', ');
  const expected = known === '' ? 'nothing is recorded of this run yet' : `expected one of ${known}`;
  return new ClientError('STEP_NOT_RECORDED', 2, {
    message: `step: ${expected}${step === undefined ? '' : `, got ${step}`}`,
    next: [`turnkeep run show ${turnKey}`],
  });
};
