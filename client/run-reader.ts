// What is recorded of runs and reviews, for reading alone: no server is needed, and where the keys are not here what lies open is read
// all the same.
import { openStore } from '../stores/open-store';
import { StoreIntegrityError, type ReviewRow } from '../stores/store-port';
import type { Settings } from '../temporal-config/settings';
import { personOf, type RecordContext } from './client-context';
import { readDecisions, type DecisionRecord } from './decision-records';
import { digestEvidence } from './evidence-digests';
import { readHandOff, type ReadHandOff } from './hand-off-record';
import { exportRun, type ExportOptions } from './one-run/export-run';
import { costOf, type CostReport } from './one-run/read-cost';
import { readNotes, type RunNote } from './one-run/read-notes';
import { readReceipts, type ReceiptReport } from './one-run/read-receipts';
import { stateAtStep, type StateAtStep } from './one-run/read-state';
import { timelineOf, type TimelineEntry } from './one-run/read-timeline';
import type { RunExport } from './one-run/run-export';
import type { ListRunsOptions } from './check-list-options';
import { listRuns, type RunList } from './list-runs';
import type { AttentionReport } from './run-attention';
import { resolveRun } from './resolve-run';
import { readReviewEvidence, type ReviewEvidence } from './review-evidence';
import { listReviews } from './review-list';
import { readRunRecords, type RunRecords } from './run-records';

/** Which reviews; each part narrows. */
export interface ReviewFilter {
  /** `pending`, `granted`, `consumed`, `rejected`, `asked`, `expired`, `void` or `recalled`. */
  readonly state?: string;
  readonly turnKey?: string;
}

/** Reviews, read. */
export interface ReviewReader {
  /** Oldest first, all rounds. */
  list(filter?: ReviewFilter): Promise<readonly ReviewRow[]>;
  /** What a person is asked to decide, in words. Refuses with REVIEW_NOT_FOUND. */
  show(reviewId: string): Promise<ReviewEvidence>;
  /** Of what `show` gave, part by part: what a decision names as shown. */
  digests(evidence: ReviewEvidence): readonly string[];
}

/** Each function about one run refuses with RUN_NOT_FOUND where the registry does not know it. */
export interface RunReader {
  /**
   * The whole key of the run that a part of it names: the key itself, `case/turn`, the case's id or how it begins, or your own reference
   * of the case. Refuses with RUN_AMBIGUOUS and the candidates, or RUN_NOT_FOUND and the nearest.
   */
  resolve(named: string): Promise<string>;
  /** Runs that every given part fits, newest first, and how many more there are. */
  list(options?: ListRunsOptions): Promise<RunList>;
  /** Everything the store knows of a run. */
  show(turnKey: string): Promise<RunRecords>;
  /** Moves, reviews, decisions, effects, and who stopped, resumed or ended the run; oldest first. */
  timeline(turnKey: string): Promise<readonly TimelineEntry[]>;
  /** Tokens and money, by step and in all. */
  cost(turnKey: string): Promise<CostReport>;
  /** As it stood when this step was recorded last; the last step when left out. Refuses with STEP_NOT_RECORDED. */
  state(turnKey: string, step?: number): Promise<StateAtStep>;
  /** The guard's receipts by attempt, tools, effects. */
  receipts(turnKey: string): Promise<ReceiptReport>;
  /** The record of a hand-off, with the words it points at; undefined when nothing was handed off, or no word opens. */
  handOff(turnKey: string): Promise<ReadHandOff | undefined>;
  /** Every decision that counted, oldest first: who, how that is proved, from where, and digests of what they were shown. */
  decisions(turnKey: string): Promise<readonly DecisionRecord[]>;
  /** What persons wrote about the run: notes and questions of decisions, changed arguments, reasons of a stop and of an abort. */
  notes(turnKey: string): Promise<readonly RunNote[]>;
  /** Which runs need a person, and why: the most urgent first. A reader tells what was recorded; a client asks Temporal too. */
  attention(): Promise<AttentionReport>;
  /** The whole record as one value. */
  export(turnKey: string, options?: ExportOptions): Promise<RunExport>;
  readonly review: ReviewReader;
}

/** A reader with a store of its own, to be closed. */
export interface OpenRunReader extends RunReader {
  readonly context: RecordContext;
  /** Why no word opens here; null where the keys are. */
  readonly withoutKeys: string | null;
  close(): Promise<void>;
}

export const createRunReader = (context: RecordContext): RunReader => ({
  resolve: (named) => resolveRun(context, named),
  list: (options) => listRuns(context, options),
  show: (turnKey) => readRunRecords(context, turnKey),
  timeline: async (turnKey) => timelineOf(await readRunRecords(context, turnKey)),
  cost: async (turnKey) => costOf(await readRunRecords(context, turnKey)),
  state: async (turnKey, step) => stateAtStep(await readRunRecords(context, turnKey), step),
  receipts: async (turnKey) => readReceipts(context, await readRunRecords(context, turnKey)),
  decisions: (turnKey) => readDecisions(context, turnKey),
  notes: async (turnKey) => readNotes(context, await readRunRecords(context, turnKey)),
  // Loaded here: it knows Temporal's packages, which a reader has no need of.
  attention: async () => (await import('./run-attention.js')).findAttention(context),
  handOff: (turnKey) => openHandOff(context, turnKey),
  export: (turnKey, options) => exportRun(context, turnKey, options),
  review: {
    list: (filter = {}) => listReviews(context, filter),
    show: (reviewId) => readReviewEvidence(context, reviewId),
    digests: (evidence) => digestEvidence(context, evidence),
  },
});

const openHandOff = async (context: RecordContext, turnKey: string): Promise<ReadHandOff | undefined> => {
  const { row, words } = await readRunRecords(context, turnKey);
  return row.outcome === 'handedOff' && words === 'opened' ? readHandOff(context, row) : undefined;
};

/** Key files that are not there, or that this user may not read. Those that are damaged or too open are a fault, and refused. */
const absent: ReadonlySet<string> = new Set(['keys.missing', 'keys.unreadable']);

/** Opens the store alone. Refuses with StoreUnavailableError, and with StoreIntegrityError on a store that cannot be trusted. */
export const openRunReader = async (settings: Settings, options: { as?: string } = {}): Promise<OpenRunReader> => {
  const { home, databaseUrl, keysUrl } = settings;
  const place = {
    home,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...(keysUrl === undefined ? {} : { keysUrl }),
  };
  const open = async (withoutKeys: string | null): Promise<OpenRunReader> => {
    const store = await openStore(withoutKeys === null ? place : { ...place, withoutKeys });
    const context = { settings, store, person: personOf(settings, options.as) };
    return { ...createRunReader(context), context, withoutKeys, close: () => store.close() };
  };
  try {
    return await open(null);
  } catch (error) {
    if (!(error instanceof StoreIntegrityError) || !absent.has(error.code)) throw error;
    return open(error.message);
  }
};
