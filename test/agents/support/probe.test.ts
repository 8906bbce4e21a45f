import { SupportDesk, openTools } from './support-desk';
const cases: [string, string[]][] = JSON.parse(require('fs').readFileSync('/tmp/probe.json', 'utf8'));
test('probe', async () => {
  const tools = openTools();
  const out: string[] = [];
  for (const [subject, messages] of cases) {
    const desk = new SupportDesk({ tools, subject });
    for (const m of messages) {
      const t = await desk.say(m);
      out.push(
        `> ${m}\n   ${t.calls.map((c) => c.tool + c.argsText).join(' | ')}\n   ${t.judged.map((j) => j.answer.answer + ' ' + j.answer.rule).join()} handOff=${t.handOff} (${t.modelCalls} calls, ${t.tokens} tokens, view ${t.largestView})\n   ${t.message}`,
      );
    }
  }
  require('fs').writeFileSync('/tmp/probe.txt', out.join('\n'));
});
