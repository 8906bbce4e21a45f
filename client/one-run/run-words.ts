// Whether the words of a run open for this caller. Rows, ids, codes and figures lie open; what customers, models and persons wrote is
// sealed under the case's key. Where that key is gone, or the keys are not here, nothing else may fail: addresses stand in the place.
import type { StepRecord } from '../../core/moves/activity-shapes';
import { KEYS_NOT_HERE } from '../../stores/shut-key-ring';
import { StoreIntegrityError, type RunRow } from '../../stores/store-port';
import type { RecordContext } from '../client-context';

/** `opened`; `erased`: the case's key was destroyed; `noKeys`: this caller has none. */
export type WordsState = 'opened' | 'erased' | 'noKeys';

const shutBy: Readonly<Record<string, WordsState>> = { 'store.erased': 'erased', [KEYS_NOT_HERE]: 'noKeys' };

/** A case that came back after its erasure has a new key: a step whose record does not open tells that the old one sealed this run. */
export const readWordsState = async (
  { store }: Pick<RecordContext, 'store'>,
  { row, steps }: { readonly row: RunRow; readonly steps: readonly StepRecord[] },
): Promise<WordsState> => {
  try {
    await store.keys.livingCaseKey(row.caseId);
  } catch (error) {
    const shut = error instanceof StoreIntegrityError ? shutBy[error.code] : undefined;
    if (shut !== undefined) return shut;
    throw error;
  }
  return steps.some(({ delta }) => delta === '') ? 'erased' : 'opened';
};

/** For people, in the place of what does not open. */
export const wordsStateText = (words: Exclude<WordsState, 'opened'>): string =>
  words === 'erased' ? 'erased: the key of this case was destroyed' : 'not readable here: this caller has no keys';
