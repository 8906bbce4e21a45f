// Many tasks, each on an order database no other task has touched: tasks of one customer never share a system. What is left of the
// tasks is split into batches in which every customer comes once; a batch has a store, a gateway and a worker of its own.
import { withStage, type DemoStage, type StageHands } from '../demo/demo-stage';
import { runTask, type TaskReport } from './run-task';
import { readTaskOrders, type SupportTask, type TaskOrders } from './support-tasks';

export interface EvaluationPlan {
  readonly tasks: readonly SupportTask[];
  readonly model: string;
  /** Told after each task. */
  readonly onTask?: () => void;
}

/** Tasks played at once: they wait more than they compute. */
const AT_ONCE = 4;

/** Batches in which no customer comes twice, as few as there can be. */
export const toBatches = (tasks: readonly SupportTask[]): readonly (readonly SupportTask[])[] =>
  tasks.reduce<readonly (readonly SupportTask[])[]>((batches, task) => {
    const at = batches.findIndex((batch) => batch.every(({ userId }) => userId !== task.userId));
    return at < 0 ? [...batches, [task]] : batches.map((batch, index) => (index === at ? [...batch, task] : batch));
  }, []);

interface Batch extends EvaluationPlan {
  readonly orders: TaskOrders;
}

const playBatch = async (
  stage: DemoStage,
  { tasks, model, orders, onTask }: Batch,
  { say, onInterrupt }: StageHands,
): Promise<readonly TaskReport[]> => {
  const { client } = stage;
  // A worker with turns at work ends in its own time; at Ctrl-C nothing of this system is wanted any more.
  onInterrupt(() => stage.worker().stop('SIGKILL'));
  const queue = [...tasks];
  const reports: TaskReport[] = [];
  const playNext = async (): Promise<void> => {
    for (let task = queue.shift(); task !== undefined; task = queue.shift()) {
      const report = await runTask({ client, world: { task, orders }, model });
      reports.push(report);
      onTask?.();
      const state = report.isCounted ? (report.isMet ? ', end state as expected' : ', end state not as expected') : '';
      say(`${report.id}: ${report.end} after ${report.turns === 1 ? '1 turn' : `${report.turns} turns`}${state}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, playNext));
  return reports;
};

const STARTS_MAX = 3;

/** A development server may lose its port to another program between choosing and taking it: it is started again. */
const onStage = async (batch: Batch, hands: StageHands, starts = 1): Promise<readonly TaskReport[]> => {
  try {
    return await withStage(hands, (stage) => playBatch(stage, batch, hands));
  } catch (error) {
    const isServer = error instanceof Error && error.name === 'DevServerError';
    if (!isServer || starts === STARTS_MAX) throw error;
    hands.say('the development server did not start; once more');
    return onStage(batch, hands, starts + 1);
  }
};

/** Plays all tasks; the reports come in the order of the tasks. */
export const runSupportTasks = async (plan: EvaluationPlan, hands: StageHands): Promise<readonly TaskReport[]> => {
  const orders = readTaskOrders();
  const batches = toBatches(plan.tasks);
  const reports: TaskReport[] = [];
  for (const [index, batch] of batches.entries()) {
    hands.say(
      `batch ${index + 1} of ${batches.length}: ${batch.length === 1 ? '1 task' : `${batch.length} tasks`}, a system of their own`,
    );
    reports.push(...(await onStage({ ...plan, tasks: batch, orders }, hands)));
  }
  const place = new Map(plan.tasks.map(({ id }, at) => [id, at]));
  return reports.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
};
