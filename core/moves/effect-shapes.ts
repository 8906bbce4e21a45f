// JSON twins of what crosses between a workflow and its activities: references, ids, codes and figures, nobody's words.
// Shapes are extended by addition only.
import type { CallRef } from './model-shapes';
import type { TurnRef } from './turn-shapes';

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
  /** The round whose action a person changed into this one. */
  readonly editOf?: ReviewAt;
  /** Who caused the run, as recorded: may not approve. */
  readonly startedBy?: string;
}

export interface ReviewAt {
  readonly reviewId: string;
  readonly round: number;
}

export interface OpenReviewReceipt {
  readonly reviewId: string;
  readonly round: number;
  readonly openedAtMs: number;
  readonly expiresAtMs: number;
  /** So many different persons must approve; absent: one. */
  readonly approvalsNeeded?: number;
}

/** What a decision is bound to: the review, its round, the action and the rules that judged it. */
interface DecidedReview {
  readonly turn: TurnRef;
  readonly reviewId: string;
  readonly round: number;
  readonly actionHash: string;
  readonly rulesDigest: string;
}

/** What a surface sent beside the decision, and what proves it: recorded, so that it can be checked again from the record alone. */
export interface SentDecision {
  /** When the sender says it was made. */
  readonly claimedAtMs: number | null;
  /** Digests of what the person was shown. */
  readonly evidence: readonly string[];
  readonly confirmAmount: string | null;
  readonly proof: { readonly keyId: string; readonly publicKey: string; readonly signature: string } | null;
}

/** An approval that counted before the last one. */
export interface EarlierApproval {
  readonly by: string;
  readonly authenticated: 'unverified' | 'signed';
  readonly surface: string;
  readonly reasonCode: string;
  readonly note: string | null;
  readonly noteRef: string | null;
  readonly decidedAtMs: number;
  /** Absent in runs of before it was recorded. */
  readonly sent?: SentDecision;
}

export interface PersonsDecisionArg extends DecidedReview {
  readonly decision: 'approve' | 'reject' | 'ask' | 'edit';
  readonly by: string;
  readonly authenticated: 'unverified' | 'signed';
  readonly surface: string;
  readonly reasonCode: string;
  /** Only a bare signal carries words; the activity moves them to the store. */
  readonly note: string | null;
  readonly noteRef: string | null;
  readonly decidedAtMs: number;
  /** Absent in runs of before it was recorded. */
  readonly sent?: SentDecision;
  /** Of an approval that more than one person must give. */
  readonly approvals?: readonly EarlierApproval[];
  /** Of an edit: the call under its new arguments, to be judged before the round is void. */
  readonly edit?: { readonly subject: string; readonly call: CallRef };
}

export type RecordDecisionArg = PersonsDecisionArg | (DecidedReview & { readonly decision: 'expire' });

export type RecordDecisionReceipt =
  | { readonly kind: 'granted'; readonly noteRef: string | null }
  | { readonly kind: 'rejected'; readonly noteRef: string | null }
  | { readonly kind: 'expired' }
  | { readonly kind: 'asked'; readonly noteRef: string | null }
  /** The round is void; the changed action is judged next. */
  | { readonly kind: 'edited'; readonly noteRef: string | null }
  /** The edit cannot be carried out, by this rule: nothing was written, the round waits on. */
  | { readonly kind: 'editRefused'; readonly rule: string }
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

/** `held` and `capped` stand in histories of before such claims became reviews; the door answers `needsReview` now. */
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

export interface EffectLine {
  readonly callId: string;
  readonly tool: string;
  readonly effectKey: string;
  readonly kind: EffectKind;
  readonly amountMinor: number | null;
  readonly currency: string | null;
}
