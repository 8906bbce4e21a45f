// One run in the order in which it happened: its moves, and beside them what was asked of persons, what they said, and how the
// effects ended, and who stopped, resumed or ended the run. A continue-as-new makes no move and has no line of its own.
import type { CallSpend, MoveLine, VerdictLine } from '../../core/moves/activity-shapes';
import type { EffectRow, ReviewRow } from '../../stores/store-port';
import type { RunRecords } from '../run-records';
import type { RunAct } from './read-acts';

/** A move, with everything the governor said of it: what it let go, by which figures, and what it stopped or suppressed. */
export interface TimelineMove {
  readonly kind: 'move';
  readonly atMs: number;
  readonly move: number;
  readonly step: number;
  readonly node: string;
  readonly event: string;
  /** Leave (`continue`) first. Empty where the governor was not asked, and of leave in runs of before it was recorded. */
  readonly verdicts: readonly VerdictLine[];
  /** Of the model call that ended in this move; null where none did. */
  readonly spend: CallSpend | null;
}

/** A person was asked. */
export interface TimelineReview {
  readonly kind: 'reviewOpened';
  readonly atMs: number;
  readonly reviewId: string;
  readonly round: number;
  readonly tool: string;
  readonly rule: string;
  readonly dueMs: number;
}

/** A person decided, or nobody did in time. */
export interface TimelineDecision {
  readonly kind: 'decided';
  readonly atMs: number;
  readonly reviewId: string;
  readonly round: number;
  readonly state: ReviewRow['state'];
  readonly by: string | null;
  readonly reasonCode: string | null;
}

/** An effect, at the time its entry changed last. */
export interface TimelineEffect {
  readonly kind: 'effect';
  readonly atMs: number;
  readonly tool: string;
  readonly effectKey: string;
  readonly state: EffectRow['state'];
  readonly amountMinor: number | null;
  readonly currency: string | null;
}

/** A person stopped, resumed or ended the run. */
export interface TimelineAct {
  readonly kind: RunAct['of'];
  readonly atMs: number;
  readonly by: string;
  /** Why it ended, as a code, where `by` only had its end recorded. */
  readonly cause: string | null;
}

/** One line of a timeline, named by its `kind`. */
export type TimelineEntry = TimelineMove | TimelineReview | TimelineDecision | TimelineEffect | TimelineAct;

/** Oldest first; moves keep the order of their numbers. */
export const timelineOf = ({ steps, reviews, effects, acts }: RunRecords): readonly TimelineEntry[] =>
  [
    ...steps.flatMap(({ moves }) => moves.map(moveOf)),
    ...reviews.map(openedOf),
    ...reviews.flatMap(decidedOf),
    ...effects.map(effectOf),
    ...acts.map(actOf),
  ].sort((one, other) => one.atMs - other.atMs);

/** The moves alone. */
export const timelineMoves = ({ steps }: Pick<RunRecords, 'steps'>): readonly TimelineMove[] =>
  steps.flatMap(({ moves }) => moves.map(moveOf));

export const moveOf = ({ move, step, node, event, atMs, verdicts, admitted, spend }: MoveLine): TimelineMove => ({
  kind: 'move',
  atMs,
  move,
  step,
  node,
  event,
  verdicts: [...(admitted ?? []), ...verdicts],
  spend: spend ?? null,
});

const openedOf = ({ reviewId, round, tool, rule, openedMs, expiresMs }: ReviewRow): TimelineReview => ({
  kind: 'reviewOpened',
  atMs: openedMs,
  reviewId,
  round,
  tool,
  rule,
  dueMs: expiresMs,
});

const decidedOf = (review: ReviewRow): readonly TimelineDecision[] => {
  const { reviewId, round, state, decidedMs, decidedBy, reasonCode } = review;
  return decidedMs === null
    ? []
    : [{ kind: 'decided', atMs: decidedMs, reviewId, round, state, by: decidedBy, reasonCode }];
};

const effectOf = ({ tool, effectKey, state, amountMinor, currency, changedMs }: EffectRow): TimelineEffect => ({
  kind: 'effect',
  atMs: changedMs,
  tool,
  effectKey,
  state,
  amountMinor,
  currency,
});

const actOf = ({ of, atMs, by, cause }: RunAct): TimelineAct => ({ kind: of, atMs, by, cause });
