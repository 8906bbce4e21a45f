// What a run of tasks came to, as counts and rates. Success is counted only on tasks that can be met with the tools there are; the
// others must end in a hand-off or an answer without a write the task does not expect.
import { rateOf, type Rate } from './intervals';

export type Counts = Readonly<Record<string, number>>;

export interface TaskResult {
  readonly id: string;
  readonly split: string;
  /** Whether the task can be met with the tools there are. */
  readonly isCounted: boolean;
  /** Whether the final state is the expected one. */
  readonly isMet: boolean;
  readonly end: 'answered' | 'handedOff' | 'stuck' | 'turnsUsedUp';
  /** Effects done that the task does not expect. */
  readonly wrongWrites: number;
  readonly turns: number;
  readonly modelCalls: number;
  readonly tokens: number;
  readonly costMicro: number;
  readonly proposals: number;
  readonly rightTool: number;
  readonly rightOrder: number;
  /** Calls a counted task expects, and how many of them were proposed with the right tool for the right order; 0 for others. */
  readonly expectedCalls: number;
  readonly expectedProposed: number;
  readonly reviewsAsked: number;
  readonly reviewsApproved: number;
  readonly reviewsRejected: number;
  readonly suppressed: number;
  /** Answers the guard sent back. */
  readonly repliesSentBack: number;
  /** Refusals by rule. */
  readonly refusals: Counts;
  /** Reviews by the rule that asked for them. */
  readonly reviewRules: Counts;
}

export interface SplitMetrics {
  readonly tasks: number;
  readonly success: Rate;
  readonly handedOff: Rate;
  readonly rightTool: Rate;
  readonly rightOrder: Rate;
  /** Of the calls the counted tasks expect. */
  readonly proposedOfExpected: Rate;
  readonly wrongWrites: number;
  /** Tasks with at least one write they do not expect. */
  readonly tasksWithWrongWrites: Rate;
  readonly stuck: number;
  readonly turnsUsedUp: number;
  readonly turns: number;
  readonly modelCalls: number;
  readonly tokens: number;
  readonly costMicro: number;
  readonly reviews: { readonly asked: number; readonly approved: number; readonly rejected: number };
  readonly suppressed: number;
  readonly repliesSentBack: number;
  readonly refusals: Counts;
  readonly reviewRules: Counts;
}

const sumOf = (results: readonly TaskResult[], count: (result: TaskResult) => number): number =>
  results.reduce((sum, result) => sum + count(result), 0);

const countOf = (results: readonly TaskResult[], holds: (result: TaskResult) => boolean): number =>
  results.filter(holds).length;

const addCounts = (all: readonly Counts[]): Counts => {
  const sums = new Map<string, number>();
  for (const counts of all)
    for (const [name, count] of Object.entries(counts)) sums.set(name, (sums.get(name) ?? 0) + count);
  return Object.fromEntries([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
};

/** Counts and rates of these results; every rate carries its n. */
export const measureTasks = (results: readonly TaskResult[]): SplitMetrics => {
  const counted = results.filter(({ isCounted }) => isCounted);
  const proposals = sumOf(results, (one) => one.proposals);
  return {
    tasks: results.length,
    success: rateOf(
      countOf(counted, ({ isMet }) => isMet),
      counted.length,
    ),
    handedOff: rateOf(
      countOf(results, ({ end }) => end === 'handedOff'),
      results.length,
    ),
    rightTool: rateOf(
      sumOf(results, (one) => one.rightTool),
      proposals,
    ),
    rightOrder: rateOf(
      sumOf(results, (one) => one.rightOrder),
      proposals,
    ),
    proposedOfExpected: rateOf(
      sumOf(counted, (one) => one.expectedProposed),
      sumOf(counted, (one) => one.expectedCalls),
    ),
    wrongWrites: sumOf(results, (one) => one.wrongWrites),
    tasksWithWrongWrites: rateOf(
      countOf(results, (one) => one.wrongWrites > 0),
      results.length,
    ),
    stuck: countOf(results, ({ end }) => end === 'stuck'),
    turnsUsedUp: countOf(results, ({ end }) => end === 'turnsUsedUp'),
    turns: sumOf(results, (one) => one.turns),
    modelCalls: sumOf(results, (one) => one.modelCalls),
    tokens: sumOf(results, (one) => one.tokens),
    costMicro: sumOf(results, (one) => one.costMicro),
    reviews: {
      asked: sumOf(results, (one) => one.reviewsAsked),
      approved: sumOf(results, (one) => one.reviewsApproved),
      rejected: sumOf(results, (one) => one.reviewsRejected),
    },
    suppressed: sumOf(results, (one) => one.suppressed),
    repliesSentBack: sumOf(results, (one) => one.repliesSentBack),
    refusals: addCounts(results.map(({ refusals }) => refusals)),
    reviewRules: addCounts(results.map(({ reviewRules }) => reviewRules)),
  };
};
