// Who stopped a run, who had it go on, who ended it, and why in their own words where those open. The journal tells it; a stop of before
// it was journalled is told by the state, as long as the run was not resumed.
import { listRunActs, type JournalledAct } from '../../stores/run-acts';
import type { StepRecord } from '../../core/moves/activity-shapes';
import type { RunRow } from '../../stores/store-port';
import type { RecordContext } from '../client-context';
import { foldDeltas } from './fold-deltas';
import type { WordsState } from './run-words';

/** What a person did to a run as a whole. */
export interface RunAct extends JournalledAct {
  /** Why, in their words; null where none were asked for, and where they do not open. */
  readonly text: string | null;
}

interface Read {
  readonly row: RunRow;
  readonly steps: readonly StepRecord[];
  readonly words: WordsState;
}

/** Oldest first. */
export const readActs = async ({ store }: RecordContext, { row, steps, words }: Read): Promise<readonly RunAct[]> => {
  const journalled = await store.db.read((query) => listRunActs(query, row.workflowId));
  const acts = [...journalled, ...stopInState(steps, journalled)].sort((one, other) => one.atMs - other.atMs);
  const open = async (address: string | null): Promise<string | null> =>
    address === null || words !== 'opened' ? null : store.transcripts.readNote(row.caseId, address);
  return Promise.all(acts.map(async (act) => ({ ...act, text: await open(act.address) })));
};

const stopInState = (steps: readonly StepRecord[], journalled: readonly JournalledAct[]): readonly JournalledAct[] => {
  const stop = foldDeltas(steps)?.stop ?? null;
  if (stop === null) return [];
  const { by, reasonRef: address, atMs } = stop;
  const isKnown = journalled.some((act) => act.of === 'stopped' && act.by === by && act.address === address);
  return isKnown ? [] : [{ of: 'stopped', by, atMs, money: false, cause: null, address }];
};
