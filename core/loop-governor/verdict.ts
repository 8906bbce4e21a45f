// Every check of the governor speaks through a verdict: what to do, which mechanism says so, and the figure with the limit it
// was compared with. When several apply the strongest wins: abort > pause > finalize > suppress > continue.

export const verdictKinds = ['abort', 'pause', 'finalize', 'suppress', 'continue'] as const;
export type VerdictKind = (typeof verdictKinds)[number];

/** The mechanism that spoke. `within_limits` is the absence of an objection. */
export type Mechanism =
  | 'within_limits'
  | 'closing'
  | 'step_cap'
  | 'move_cap'
  | 'token_budget'
  | 'cost_budget'
  | 'overrun'
  | 'deadline'
  | 'finalizing'
  | 'tool_call_cap'
  | 'tool_cap'
  | 'volatile_cap'
  | 'pending_review'
  | 'exact'
  | 'canonical';

export interface Verdict {
  readonly kind: VerdictKind;
  readonly by: Mechanism;
  readonly value: number | null;
  readonly limit: number | null;
  /** For the model: what was stopped and what to do instead. Holds no words of anybody else. */
  readonly words: string;
  /** The earlier call that a suppressed one repeats, and the step it was proposed in. */
  readonly ofCallId?: string;
  readonly ofStep?: number;
  /** Receipt key of the earlier result; absent while that call has none. */
  readonly repeatedReceipt?: string;
  /** The review an equal action waits for. */
  readonly reviewId?: string;
}

export const proceed: Verdict = { kind: 'continue', by: 'within_limits', value: null, limit: null, words: '' };

/** The strongest of several verdicts, the earliest among equals; `proceed` when there is none. */
export const strongest = (verdicts: readonly Verdict[]): Verdict =>
  verdicts.reduce(
    (best, verdict) => (verdictKinds.indexOf(verdict.kind) < verdictKinds.indexOf(best.kind) ? verdict : best),
    proceed,
  );
