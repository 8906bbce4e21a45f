// Everything the store knows of one run, the words opened where they open: what a person reads, and what a demonstration checks.
import type { JsonObject } from '../core/kernel/json';
import type { StepRecord } from '../core/moves/activity-shapes';
import type { TranscriptMessage } from '../core/moves/agent-kit';
import { selectEffects, toEffectRow } from '../stores/effect-ledger';
import type { EffectRow, ReviewRow, RunRow } from '../stores/store-port';
import { readDecisions, type DecisionRecord } from './decision-records';
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
  /** What the customer is told; null while there is none. */
  readonly reply: string | null;
  /** What the customer is told while a person decides; null once there is a reply. */
  readonly interimReply: string | null;
  readonly unread: number;
  /** Where it is not `opened`, replies and receipts are null: the row's `replyRef` and `interimRef` are their addresses. */
  readonly words: WordsState;
}

/** An effect with its receipt. */
export interface EffectRecord extends EffectRow {
  /** What the outside system answered, as recorded; null while nothing is. */
  readonly receipt: JsonObject | null;
}

export const readRunRecords = async (context: RecordContext, turnKey: string): Promise<RunRecords> => {
  const row = await findRun(context, turnKey);
  const [steps, reviews, decisions] = await Promise.all([
    context.store.runs.steps(turnKey),
    listReviews(context, { turnKey }),
    readDecisions(context, turnKey),
  ]);
  const words = await readWordsState(context, { row, steps });
  const effects = await readEffects(context, row, words);
  const replies = words === 'opened' ? await readReplies(context.store, row) : { reply: null, interimReply: null };
  return { row, steps, reviews, decisions, effects, ...replies, unread: unreadOf(steps), words };
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
