// Everything the store knows of one run, the words opened where they open: what a person reads, and what a demonstration checks.
import type { JsonObject } from '../core/kernel/json';
import type { StepRecord } from '../core/moves/activity-shapes';
import type { TranscriptMessage } from '../core/moves/agent-kit';
import { selectEffects, toEffectRow } from '../stores/effect-ledger';
import type { EffectRow, ReviewRow, RunRow } from '../stores/store-port';
import { readDecisions, type DecisionRecord } from './decision-records';
import { readActs, type RunAct } from './one-run/read-acts';
import { foldDeltas } from './one-run/fold-deltas';
import { readWordsState, type WordsState } from './one-run/run-words';
import { listReviews } from './review-list';
import { readReplies, unreadOf } from './run-replies';
import { findRun } from './run-status';
import type { RecordContext } from './client-context';

/** Everything the store knows of one run. */
export interface RunRecords {
  readonly row: RunRow;
  readonly steps: readonly StepRecord[];
  readonly reviews: readonly ReviewRow[];
  readonly decisions: readonly DecisionRecord[];
  readonly effects: readonly EffectRecord[];
  /** Who stopped, resumed or ended it, oldest first. */
  readonly acts: readonly RunAct[];
  /** Decisions that did not count, as last recorded, and why the last one did not; null where the state does not open. */
  readonly ignoredDecisions: IgnoredDecisions | null;
  /** What the customer is told; null while there is none. */
  readonly reply: string | null;
  /** What the customer is told while a person decides; null once there is a reply. */
  readonly interimReply: string | null;
  readonly unread: number;
  /** Where it is not `opened`, replies and receipts are null: the row's `replyRef` and `interimRef` are their addresses. */
  readonly words: WordsState;
}

export interface IgnoredDecisions {
  readonly total: number;
  readonly last: string | null;
}

/** An effect with its receipt. */
export interface EffectRecord extends EffectRow {
  /** What the outside system answered, as recorded; null while nothing is. */
  readonly receipt: JsonObject | null;
}

/** What the outside system calls the effect; undefined where no receipt names it. */
export const receiptIdOf = ({ receipt }: EffectRecord): string | undefined => {
  const value = receipt?.['value'];
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
  return typeof id === 'string' ? id : undefined;
};

export const readRunRecords = async (context: RecordContext, turnKey: string): Promise<RunRecords> => {
  const row = await findRun(context, turnKey);
  const [steps, reviews, decisions] = await Promise.all([
    context.store.runs.steps(turnKey),
    listReviews(context, { turnKey }),
    readDecisions(context, turnKey),
  ]);
  const words = await readWordsState(context, { row, steps });
  const effects = await readEffects(context, row, words);
  const acts = await readActs(context, { row, steps, words });
  const replies = words === 'opened' ? await readReplies(context.store, row) : { reply: null, interimReply: null };
  return {
    row,
    steps,
    reviews,
    decisions,
    effects,
    acts,
    ignoredDecisions: ignoredIn(steps),
    ...replies,
    unread: unreadOf(steps),
    words,
  };
};

const ignoredIn = (steps: readonly StepRecord[]): IgnoredDecisions | null => {
  const ignored = foldDeltas(steps)?.desk.ignored;
  return ignored === undefined ? null : { total: ignored.total, last: ignored.last.at(-1)?.why ?? null };
};

const readEffects = async (
  { store }: RecordContext,
  { caseId, workflowId }: RunRow,
  words: WordsState,
): Promise<readonly EffectRecord[]> => {
  const rows = await store.db.read((query) => selectEffects(query, { turnKey: workflowId }));
  return Promise.all(
    rows.map(async (row) => {
      const opens = row.receiptKey !== null && words === 'opened';
      const receipt = opens ? await store.receipts.find(caseId, row.receiptKey) : undefined;
      return { ...toEffectRow(row), receipt: receipt ?? null };
    }),
  );
};

/** The transcript as far as it was recorded, oldest first. */
export const readTranscript = async (
  { store }: RecordContext,
  { row, steps }: Pick<RunRecords, 'row' | 'steps'>,
): Promise<readonly TranscriptMessage[]> => {
  const head = steps.at(-1)?.head;
  return head === undefined ? [] : store.transcripts.read(row.caseId, head.address, head.depth);
};
