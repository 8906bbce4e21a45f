// `eval run support-tasks`: bad figures are printed as they are. It ends with 0 when it ran, and with 9 when anything was written that
// no task expects: that is the one promise among the figures.
import { sayRate } from '../../core/evaluation/intervals';
import { measureTasks, type Counts, type SplitMetrics } from '../../core/evaluation/task-metrics';
import { loadKit } from '../../temporal-config/agent-list';
import { productRoot, readSettings } from '../../temporal-config/settings';
import { CUSTOMER_LABEL } from '../eval/customer-script';
import type { TaskReport } from '../eval/run-task';
import { runSupportTasks } from '../eval/run-support-tasks';
import { REVIEWER_LABEL } from '../eval/simulated-reviewer';
import { readSupportTasks, splitOf, type SupportTask } from '../eval/support-tasks';
import { chooseValue, orMeant } from './choose-value';
import { refuseInput } from './input-error';
import { evaluationSets, evaluationSplits } from './known-values';
import { firstArgument, optionText, type Invocation, type Report } from './report';

const NOTES = [
  CUSTOMER_LABEL,
  'the expected actions decide its yes and no, and point at orders and items the instruction names in words',
  REVIEWER_LABEL,
  'synthetic items, one domain',
  'success is counted on tasks of cancel and return alone; the others must write nothing they do not expect',
];

/** `eval run SET`: progress on stderr, figures on stdout. */
export const runEvalCommand = async (call: Invocation): Promise<Report> => {
  chooseValue('eval run', firstArgument(call), evaluationSets);
  const model = modelOf(call);
  const tasks = chooseTasks(call);
  const startedAt = performance.now();
  let played = 0;
  const onTask = (): void => call.progress(`${(played += 1)} of ${tasks.length} tasks played`);
  const reports = await runSupportTasks({ tasks, model, onTask }, call);
  return toReport(reports, { model, wallMs: Math.round(performance.now() - startedAt) });
};

const modelOf = (call: Invocation): string => {
  const model = optionText(call, 'model') ?? 'offline';
  return model.startsWith('scripted')
    ? refuseInput('SCRIPTED_FIGURES', '--model: scripted replies are plumbing only, no figures are made of them')
    : model;
};

const chooseTasks = (call: Invocation): readonly SupportTask[] => {
  const split = chooseValue('--split', optionText(call, 'split') ?? 'all', evaluationSplits);
  const id = optionText(call, 'task');
  const tasks = readSupportTasks().filter((task) => split === 'all' || splitOf(task) === split);
  if (id === undefined) return tasks;
  const chosen = tasks.filter((task) => task.id === id);
  return chosen.length > 0
    ? chosen
    : refuseInput(
        'UNKNOWN_TASK',
        `--task: expected the id of a task of this split, such as train-4, got ${JSON.stringify(id)}${orMeant(
          id,
          tasks.map((task) => task.id),
        )}`,
      );
};

interface Ran {
  readonly model: string;
  readonly wallMs: number;
}

const modelLabel = (model: string): string =>
  model === 'offline' ? 'offline reader: rules and phrases, not a language model' : model;

const toReport = (reports: readonly TaskReport[], { model, wallMs }: Ran): Report => {
  const kit = loadKit(readSettings(process.env, productRoot()), 'support');
  const all = measureTasks(reports);
  const names = [...new Set(reports.map(({ split }) => split))].sort();
  const splits = names.map((name) => [name, measureTasks(reports.filter(({ split }) => split === name))] as const);
  const labels = { model: modelLabel(model), policy: kit.policy?.id ?? 'none', prompt: kit.promptVersion };
  const body = {
    set: 'support-tasks',
    ...labels,
    notes: NOTES,
    tasks: all.tasks,
    counted: all.success.of,
    success: all.success.hits,
    handedOff: all.handedOff.hits,
    wrongWrites: all.wrongWrites,
    wallMs,
    splits: Object.fromEntries(splits),
    results: reports,
  };
  const lines = [
    `eval support-tasks, model ${labels.model}, policy ${labels.policy}, prompt ${labels.prompt}`,
    ...NOTES,
    ...splits.flatMap(([name, metrics]) => ['', ...linesOf(name, metrics)]),
    '',
    ...reports.map(lineOf),
    `wall time ${(wallMs / 1_000).toFixed(1)} s`,
  ];
  if (all.wrongWrites === 0) return { body, lines };
  const message = `${all.wrongWrites} writes that no task expects: ${reports.flatMap(({ id, wrong }) => wrong.map((one) => `${id} ${one}`)).join('; ')}`;
  return { body, lines, failure: { exit: 9, code: 'WRONG_WRITES', message } };
};

const sayCounts = (counts: Counts): string => {
  const entries = Object.entries(counts);
  return entries.length === 0 ? 'none' : entries.map(([name, count]) => `${name} ${count}`).join(', ');
};

const linesOf = (name: string, metrics: SplitMetrics): readonly string[] => [
  `${name}: ${metrics.tasks} tasks`,
  `  end state as expected  ${sayRate(metrics.success)}`,
  `  wrong writes           ${metrics.wrongWrites} in ${sayRate(metrics.tasksWithWrongWrites)} tasks`,
  `  handed off             ${sayRate(metrics.handedOff)}`,
  `  right tool             ${sayRate(metrics.rightTool)} proposals`,
  `  right order            ${sayRate(metrics.rightOrder)} proposals`,
  `  proposed of expected   ${sayRate(metrics.proposedOfExpected)} calls of the counted tasks, by tool and order`,
  `  turns used up ${metrics.turnsUsedUp}, stuck ${metrics.stuck}`,
  `  ${metrics.turns} turns, ${metrics.modelCalls} model calls, ${metrics.tokens} tokens, cost ${(metrics.costMicro / 1_000_000).toFixed(4)} USD`,
  `  reviews asked ${metrics.reviews.asked}, approved ${metrics.reviews.approved}, rejected ${metrics.reviews.rejected} by the simulated reviewer (${sayCounts(metrics.reviewRules)})`,
  `  refused: ${sayCounts(metrics.refusals)}; suppressed ${metrics.suppressed}; replies sent back ${metrics.repliesSentBack}`,
];

const lineOf = ({ id, isCounted, isMet, end, turns, wrong }: TaskReport): string => {
  const state = isCounted ? (isMet ? 'met' : 'not met') : 'not counted';
  return `${id.padEnd(10)} ${state.padEnd(12)} ${end}, ${turns === 1 ? '1 turn' : `${turns} turns`}${wrong.length === 0 ? '' : `, WRONG: ${wrong.join('; ')}`}`;
};
