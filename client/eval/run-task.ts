// One task on a real system: a case of its own, its turns started and awaited through the client, its reviews decided by the
// simulation, its end judged by the ledger.
import type { TaskResult } from '../../core/evaluation/task-metrics';
import type { TurnkeepClient } from '../turnkeep-client';
import type { RunReport } from '../wait-for-run';
import type { TaskWorld } from './customer-script';
import { expectedProposed, isEndStateMet, isRightOrder, isRightTool, wrongWrites } from './end-state';
import { playTask, type AgentTurn } from './play-task';
import { reviewAsTask } from './review-as-task';
import { isCounted, splitOf } from './support-tasks';
import { readFindings, type TurnFindings } from './turn-findings';

export interface TaskRun {
  readonly client: TurnkeepClient;
  readonly world: TaskWorld;
  readonly model: string;
}

export interface TaskReport extends TaskResult {
  /** The effects done that the task does not expect, in words. */
  readonly wrong: readonly string[];
}

const TURN_MS = 120_000;
const REVIEWS_MAX = 10;

/** Waits for the end of a turn, deciding every review on the way. */
const finishTurn = async ({ client, world }: TaskRun, turnKey: string): Promise<RunReport> => {
  let report = await client.wait(turnKey, { timeoutMs: TURN_MS });
  for (let decided = 0; report.status === 'interrupted' && decided < REVIEWS_MAX; decided += 1) {
    const { reviewId } = report;
    if (reviewId === null) return report;
    await reviewAsTask(client.context, world, reviewId);
    report = await client.wait(turnKey, { timeoutMs: TURN_MS, decidedReview: reviewId });
  }
  return report;
};

const endOf = ({ status, outcome }: RunReport): AgentTurn['end'] => {
  if (status !== 'completed') return 'stuck';
  return outcome === 'answered' ? 'answered' : 'handedOff';
};

const countRules = (rules: readonly string[]): Readonly<Record<string, number>> =>
  rules.reduce<Record<string, number>>((counts, rule) => ({ ...counts, [rule]: (counts[rule] ?? 0) + 1 }), {});

const sum = (all: readonly TurnFindings[], count: (one: TurnFindings) => number): number =>
  all.reduce((total, one) => total + count(one), 0);

/** Plays one task to its end and reads what was recorded of it. */
export const runTask = async (run: TaskRun): Promise<TaskReport> => {
  const { client, world, model } = run;
  const { task, orders } = world;
  const findings: TurnFindings[] = [];
  let caseReference: string | undefined;
  const played = await playTask(world, async (message) => {
    const started = await client.start({
      agent: 'support',
      subject: task.userId,
      message,
      model,
      ...(caseReference === undefined ? {} : { caseReference }),
    });
    ({ caseReference } = started);
    const report = await finishTurn(run, started.turnKey);
    findings.push(await readFindings(client.context, started.turnKey));
    return { end: endOf(report), reply: report.reply };
  });
  const done = findings.flatMap((one) => one.done);
  const proposals = findings.flatMap((one) => one.proposals);
  const wrong = wrongWrites(task, done, orders);
  const reviewRules = findings.flatMap((one) => one.reviewRules);
  return {
    id: task.id,
    split: splitOf(task),
    isCounted: isCounted(task),
    isMet: isEndStateMet(task, done, orders),
    ...played,
    wrongWrites: wrong.length,
    wrong,
    modelCalls: sum(findings, (one) => one.modelCalls),
    tokens: sum(findings, (one) => one.tokens),
    costMicro: sum(findings, (one) => one.costMicro),
    proposals: proposals.length,
    rightTool: proposals.filter((call) => isRightTool(task, call)).length,
    rightOrder: proposals.filter((call) => isRightOrder(task, call)).length,
    expectedCalls: isCounted(task) ? task.expected.length : 0,
    expectedProposed: isCounted(task) ? expectedProposed(task, proposals) : 0,
    reviewsAsked: reviewRules.length,
    reviewsApproved: sum(findings, (one) => one.reviewsApproved),
    reviewsRejected: sum(findings, (one) => one.reviewsRejected),
    suppressed: sum(findings, (one) => one.suppressed),
    repliesSentBack: sum(findings, (one) => one.repliesSentBack),
    refusals: countRules(findings.flatMap((one) => one.refusals)),
    reviewRules: countRules(reviewRules),
  };
};
