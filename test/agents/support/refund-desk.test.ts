import { readFileSync } from 'node:fs';
import path from 'node:path';

import { openTools, SupportDesk } from './support-desk';

interface Task {
  id: string;
  userId: string;
  instruction: string;
  expected: { tool: string; args: { order_id: string; item_ids?: string[] } }[];
}
const tasks = readFileSync(path.resolve(__dirname, '../../data/refund-desk/tasks.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Task);

test('refund desk: 60 instructions read as messages -> no crash, no refund that the task does not hold', async () => {
  const tools = openTools();
  const counts = { proposals: 0, allowed: 0, reviews: 0, handOffs: 0, answers: 0 };
  for (const task of tasks) {
    const turn = await new SupportDesk({ tools, subject: task.userId, person: 'approve' }).say(task.instruction);
    const returns = task.expected.filter((call) => call.tool === 'return_delivered_order_items');
    for (const { args, answer } of turn.judged) {
      counts.proposals += 1;
      counts.allowed += answer.answer === 'allow' ? 1 : 0;
      counts.reviews += answer.answer === 'review' ? 1 : 0;
      expect([task.id, returns.map((call) => call.args.order_id)]).toEqual([
        task.id,
        expect.arrayContaining([args['order_id']]),
      ]);
    }
    if (turn.handOff === null) counts.answers += 1;
    else counts.handOffs += 1;
  }
  console.log(`refund desk, offline reader, n = ${tasks.length}: ${JSON.stringify(counts)}`);
  expect(tasks).toHaveLength(60);
  expect(counts.handOffs + counts.answers).toBe(60);
  expect(counts.allowed).toBe(0);
  await tools.close();
});
