import { setTimeout as sleep } from 'node:timers/promises';
import { findRun } from '../run-status';
import type { RecordContext } from '../client-context';

const LIMIT_MS = 60_000;
/** The record of a step is written directly before the next call of a model begins. */
const INTO_THE_CALL_MS = 500;

/** Returns while the model call after step `step` is under way. */
export const untilStep = async (context: RecordContext, turnKey: string, step: number): Promise<void> => {
  const giveUpAt = Date.now() + LIMIT_MS;
  while ((await findRun(context, turnKey)).step < step) {
    if (Date.now() > giveUpAt) throw new Error(`${turnKey} did not reach step ${step} within ${LIMIT_MS} ms`);
    await sleep(50);
  }
  await sleep(INTO_THE_CALL_MS);
};
