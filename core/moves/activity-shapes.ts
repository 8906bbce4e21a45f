// The JSON twins of everything that crosses the boundary between a workflow and its activities: references, ids, codes and
// figures, never anybody's words. Shapes are extended by addition only.
import type { ToolTag } from '../kernel/tool-declaration';
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
}

/** Frozen at the start of a run: a run keeps its settings. */
export interface RunSettings {
  readonly limits: Limits;
  readonly model: ModelChoice;
  /** `id@version`, rendered in the activity. */
  readonly prompt: string;
  /** Upper estimate of what system prompt and tool list cost, tokens: part of every reservation. */
  readonly promptTokensUpper: number;
  readonly guardAttemptsMax: number;
  readonly reviewExpiryMs: number;
  /** What happens when a review is due: it stays pending (overdue), or it expires. Never an approval. */
  readonly atReviewExpiry: 'stayPending' | 'expire';
  readonly requireSignatures: boolean;
}

export interface TurnInput {
  readonly version: 1;
  readonly turn: TurnRef;
  /** Whom the turn is about: for support the customer id, the caller's assertion of who was verified. */
  readonly subject: string;
  readonly head: TranscriptHead;
  readonly settings: RunSettings;
}

/** How a model's reply ended (spec/fine-print 17); each is an event of its own, never a phrase in the text. */
export type Ending =
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

/** The error kinds of the guard's stages. */
export type GuardErrorKind = 'CHANNEL' | 'COMPLETION' | 'PARSE' | 'VALIDATION' | 'SEMANTIC';

/** Where the text of a proposed call lies: the reply's address in the transcript and the call's place in it. */
export interface CallRef {
  readonly callId: string;
  readonly replyAddress: string;
  readonly replyDepth: number;
  readonly position: number;
  readonly tool: string;
}

export interface ProposedCall extends CallRef {
  readonly tag: ToolTag | 'untagged';
  /** The arguments passed the tool's schema. */
  readonly valid: boolean;
  /** Digest of tool and arguments byte for byte as sent. */
  readonly exactKey: string;
  /** Keyed digest of tool and canonical arguments: the governor's duplicate key. */
  readonly duplicateKey: string;
}

/** Why a call has the result it has; the activity turns the code into words for the model. */
export type ResultCode =
  | 'ran' // the tool ran; its result lies under receiptKey
  | 'effect' // the effect's recorded outcome lies under receiptKey
  | 'suppressed'
  | 'invalidArguments'
  | 'unknownTool'
  | 'refusedByRule'
  | 'vetoed'
  | 'held'
  | 'capped'
  | 'rejected'
  | 'expired'
  | 'pendingElsewhere'
  | 'toolFailed'
  | 'notRun';

export interface CallResult {
  readonly code: ResultCode;
  readonly receiptKey?: string;
  readonly rule?: string;
  /** The earlier call a suppressed one repeats. */
  readonly ofCallId?: string;
  readonly ofStep?: number;
  readonly reviewId?: string;
  readonly reasonCode?: string;
  /** Address of a person's words in the store. */
  readonly noteRef?: string;
}

export interface SettledCall extends CallRef {
  readonly result: CallResult;
}

export interface ModelCallArg {
  readonly turn: TurnRef;
  readonly head: TranscriptHead;
  /** Results not yet in the transcript; appended first, in this order. */
  readonly settle: readonly SettledCall[];
  readonly purpose: 'act' | 'answer';
  /** 1-based attempt of the guard within this step. */
  readonly attempt: number;
  /** Receipt key of the failed attempt before, whose feedback is shown. */
  readonly feedbackOf: string | null;
  /** Calls of a model made so far in this turn: part of the receipt's key. */
  readonly callPosition: number;
  readonly model: ModelChoice;
  readonly prompt: string;
  readonly outputTokensMax: number;
  readonly deadlineAtMs: number;
  readonly subject: string;
}

export interface ModelReceipt {
  readonly kind: 'replied';
  readonly receiptKey: string;
  readonly head: TranscriptHead;
  readonly ending: Ending;
  readonly calls: readonly ProposedCall[];
  /** The model asked for a person through the agent's hand-off tool; what else it proposed is not run. */
  readonly handOff: { readonly reasonCode: string } | null;
  /** The guard's judgement of an answer; null when tools were proposed. */
  readonly guard: {
    readonly accepted: boolean;
    readonly error: GuardErrorKind | null;
    readonly errorCount: number;
    readonly fixes: readonly string[];
  } | null;
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number } | null;
  /** Millionths of a US dollar; null when the price is unknown. */
  readonly costMicro: number | null;
  readonly latencyMs: number;
  readonly model: string;
}

/** A provider failure that may have been billed: an outcome, not an exception. */
export interface ModelTransportFailure {
  readonly kind: 'transport';
  readonly type: string;
  readonly head: TranscriptHead;
}
export type ModelOutcome = ModelReceipt | ModelTransportFailure;

export interface ToolCallArg {
  readonly turn: TurnRef;
  readonly subject: string;
  readonly call: CallRef;
  readonly deadlineAtMs: number;
}

export type ToolStatus = 'ok' | 'empty' | 'invalid_arguments' | 'temporary' | 'not_permitted' | 'permanent';

export interface ToolReceipt {
  readonly receiptKey: string;
  readonly status: ToolStatus;
  readonly bytes: number;
  readonly tokensUpper: number;
  readonly resultDigest: string;
}

export interface JudgeArg {
  readonly turn: TurnRef;
  readonly subject: string;
  readonly call: CallRef;
}

