// The receipt of a guarded step: it grows by one attempt a model call and is kept, sealed, under that call's key. A later success
// never erases an earlier error.
import type { JsonObject } from '../../core/kernel/json';
import type { StoredCall } from '../../core/moves/agent-kit';
import type { ModelCallArg } from '../../core/moves/activity-shapes';
import { guardStep } from '../../core/output-guard/attempts';
import {
  appendAttempt,
  closeReceipt,
  openReceipt,
  type AttemptFigures,
  type AttemptResult,
  type GuardMode,
  type GuardReceipt,
} from '../../core/output-guard/receipt';
import type { ReceiptStore } from '../../stores/store-port';

export const guardMode: GuardMode = 'auto-repair';

/** What of an earlier attempt the next one is shown, and the receipt so far. */
export interface AttemptDetail {
  readonly replyText: string;
  /** Calls made where none was offered: denied, each with its paired result, and never run. */
  readonly replyCalls: readonly StoredCall[];
  readonly feedback: string | null;
  /** The attempt before this one. */
  readonly feedbackOf: string | null;
  readonly receipt: GuardReceipt;
}

/** The kept detail of the attempt under this key; undefined where there is none. */
export const readAttempt = async (
  receipts: ReceiptStore,
  caseId: string,
  receiptKey: string,
): Promise<AttemptDetail | undefined> => {
  const stored: JsonObject | undefined = await receipts.find(caseId, receiptKey);
  return stored?.['detail'] as unknown as AttemptDetail | undefined;
};

/** The receipt with this attempt, closed when the step ends here. A batch of proposed calls ends no answer and closes nothing. */
export const growReceipt = async (
  receipts: ReceiptStore,
  arg: ModelCallArg,
  { result, figures }: { result: AttemptResult; figures: AttemptFigures },
): Promise<GuardReceipt> => {
  const { attempt, feedbackOf, guardAttemptsMax } = arg;
  const before = feedbackOf === null ? undefined : await readAttempt(receipts, arg.turn.caseId, feedbackOf);
  const grown = appendAttempt(before?.receipt ?? openReceipt(guardMode, guardAttemptsMax), result, figures);
  if (result.outcome === 'proposed') return grown;
  const next = guardStep(
    { mode: guardMode, attemptsMax: guardAttemptsMax, attempts: attempt - 1 },
    { kind: 'judged', accepted: result.outcome === 'accepted', error: result.errorKind, ending: figures.ending },
  );
  return next.kind === 'stop' ? closeReceipt(grown, next.stopReason, result.value) : grown;
};
