// JSON twins of what crosses between a workflow and its activities: references, ids, codes and figures, nobody's words.
// Shapes are extended by addition only.
import type { Reviewer } from '../human-review/signed-decision';
import type { Limits } from '../loop-governor/limits';

/** Which turn this is. `turnKey` is the workflow id; a fork keeps case and root turn. */
export interface TurnRef {
  readonly agent: string;
  readonly caseId: string;
  readonly turn: number;
  readonly turnKey: string;
  readonly rootTurnKey: string;
  readonly branch: string;
}

/** The tip of a transcript branch. `tokensUpper` never understates what a model will count. */
export interface TranscriptHead {
  readonly address: string;
  readonly depth: number;
  readonly bytes: number;
  readonly tokensUpper: number;
}

export interface ModelChoice {
  readonly backend: string;
  /** Printed wherever a figure or a reply of this model shows. */
  readonly label: string;
  /** Millionths of a US dollar per 1,000 tokens; null: unknown, cost is then marked unknown and never taken as zero. */
  readonly price: { readonly inputMicroPerThousand: number; readonly outputMicroPerThousand: number } | null;
  /** For `scripted` only: the name of the script in the worker's script folder. */
  readonly script?: string;
  /** Name of the provider in the settings of the worker that answers. */
  readonly provider?: string;
  /** The provider's own name of the model. */
  readonly model?: string;
  /** Task queue of this provider's key; without one the call is taken from the turn's own queue. */
  readonly queue?: string;
}

/** Frozen at the start of a run: a run keeps its settings. */
export interface RunSettings {
  readonly limits: Limits;
  readonly model: ModelChoice;
  /** `id@version`, rendered in the activity. */
  readonly prompt: string;
  /** Upper estimate of what system prompt, tool list and earlier turns of the case cost, tokens: part of every reservation. */
  readonly promptTokensUpper: number;
  readonly guardAttemptsMax: number;
  readonly reviewExpiryMs: number;
  /** What happens when a review is due: it stays pending (overdue), or it expires. Never an approval. */
  readonly atReviewExpiry: 'stayPending' | 'expire';
  readonly requireSignatures: boolean;
  /** The rules that decisions are read by; absent: 1. */
  readonly decisionRules?: number;
  /** Whose signed decisions count, as the settings named them. Absent: none are listed, and no signature is looked at. */
  readonly reviewers?: readonly Reviewer[];
  /** The rule set of the turn; absent: 1. Carried into LoopState.rules. */
  readonly rules?: number;
  /** The policy in force at the start, `id@version`. What money rules answer is the policy in force when they are asked. */
  readonly policy?: string;
  /** Who caused the run, as recorded: may not approve what it asks for. */
  readonly startedBy?: string;
}

export interface TurnInput {
  readonly version: 1;
  readonly turn: TurnRef;
  /** Whom the turn is about: for support the customer id, the caller's assertion of who was verified. */
  readonly subject: string;
  readonly head: TranscriptHead;
  readonly settings: RunSettings;
}
