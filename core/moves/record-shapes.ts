// JSON twins of what crosses between a workflow and its activities: references, ids, codes and figures, nobody's words.
// Shapes are extended by addition only.
import type { EffectLine } from './effect-shapes';
import type { CallRef, InboxRef, SettledCall } from './model-shapes';
import type { TranscriptHead, TurnRef } from './turn-shapes';

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
  /** For `deterministic`: what the effects of this turn came to. */
  readonly effects?: readonly EffectLine[];
  /** For `deterministic`: effects that were proposed and never reached the door. */
  readonly notMade?: readonly NotMade[];
}
export interface DeliverReceipt {
  readonly head: TranscriptHead;
  readonly replyRef: string;
  /** So many of the messages that waited are in the transcript at `head`; none when absent. */
  readonly inboxTaken?: number;
}

/** An effect that a rule or a person kept from happening, or that a person asked about. */
export interface NotMade {
  readonly callId: string;
  readonly tool: string;
  readonly code: string;
  readonly amountMinor: number | null;
  readonly currency: string | null;
  /** Of an `asked` one: address of the question in the store. */
  readonly noteRef?: string;
}

export interface InterimArg {
  readonly turn: TurnRef;
  readonly subject: string;
  readonly waiting: readonly WaitingCall[];
  /** What the effects of this turn came to so far. */
  readonly effects?: readonly EffectLine[];
  readonly notMade?: readonly NotMade[];
}
/** null: the agent says nothing meanwhile. */
export interface InterimReceipt {
  readonly interimRef: string | null;
}

/** A proposed effect that waits for a person. */
export interface WaitingCall {
  readonly call: CallRef;
  readonly amountMinor: number | null;
  readonly currency: string | null;
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
  /** Messages of the customer nobody read yet: appended, so that whoever picks the record up finds them. */
  readonly inbox?: readonly InboxRef[];
  /** Reviews of this turn that nobody decided. */
  readonly pendingReviewIds?: readonly string[];
  /** Effects of this turn that never reached the door. */
  readonly notMade?: readonly NotMade[];
}
export type HandOffReceipt = DeliverReceipt;

export interface VerdictLine {
  readonly kind: 'continue' | 'suppress' | 'finalize' | 'abort' | 'pause';
  readonly by: string;
  readonly value: number | null;
  readonly limit: number | null;
  readonly tool?: string;
  readonly ofStep?: number;
}

/** What a model call had set aside before it was made, and what it used; costs are null while the price is unknown. */
export interface CallSpend {
  readonly reservedTokens: number;
  readonly tokens: number;
  readonly reservedCostMicro: number | null;
  readonly costMicro: number | null;
}

/** One line of the trace a move. */
export interface MoveLine {
  readonly move: number;
  readonly step: number;
  readonly node: string;
  readonly event: string;
  readonly atMs: number;
  /** Whatever stopped, cut or suppressed something. */
  readonly verdicts: readonly VerdictLine[];
  /** The figures by which it was let go, of kind `continue`; absent where the governor was not asked, and in older records. */
  readonly admitted?: readonly VerdictLine[];
  /** Absent where no model call ended, and in older records. */
  readonly spend?: CallSpend;
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
  /** A call without a count was charged its whole reservation: tokens and cost of this step are at most. */
  readonly estimated?: true;
  readonly head: TranscriptHead;
  readonly node: string;
  readonly status: RunStatus;
  readonly outcome: string | null;
  readonly cause: string | null;
  readonly waiting: WaitingFor | null;
  readonly verdict: VerdictLine | null;
  readonly rules: number;
  readonly atMs: number;
  /** Messages of the customer that were taken and not read; absent: none. */
  readonly unread?: number;
  /** JSON of the state's fields changed since the last record (the delta), or of the whole state. */
  readonly delta: string;
}

/** The delta of a record that nobody is to keep: a replay's. */
export const notWritten = '';
