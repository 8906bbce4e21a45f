// The offline reader on the tasks of the refund desk, in memory: customer and reviewer are scripts made from the task.
import type { AgentTools } from '../../../activities/tools/tool-port';
import { expectedProposed, isRightOrder, isRightTool } from '../../../client/eval/end-state';
import { isCounted, readSupportTasks, splitOf, type SupportTask } from '../../../client/eval/support-tasks';
import { rateOf, sayRate } from '../../../core/evaluation/intervals';
import { openTools } from '../../agents/support/support-desk';
import { measureTask, type MeasuredTask } from './measured-task';
import { PARAPHRASES } from './paraphrases';

const TASKS = readSupportTasks();
let tools: AgentTools;
beforeAll(() => {
  tools = openTools();
});
afterAll(() => tools.close());

const measureAll = async (tasks: readonly SupportTask[]): Promise<readonly MeasuredTask[]> => {
  const results: MeasuredTask[] = [];
  for (const task of tasks) results.push(await measureTask(tools, task));
  return results;
};

const met = (results: readonly MeasuredTask[]): number => results.filter(({ isMet }) => isMet).length;

const print = (name: string, results: readonly MeasuredTask[]): void => {
  const counted = results.filter(({ task }) => isCounted(task));
  const proposals = results.flatMap(({ task, judged }) => judged.map((call) => ({ task, call })));
  const rightTool = proposals.filter(({ task, call }) => isRightTool(task, call)).length;
  const rightOrder = proposals.filter(({ task, call }) => isRightOrder(task, call)).length;
  const found = counted.map(({ task, judged }) => expectedProposed(task, judged)).reduce((a, b) => a + b, 0);
  const expected = counted.reduce((sum, { task }) => sum + task.expected.length, 0);
  const handedOff = results.filter(({ played }) => played.end === 'handedOff').length;
  console.log(
    [
      `${name}, n = ${results.length}; offline reader: rules and phrases, not a language model`,
      `end state as expected: ${sayRate(rateOf(met(counted), counted.length))}`,
      `wrong writes: ${results.flatMap(({ wrong }) => wrong).length}`,
      `right tool: ${sayRate(rateOf(rightTool, proposals.length))}; right order: ${sayRate(rateOf(rightOrder, proposals.length))}`,
      `expected calls proposed, by tool and order: ${sayRate(rateOf(found, expected))}`,
      `handed off: ${sayRate(rateOf(handedOff, results.length))}`,
    ].join('\n'),
  );
};

test.each([
  ['train', 40, 7],
  ['dev', 20, 12],
] as const)(
  'offline reader: %s tasks of the refund desk -> no write a task does not expect',
  async (split, n, ofThem) => {
    const results = await measureAll(TASKS.filter((task) => splitOf(task) === split));
    print(split, results);
    expect(results.flatMap(({ wrong }) => wrong)).toEqual([]);
    expect(results).toHaveLength(n);
    expect(results.filter(({ task }) => isCounted(task))).toHaveLength(ofThem);
    expect(results.filter(({ played }) => played.end === 'turnsUsedUp')).toEqual([]);
  },
);

test('offline reader: train tasks of cancel and return alone -> every end state as expected', async () => {
  const results = await measureAll(TASKS.filter((task) => splitOf(task) === 'train' && isCounted(task)));
  expect(results.filter(({ isMet }) => !isMet).map(({ task }) => task.id)).toEqual([]);
});

test('offline reader: instructions of ours in ordinary words -> most end as expected, nothing is written that is not', async () => {
  const tasks = PARAPHRASES.flatMap(([id, instruction]) =>
    TASKS.filter((task) => task.id === id).map((task) => ({ ...task, instruction })),
  );
  const results = await measureAll(tasks);
  print('instructions of ours', results);
  expect(results.flatMap(({ wrong }) => wrong)).toEqual([]);
  const counted = results.filter(({ task }) => isCounted(task));
  expect([met(counted), counted.length]).toEqual([32, 37]);
});
