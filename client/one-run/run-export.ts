// The form in which the whole record of one run leaves the store.
import type { RunState } from '../../core/moves/run-state';
import type { TranscriptMessage } from '../../core/moves/agent-kit';
import type { RunStatus, VerdictLine, WaitingFor } from '../../core/moves/activity-shapes';
import type { ReviewRow, RunRow } from '../../stores/store-port';
import type { ReadHandOff } from '../hand-off-record';
import type { EffectRecord } from '../run-records';
import type { RunAct } from './read-acts';
import type { CostReport } from './read-cost';
import type { RunNote } from './read-notes';
import type { GuardAttempt, ToolReceiptLine } from './read-receipts';
import type { TimelineMove } from './read-timeline';
import type { WordsState } from './run-words';

/** The form of an export; it grows by addition, and a change of what stands here is another number. */
export const exportSchemaName = 'turnkeep.run-export@1';

/** What the step's record says, without its moves. */
export interface ExportedStep {
  readonly step: number;
  readonly atMs: number;
  readonly status: RunStatus;
  readonly node: string;
  readonly outcome: string | null;
  readonly cause: string | null;
  readonly waiting: WaitingFor | null;
  readonly verdict: VerdictLine | null;
  readonly upToMove: number;
  /** Address of the transcript's tip. */
  readonly head: string;
}

/** One run. Instants are epoch milliseconds, money is integers of minor units, model costs millionths of a US dollar. */
export interface RunExport {
  readonly schema: typeof exportSchemaName;
  readonly exportedAtMs: number;
  /** Whether words are in it: `opened`, left out on request, or why they do not open. What is words is null or empty otherwise. */
  readonly words: WordsState | 'leftOut';
  readonly run: RunRow;
  /** Whom it was about, as the caller asserted. */
  readonly customer: string | null;
  readonly startedBy: string | null;
  readonly moves: readonly TimelineMove[];
  readonly steps: readonly ExportedStep[];
  readonly cost: Omit<CostReport, 'turnKey' | 'words'>;
  readonly reviews: readonly ReviewRow[];
  readonly effects: readonly EffectRecord[];
  /** Who stopped, resumed or ended it, oldest first. */
  readonly acts: readonly RunAct[];
  readonly guard: readonly GuardAttempt[];
  readonly tools: readonly ToolReceiptLine[];
  /** The state at the last record. */
  readonly state: RunState | null;
  readonly messages: readonly TranscriptMessage[] | null;
  readonly notes: readonly RunNote[];
  readonly reply: string | null;
  readonly interimReply: string | null;
  readonly handOff: ReadHandOff | null;
  /** Messages of the customer that were taken and not read. */
  readonly unread: number;
}
