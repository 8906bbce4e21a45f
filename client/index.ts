// The client library, `turnkeep/client`: everything that a program of yours, or the command line, does with runs and reviews.
export { openClient, openRunReader, type OpenOptions } from './open-client';
export type { AskOptions, ReviewClient, TurnkeepClient } from './turnkeep-client';
export type { OpenRunReader, ReviewFilter, ReviewReader, RunReader } from './run-reader';
export { checkListOptions, LIST_LIMIT_MAX, type ListRunsOptions } from './check-list-options';
export type { RunList } from './list-runs';
export type { AttentionRun } from './attention-reasons';
export type { AttentionReport } from './run-attention';
export type { ReconcileOptions, ReconcileReport, ReconciledRun } from './reconcile-runs';
export type { DecisionRecord } from './decision-records';
export { namedPersonOf, type ClientContext, type RecordContext } from './client-context';
export { readSettings, SettingsError, type Settings } from '../temporal-config/settings';

export { ClientError } from './client-error';
export { ServerUnreachableError } from '../temporal-config/server-address';
export { StoreIntegrityError, StoreUnavailableError } from '../stores/store-port';

export type { StartedTurn, StartOptions } from './start-turn';
export { assertScript } from './model-choice';
export type { RunReport, WaitOptions } from './wait-for-run';
export type { ExecutionStatus, LiveStatus } from './run-status';
export type { RunStatusView } from '../workflows/messages';
export type { MessageReport } from './send-message';
export type { StopReport } from './stop-run';
export type { ResumeOptions, ResumeReport } from './resume-run';
export type { AbortReport } from './abort-run';
export type { StandingEffect } from './conclude-abort';
export type { HoldOptions, HoldReport } from './effect-holds';

export type { DecideOptions, DecideReport, PreparedDecision } from './decide-review';
export type { EditOptions, EditReport } from './edit-review';
export { countedIn, type TakenDecision } from './counted-decision';
export type { ReviewEvidence } from './review-evidence';
export { describeTrace } from './trace-arguments';
export type { LaterMessage } from './later-messages';

export type { EffectRow, ReviewRow, RunRow } from '../stores/store-port';
export { receiptIdOf, type EffectRecord, type RunRecords } from './run-records';
export { movesOf, verdictsOf, type VerdictAt } from './recorded-moves';
export type { ReadHandOff } from './hand-off-record';
export { wordsStateText, type WordsState } from './one-run/run-words';
export type { RunAct } from './one-run/read-acts';
export type {
  TimelineAct,
  TimelineDecision,
  TimelineEffect,
  TimelineEntry,
  TimelineMove,
  TimelineReview,
} from './one-run/read-timeline';
export type { BudgetUse, CostReport, StepCost } from './one-run/read-cost';
export type { StateAtStep } from './one-run/read-state';
export type { GuardAttempt, GuardFinding, ReceiptReport, ToolReceiptLine } from './one-run/read-receipts';
export type { RunNote } from './one-run/read-notes';
export type { ExportOptions } from './one-run/export-run';
export { exportSchemaName, type ExportedStep, type RunExport } from './one-run/run-export';
export { exportFormats, type ExportFormat } from './one-run/export-formats';
export { formatExport } from './one-run/format-export';
export type {
  WatchBegin,
  WatchEnd,
  WatchEvent,
  WatchOptions,
  WatchPlace,
  WatchSilence,
  WatchWait,
} from './one-run/watch-run';
