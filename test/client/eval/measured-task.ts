// A task played in memory: the offline reader on the real tools, customer and reviewer made from the task, no server.
import type { AgentTools } from '../../../activities/tools/tool-port';
import { isEndStateMet, wrongWrites } from '../../../client/eval/end-state';
import { playTask, type PlayedTask } from '../../../client/eval/play-task';
import { decideAsTask } from '../../../client/eval/simulated-reviewer';
import { readTaskOrders, type SupportTask } from '../../../client/eval/support-tasks';
import { SupportDesk, type Judged } from '../../agents/support/support-desk';

const orders = readTaskOrders();

export interface MeasuredTask {
  readonly task: SupportTask;
  readonly played: PlayedTask;
  readonly judged: readonly Judged[];
  readonly wrong: readonly string[];
  readonly isMet: boolean;
}

export const measureTask = async (tools: AgentTools, task: SupportTask): Promise<MeasuredTask> => {
  const world = { task, orders };
  const person = (call: { tool: string; args: Readonly<Record<string, unknown>> }) => decideAsTask(world, call);
  const desk = new SupportDesk({ tools, subject: task.userId, person, earlier: 'asTold' });
  const judged: Judged[] = [];
  const played = await playTask(world, async (message) => {
    const turn = await desk.say(message);
    judged.push(...turn.judged);
    return { end: turn.handOff === null ? 'answered' : 'handedOff', reply: turn.message };
  });
  const wrong = wrongWrites(task, desk.done, orders);
  return { task, played, judged, wrong, isMet: isEndStateMet(task, desk.done, orders) };
};