/** The policy's answer on one proposed effect, and the digests everything later is bound to. */
export interface JudgeReceipt {
  readonly answer: 'allow' | 'review' | 'refuse';
  readonly rule: string;
  readonly rulesDigest: string;
  readonly factsDigest: string;
  readonly effectKey: string;
  readonly actionHash: string;
  readonly amountMinor: number | null;
  readonly currency: string | null;
  /** A review of the same effect waits already (an earlier turn or batch twin). */
  readonly pendingReviewId: string | null;
  /** The round a review of this effect would have: 1 + rounds so far. */
  readonly round: number;
  /** The review whose rejection the person must be shown, when a veto is why this asks. */
  readonly rejectedReviewId?: string;
}

export interface OpenReviewArg {
  readonly turn: TurnRef;
  readonly subject: string;
  readonly call: CallRef;
  readonly judged: JudgeReceipt;
  /** How long from now until the review is due. */
  readonly expiryMs: number;
  readonly step: number;
}

export interface OpenReviewReceipt {
  readonly reviewId: string;
  readonly round: number;
  readonly openedAtMs: number;
  readonly expiresAtMs: number;
}

export interface RecordDecisionArg {
  readonly turn: TurnRef;
  readonly reviewId: string;
  readonly round: number;
  readonly actionHash: string;
  readonly rulesDigest: string;
  readonly decision: 'approve' | 'reject';
  readonly by: string;
  readonly authenticated: 'unverified' | 'signed';
  readonly surface: string;
  readonly reasonCode: string;
  /** Only a bare signal carries words; the activity moves them to the store. */
  readonly note: string | null;
  readonly noteRef: string | null;
  readonly decidedAtMs: number;
}

export type RecordDecisionReceipt =
  | { readonly kind: 'granted'; readonly noteRef: string | null }
  | { readonly kind: 'rejected'; readonly noteRef: string | null }
  | { readonly kind: 'conflict'; readonly state: string; readonly noteRef: string | null };

export interface EffectArg {
  readonly turn: TurnRef;
  readonly subject: string;
  readonly call: CallRef;
  readonly judged: JudgeReceipt;
  /** The grant that allows it; null when a policy rule allowed it alone. */
  readonly review: { readonly reviewId: string; readonly round: number } | null;
  readonly step: number;
}

export type EffectKind =
  'done' | 'refused' | 'unknown' | 'refusedByRule' | 'needsReview' | 'vetoed' | 'held' | 'capped' | 'staleStore';

export interface EffectOutcome {
  readonly kind: EffectKind;
  readonly effectKey: string;
  readonly receiptKey: string | null;
  /** The recorded result of an earlier attempt was returned; nothing was sent now. */
  readonly replayed: boolean;
  readonly rule: string | null;
  readonly amountMinor: number | null;
  readonly currency: string | null;
}

export interface EstablishArg {
  readonly turn: TurnRef;
  readonly subject: string;
  readonly why: 'start' | 'resume';
}
export type EstablishReceipt = { readonly kind: 'established' } | { readonly kind: 'unknownSubject' };

export interface DeliverArg {
  readonly turn: TurnRef;
  readonly head: TranscriptHead;
  readonly settle: readonly SettledCall[];
  /** `model`: the accepted answer at `head`; `deterministic`: composed from recorded outcomes, no model involved. */
  readonly source: 'model' | 'deterministic';
  readonly modelLabel: string;
}
export interface DeliverReceipt {
  readonly head: TranscriptHead;
  readonly replyRef: string;
}

export interface HandOffArg {
  readonly turn: TurnRef;
  readonly subject: string;
  readonly head: TranscriptHead;
  readonly settle: readonly SettledCall[];
  readonly reason: string;
  readonly stoppedAt: string;
  readonly effects: readonly EffectLine[];
  readonly verdict: VerdictLine | null;
  readonly modelLabel: string;
}
export type HandOffReceipt = DeliverReceipt;

export interface EffectLine {
  readonly callId: string;
  readonly tool: string;
  readonly effectKey: string;
  readonly kind: EffectKind;
  readonly amountMinor: number | null;
  readonly currency: string | null;
}

export interface VerdictLine {
  readonly kind: 'continue' | 'suppress' | 'finalize' | 'abort' | 'pause';
  readonly by: string;
  readonly value: number | null;
  readonly limit: number | null;
  readonly tool?: string;
  readonly ofStep?: number;
}

/** One line of the trace a move. */
export interface MoveLine {
  readonly move: number;
  readonly step: number;
  readonly node: string;
  readonly event: string;
  readonly atMs: number;
  readonly verdicts: readonly VerdictLine[];
}

export type RunStatus = 'running' | 'interrupted' | 'cancelled' | 'failed_resumable' | 'completed' | 'aborted';

export interface WaitingFor {
  readonly kind: 'review' | 'money' | 'customer';
  readonly reviewId: string | null;
  readonly sinceMs: number;
  readonly dueMs: number | null;
}

/** The record of a step: upserted, monotone in uptoMove. Figures are the run's totals of this step, not increments. */
export interface StepRecord {
  readonly turn: TurnRef;
  readonly runId: string;
  readonly step: number;
  readonly uptoMove: number;
  readonly moves: readonly MoveLine[];
  readonly tokens: number;
  readonly costMicro: number;
  readonly costUnknown: boolean;
  readonly head: TranscriptHead;
  readonly node: string;
  readonly status: RunStatus;
  readonly outcome: string | null;
  readonly cause: string | null;
  readonly waiting: WaitingFor | null;
  readonly verdict: VerdictLine | null;
  readonly rules: number;
  readonly atMs: number;
  /** Canonical JSON of the state's fields changed since the last record (the delta), or of the whole state. */
  readonly delta: string;
}
