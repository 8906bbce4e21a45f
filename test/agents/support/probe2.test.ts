import { SupportDesk, openTools } from './support-desk';
import { amountsIn } from '../../../agents/support/amounts-in-text';
const fs = require('fs');
test('probe', async () => {
  console.log(
    amountsIn(
      "I love the skateboard but the notebook has missing pages, refund it please, that's $28.59, order #W8512927",
    ),
  );
  const tools = openTools();
  const out: string[] = [];
  const tasks = fs
    .readFileSync(__dirname + '/../../data/refund-desk/tasks.jsonl', 'utf8')
    .trim()
    .split('\n')
    .map((l: string) => JSON.parse(l));
  for (const t of tasks) {
    const desk = new SupportDesk({ tools, subject: t.userId, person: 'approve' });
    const r = await desk.say(t.instruction);
    out.push(
      `${t.id} expected=${t.expected.map((e: any) => e.tool).join()} judged=${r.judged.map((j) => j.answer.answer + ' ' + JSON.stringify(j.args)).join()} handOff=${r.handOff} ${JSON.stringify(r.calls.at(-1))} ${r.message}`,
    );
  }
  fs.writeFileSync('/tmp/probe2.txt', out.join('\n'));
});
