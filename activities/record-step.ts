import { assertInvariant } from '../core/kernel/assert-never';
import { notWritten, type StepRecord } from '../core/moves/record-shapes';
import type { ActivityDeps } from './activity-deps';

/** Keeps a step's record. One that was not written out comes of a replay; the workflow sends it whole by the other way. */
export const recordStep = async ({ runs }: Pick<ActivityDeps, 'runs'>, record: StepRecord): Promise<void> => {
  assertInvariant(record.delta !== notWritten, 'the record of a replay is not written out; it is sent again');
  await runs.record(record);
};
