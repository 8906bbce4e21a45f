// JSON twins of what crosses between a workflow and its activities: references, ids, codes and figures, nobody's words.
// Shapes are extended by addition only.
import type { GuardErrorKind, ReplyEnding } from '../output-guard/receipt';
import type { ToolTag } from '../kernel/tool-declaration';
import type { ModelChoice, TranscriptHead, TurnRef } from './turn-shapes';

/** How a model's reply ended; each is an event of its own, never a phrase in the text. */
export type Ending = ReplyEnding;
export type { GuardErrorKind };

/** Where the text of a proposed call lies: the reply's address in the transcript and the call's place in it. */
export interface CallRef {
  readonly callId: string;
  readonly replyAddress: string;
  readonly replyDepth: number;
  readonly position: number;
  readonly tool: string;
  /** A person changed the arguments: they lie at this address in the store, and whoever reads the call's reads these. */
  readonly editRef?: string;
}

export interface ProposedCall extends CallRef {
  readonly tag: ToolTag | 'untagged';
  /** The arguments passed the tool's schema. */
  readonly valid: boolean;
  /** Digest of tool and arguments byte for byte as sent. */
  readonly exactKey: string;
  /** Keyed digest of tool and canonical arguments: the governor's duplicate key. */
  readonly duplicateKey: string;
  /** The tool's own limit of tries after temporary failures. */
  readonly retryLimit?: number | undefined;
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
  | 'asked' // a person asked back; the question lies at noteRef
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
  readonly guardAttemptsMax: number;
  /** Receipt key of the failed attempt before, whose feedback is shown. */
  readonly feedbackOf: string | null;
  /** Calls of a model made so far in this turn: part of the receipt's key. */
  readonly callPosition: number;
  readonly model: ModelChoice;
  readonly prompt: string;
  readonly outputTokensMax: number;
  readonly deadlineAtMs: number;
  readonly subject: string;
  /** Messages of the customer that came while the turn runs: appended behind the results, in this order. */
  readonly inbox?: readonly InboxRef[];
}

/** Where the words of a message lie. */
export interface InboxRef {
  readonly noteRef: string;
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
    /** How much of an answer the check of meaning could not compare; left out when it was not reached. */
    readonly uncheckedCount?: number;
  } | null;
  readonly usage: {
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly cachedTokens?: number;
    readonly reasoningTokens?: number;
  } | null;
  /** Millionths of a US dollar; null when the price is unknown. */
  readonly costMicro: number | null;
  readonly latencyMs: number;
  readonly model: string;
  /** So many of the messages that waited are in the transcript at `head`; none when absent. */
  readonly inboxTaken?: number;
}

/** A provider failure that may have been billed: an outcome, not an exception. */
export interface ModelTransportFailure {
  readonly kind: 'transport';
  readonly type: string;
  readonly head: TranscriptHead;
  /** Nothing was asked, since the time ran out in the provider's queue: nothing is charged. */
  readonly unbilled?: true;
}

/** The customer asked for a person: no model was asked, nothing was sent or billed. `head` holds the results appended before. */
export interface PersonRequested {
  readonly kind: 'personRequested';
  readonly receiptKey: string;
  readonly head: TranscriptHead;
  /** So many of the waiting messages stand in the transcript now. */
  readonly inboxTaken?: number;
}

/** Nothing was sent: what the agent's models may use on this day would have been passed. */
export interface ModelSpendCapped {
  readonly kind: 'spendCapped';
  readonly head: TranscriptHead;
}
export type ModelOutcome = ModelReceipt | ModelTransportFailure | PersonRequested | ModelSpendCapped;

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
  readonly tokensUpper: number;
}
