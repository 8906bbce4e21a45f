// What a run cost, step by step: what its model calls set aside before they were made, what they used, what was given back. What was
// charged without a count stands in the figures with all it may have used (`estimated`), and what has no price is said to have none.
import type { CallSpend, StepRecord } from '../../core/moves/activity-shapes';
import { reserveOf, type LoopState } from '../../core/loop-governor/loop-state';
import type { RunRecords } from '../run-records';
import { foldDeltas } from './fold-deltas';
import type { WordsState } from './run-words';

/** Money in millionths of a US dollar. null: not recorded (runs of before it was), or without a price. */
export interface StepCost {
  readonly step: number;
  /** Model calls of this step that ended with an answer, repairs included. */
  readonly calls: number;
  readonly reservedTokens: number | null;
  readonly tokens: number;
  readonly releasedTokens: number | null;
  readonly reservedCostMicro: number | null;
  readonly costMicro: number;
  readonly releasedCostMicro: number | null;
  /** A call of the run had no price: `costMicro` is a lower bound. */
  readonly costUnknown: boolean;
  /** A call was charged its whole reservation, for want of a count: the figures are at most. */
  readonly estimated: boolean;
}

/** A budget of the run. */
export interface BudgetUse {
  readonly committed: number;
  /** Set aside by calls that were under way at the last record. null where the state does not open. */
  readonly reserved: number | null;
  readonly released: number | null;
  readonly limit: number | null;
  /** The part of the limit that only the final answer may use. */
  readonly keptForAnswer: number | null;
}

/** What a run cost: by step and in all. */
export interface CostReport {
  readonly turnKey: string;
  readonly modelLabel: string;
  readonly steps: readonly StepCost[];
  readonly tokens: BudgetUse;
  readonly costMicro: BudgetUse & { readonly unknown: boolean };
  readonly toolCalls: { readonly made: number; readonly limit: number } | null;
  readonly modelCalls: { readonly made: number; readonly limit: number } | null;
  readonly estimated: boolean;
  /** Where this is not `opened`, limits and reservations are null. */
  readonly words: WordsState;
}

export const costOf = ({ row, steps, words }: RunRecords): CostReport => {
  const costs = steps.map(stepCostOf);
  const loop = foldDeltas(steps)?.loop ?? null;
  return {
    turnKey: row.workflowId,
    modelLabel: row.modelLabel,
    steps: costs,
    tokens: {
      committed: row.tokens,
      reserved: loop?.tokens.reserved ?? null,
      released: sumKnown(costs.map(({ releasedTokens }) => releasedTokens)),
      ...limitOf(loop, 'tokensMax'),
    },
    costMicro: {
      committed: row.costMicro,
      reserved: loop?.costMicro.reserved ?? null,
      released: sumKnown(costs.map(({ releasedCostMicro }) => releasedCostMicro)),
      ...limitOf(loop, 'costMicroMax'),
      unknown: costs.some(({ costUnknown }) => costUnknown),
    },
    toolCalls: loop === null ? null : { made: loop.toolCalls, limit: loop.limits.toolCallsMax },
    modelCalls: loop === null ? null : { made: loop.modelCalls, limit: loop.limits.stepMax },
    estimated: costs.some(({ estimated }) => estimated),
    words,
  };
};

const limitOf = (
  loop: LoopState | null,
  name: 'tokensMax' | 'costMicroMax',
): Pick<BudgetUse, 'limit' | 'keptForAnswer'> =>
  loop === null
    ? { limit: null, keptForAnswer: null }
    : { limit: loop.limits[name], keptForAnswer: reserveOf(loop.limits, loop.limits[name]) };

const stepCostOf = (record: StepRecord): StepCost => {
  const { step, moves, tokens, costMicro, costUnknown, estimated } = record;
  const spends = moves.flatMap(({ spend }) => spend ?? []);
  // A call that was cut off has no line; it was charged all it had set aside.
  const cutTokens = Math.max(0, tokens - sum(spends.map((spend) => spend.tokens)));
  const cutCost = Math.max(0, costMicro - sum(spends.map((spend) => spend.costMicro ?? 0)));
  const reservedTokens = isRecorded(record) ? sum(spends.map((spend) => spend.reservedTokens)) + cutTokens : null;
  const pricedCost = sumKnown(spends.map((spend) => spend.reservedCostMicro));
  const reservedCostMicro = isRecorded(record) && pricedCost !== null ? pricedCost + cutCost : null;
  return {
    step,
    calls: spends.length,
    reservedTokens,
    tokens,
    releasedTokens: reservedTokens === null ? null : sum(spends.map(releasedTokensOf)),
    reservedCostMicro,
    costMicro,
    releasedCostMicro: reservedCostMicro === null ? null : sum(spends.map(releasedCostOf)),
    costUnknown,
    estimated: estimated === true,
  };
};

/** A record of before reservations were kept spent something and has lines without the governor's leave. */
const isRecorded = ({ moves, tokens }: StepRecord): boolean =>
  tokens === 0 || moves.length === 0 || moves.some(({ admitted, spend }) => (admitted ?? spend) !== undefined);

/** A reply that used more than was set aside gives nothing back. */
const releasedTokensOf = ({ reservedTokens, tokens }: CallSpend): number => Math.max(0, reservedTokens - tokens);
const releasedCostOf = ({ reservedCostMicro, costMicro }: CallSpend): number =>
  Math.max(0, (reservedCostMicro ?? 0) - (costMicro ?? 0));

const sum = (figures: readonly number[]): number => figures.reduce((all, one) => all + one, 0);

const sumKnown = (figures: readonly (number | null)[]): number | null => {
  const known = figures.filter((one) => one !== null);
  return known.length === figures.length ? sum(known) : null;
};
