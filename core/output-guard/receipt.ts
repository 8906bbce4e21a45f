// The guard's record of one guarded step. It only grows: a later success never erases an earlier error, and what the first attempt
// came to is counted apart from what was accepted in the end. A stage that was not reached is null, never false.
import { assertInvariant } from '../kernel/assert-never';
import type { Fix } from './repair';

export const guardModes = ['reject', 'auto-repair'] as const;
export type GuardMode = (typeof guardModes)[number];

export type GuardStage = 'channel' | 'completion' | 'parse' | 'shape' | 'meaning';
export type GuardErrorKind = 'CHANNEL' | 'COMPLETION' | 'PARSE' | 'VALIDATION' | 'SEMANTIC';
export type StopReason = 'accepted' | 'attempt_cap' | 'transport_error' | 'completion_limit' | 'refused';

/** How a reply ended, by the provider's stop reason only. */
export type ReplyEnding =
  | 'answered'
  | 'toolsProposed'
  | 'cut'
  | 'contextFull'
  | 'paused'
  | 'refused'
  | 'filtered'
  | 'stoppedBySequence'
  | 'empty'
  | 'unknown';

/** What the guard found in one reply. */
export interface AttemptResult {
  /** 1-based. */
  readonly attempt: number;
  /** `proposed`: tools were offered and called; there is no answer to judge. */
  readonly outcome: 'accepted' | 'proposed' | 'failed';
  /** The last stage reached. */
  readonly stage: GuardStage;
  readonly errorKind: GuardErrorKind | null;
  readonly errors: readonly string[];
  readonly fixes: readonly Fix[];
  readonly parsed: boolean | null;
  readonly shapeOk: boolean | null;
  readonly semanticOk: boolean | null;
  /** What the check of meaning could not compare; left out when that stage was not reached. */
  readonly unchecked?: readonly string[];
  /** The accepted value; null unless accepted. */
  readonly value: unknown;
  /** What the model is told before its next attempt; null when nothing is to be said. */
  readonly feedback: string | null;
}

export interface AttemptReceipt extends Omit<AttemptResult, 'value' | 'feedback'> {
  /** Digest of the reply as received; its text lies in the transcript. */
  readonly replyDigest: string;
  readonly ending: ReplyEnding;
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number } | null;
  readonly latencyMs: number;
  readonly model: string;
  /** `id@version`. */
  readonly prompt: string;
}

export interface GuardReceipt {
  readonly mode: GuardMode;
  readonly attemptsMax: number;
  readonly attempts: readonly AttemptReceipt[];
  /** Null while the step is going on. */
  readonly stopReason: StopReason | null;
  readonly value: unknown;
  /** Null until there was a first attempt; `meaningCorrect` is null when that stage was not reached. */
  readonly firstAttempt: { readonly shapeValid: boolean; readonly meaningCorrect: boolean | null } | null;
}

export const openReceipt = (mode: GuardMode, attemptsMax: number): GuardReceipt => ({
  mode,
  attemptsMax,
  attempts: [],
  stopReason: null,
  value: null,
  firstAttempt: null,
});

export type AttemptFigures = Pick<
  AttemptReceipt,
  'replyDigest' | 'ending' | 'usage' | 'latencyMs' | 'model' | 'prompt'
>;

/** The receipt with one attempt more. Throws when the receipt is closed or the attempt is not the next one. */
export const appendAttempt = (receipt: GuardReceipt, result: AttemptResult, figures: AttemptFigures): GuardReceipt => {
  assertInvariant(receipt.stopReason === null, 'a closed receipt takes no further attempt');
  assertInvariant(result.attempt === receipt.attempts.length + 1, `attempt ${result.attempt} is not the next one`);
  const { value: _value, feedback: _feedback, ...found } = result;
  const firstAttempt = receipt.firstAttempt ?? {
    shapeValid: result.shapeOk === true,
    meaningCorrect: result.semanticOk,
  };
  return { ...receipt, attempts: [...receipt.attempts, { ...found, ...figures }], firstAttempt };
};

/** The closed receipt. Throws when it is closed already, or when a value is claimed that no attempt had accepted. */
export const closeReceipt = (receipt: GuardReceipt, stopReason: StopReason, value: unknown): GuardReceipt => {
  assertInvariant(receipt.stopReason === null, 'a receipt is closed once');
  const accepted = receipt.attempts.at(-1)?.outcome === 'accepted';
  assertInvariant(accepted === (stopReason === 'accepted'), 'accepted means that the last attempt was');
  return { ...receipt, stopReason, value: accepted ? value : null };
};
