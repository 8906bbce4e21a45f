// What was kept of every attempt of a model, of every tool and effect of one run. The guard's findings are told attempt by attempt; of
// its feedback only a digest, since it may quote the model. The reply's own text lies in the transcript.
import { hmacSha256Hex } from '../../core/kernel/sha256';
import type { JsonObject } from '../../core/kernel/json';
import type { ModelOutcome } from '../../core/moves/activity-shapes';
import type { AttemptReceipt, GuardReceipt } from '../../core/output-guard/receipt';
import { listTurnReceipts, type ReceiptPlace } from '../../stores/turn-receipts';
import type { RecordContext } from '../client-context';
import type { EffectRecord, RunRecords } from '../run-records';
import type { WordsState } from './run-words';

/** One attempt of a model call under the output guard. Everything but place and time is null where it does not open. */
export interface GuardAttempt {
  readonly receiptKey: string;
  readonly atMs: number;
  /** What the guard found, stage by stage; null where the call never came to a reply (a person was asked for first). */
  readonly found: GuardFinding | null;
  readonly errorCount: number | null;
  /** HMAC-SHA-256 under the deployment's identity key of what the next attempt was told; null when nothing was. */
  readonly feedbackHash: string | null;
  /** Millionths of a US dollar; null while the price is unknown. */
  readonly costMicro: number | null;
  /** How the guarded step ended with this attempt; null while it goes on. */
  readonly stopReason: GuardReceipt['stopReason'];
  /** The model as the provider names it. */
  readonly model: string | null;
}

/** Of the guard's record: 1-based attempt, last stage, error kind, fixes, usage, prompt version, digest of the reply. */
export type GuardFinding = Omit<AttemptReceipt, 'model'>;

/** A reading tool's receipt: its status, never its result. */
export interface ToolReceiptLine {
  readonly receiptKey: string;
  readonly atMs: number;
  readonly status: string | null;
  readonly code: string | null;
}

/** Every receipt of one run. */
export interface ReceiptReport {
  readonly turnKey: string;
  /** Oldest first. */
  readonly guard: readonly GuardAttempt[];
  readonly tools: readonly ToolReceiptLine[];
  /** With what the outside system answered. */
  readonly effects: readonly EffectRecord[];
  readonly words: WordsState;
}

export const readReceipts = async (
  { store }: RecordContext,
  { row, effects, words }: RunRecords,
): Promise<ReceiptReport> => {
  const places = await store.db.read((query) => listTurnReceipts(query, row.workflowId));
  const open = async (place: ReceiptPlace): Promise<JsonObject | null> =>
    words === 'opened' ? ((await store.receipts.find(row.caseId, place.receiptKey)) ?? null) : null;
  const ofKind = <T>(kind: string, line: (place: ReceiptPlace, value: JsonObject | null) => T): Promise<T[]> =>
    Promise.all(places.filter((place) => place.kind === kind).map(async (place) => line(place, await open(place))));
  const digest = (text: string): string => hmacSha256Hex(store.keys.identityKey, text);
  return {
    turnKey: row.workflowId,
    guard: await ofKind('model', (place, value) => attemptOf(place, value, digest)),
    tools: await ofKind('tool', toolLineOf),
    effects,
    words,
  };
};

interface KeptDetail {
  readonly feedback: string | null;
  readonly receipt: GuardReceipt;
}

const attemptOf = (
  { receiptKey, atMs }: ReceiptPlace,
  value: JsonObject | null,
  digest: (text: string) => string,
): GuardAttempt => {
  const kept = detailOf(value);
  const last = kept?.receipt.attempts.at(-1);
  return {
    receiptKey,
    atMs,
    found: last === undefined ? null : withoutModel(last),
    errorCount: last === undefined ? null : last.errors.length,
    feedbackHash: kept === null || kept.feedback === null ? null : digest(kept.feedback),
    stopReason: kept === null ? null : kept.receipt.stopReason,
    ...billedOf(value),
  };
};

/** None where the receipt does not open, or where no model was asked. */
const detailOf = (value: JsonObject | null): KeptDetail | null =>
  (value?.['detail'] as unknown as KeptDetail | undefined) ?? null;

const billedOf = (value: JsonObject | null): Pick<GuardAttempt, 'costMicro' | 'model'> => {
  const outcome = value?.['outcome'] as unknown as ModelOutcome | undefined;
  if (outcome?.kind !== 'replied') return { costMicro: null, model: null };
  return { costMicro: outcome.costMicro, model: outcome.model };
};

const withoutModel = ({ model: _asSent, ...found }: AttemptReceipt): GuardFinding => found;

const toolLineOf = ({ receiptKey, atMs }: ReceiptPlace, value: JsonObject | null): ToolReceiptLine => ({
  receiptKey,
  atMs,
  status: textOf(value?.['status']),
  code: textOf(value?.['code']),
});

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
