// The offline reader on the tasks of the refund desk, in memory: customer and reviewer are scripts made from the task.
import { openTools, SupportDesk, type Judged } from '../../agents/support/support-desk';
import type { AgentTools } from '../../../activities/tools/tool-port';
import { isEndStateMet, isRightOrder, isRightTool, wrongWrites } from '../../../client/eval/end-state';
import { playTask, type PlayedTask } from '../../../client/eval/play-task';
import { decideAsTask } from '../../../client/eval/simulated-reviewer';
import { isCounted, readSupportTasks, readTaskOrders, splitOf } from '../../../client/eval/support-tasks';
import type { SupportTask } from '../../../client/eval/support-tasks';
import { rateOf, sayRate } from '../../../core/evaluation/intervals';

const orders = readTaskOrders();
let tools: AgentTools;
beforeAll(() => {
  tools = openTools();
});
afterAll(() => tools.close());

const measure = async (task: SupportTask) => {
  const world = { task, orders };
  const desk = new SupportDesk({
    tools,
    subject: task.userId,
    person: (call) => decideAsTask(world, call),
    earlier: 'asTold',
  });
  const judged: Judged[] = [];
  const lines: string[] = [];
  const played: PlayedTask = await playTask(world, async (message) => {
    const turn = await desk.say(message);
    judged.push(...turn.judged);
    lines.push(`C: ${message}`, `A: ${turn.message ?? `hand-off ${turn.handOff ?? ''}`}`);
    return { end: turn.handOff === null ? 'answered' : 'handedOff', reply: turn.message };
  });
  return {
    task,
    played,
    judged,
    lines,
    wrong: wrongWrites(task, desk.done, orders),
    isMet: isEndStateMet(task, desk.done, orders),
  };
};

test.each(['train', 'dev'] as const)(
  'offline reader: %s tasks of the refund desk -> no write the task does not expect',
  async (split) => {
    const results = [];
    for (const task of readSupportTasks().filter((one) => splitOf(one) === split)) results.push(await measure(task));
    const counted = results.filter(({ task }) => isCounted(task));
    const proposals = results.flatMap(({ task, judged }) => judged.map((call) => ({ task, call })));
    const shown = process.env['SHOW_TASKS']?.split(',') ?? [];
    for (const { task, lines, isMet, played } of results)
      if (shown.includes(task.id) && split === 'train')
        console.log([`${task.id} ${isMet ? 'met' : 'not met'} ${played.end}`, ...lines].join('\n'));
    console.log(
      [
        `${split}, n = ${results.length}, offline reader (rules and phrases, not a language model)`,
        `end state as expected: ${sayRate(rateOf(counted.filter(({ isMet }) => isMet).length, counted.length))}`,
        `wrong writes: ${results.flatMap(({ wrong }) => wrong).length} in ${results.length} tasks`,
        `proposals: right tool ${proposals.filter(({ task, call }) => isRightTool(task, call)).length}, right order ${proposals.filter(({ task, call }) => isRightOrder(task, call)).length} of ${proposals.length}`,
        `handed off: ${results.filter(({ played }) => played.end === 'handedOff').length}, turns used up: ${results.filter(({ played }) => played.end === 'turnsUsedUp').length}`,
        split === 'train'
          ? `not met: ${counted
              .filter(({ isMet }) => !isMet)
              .map(({ task }) => task.id)
              .join(' ')}`
          : '',
      ].join('\n'),
    );
    expect(results.flatMap(({ wrong }) => wrong)).toEqual([]);
    expect(counted).toHaveLength(split === 'dev' ? 12 : 7);
  },
);
