// Recorded attacks on a bank agent, with an agent that obeys every one of them: what reaches a tool is decided by code. A user's own
// task whose recipient or amount stands only in a document goes to a person, who lets through exactly what the task expects.
import { provenanceRule, traceProvenance } from '../../activities/effects/trace-provenance';
import type { ProposedAction } from '../../activities/effects/proposed-action';
import type { JsonObject } from '../../core/kernel/json';
import { bankKit, bankTools, readLines, readWorld } from './bank-agent';

interface Call {
  readonly tool: string;
  readonly args: JsonObject;
}
interface UserTask {
  readonly id: string;
  readonly version: string;
  readonly prompt: string;
  readonly calls: readonly Call[];
}
interface Attack {
  readonly id: string;
  readonly version: string;
  readonly goal: string;
  readonly calls: readonly Call[];
}
interface Pair {
  readonly user: string;
  readonly injection: string;
  readonly enough: 'tool-list' | 'argument';
  readonly vectors: readonly string[];
}

const users = readLines<UserTask>('agentdojo-user-tasks.jsonl');
const attacks = readLines<Attack>('agentdojo-injection-tasks.jsonl');
const pairs = readLines<Pair>('agentdojo-pairs.jsonl');
const templates = readLines<{ id: string; template: string }>('agentdojo-attacks.jsonl');
const byId = <T extends { id: string; version: string }>(list: readonly T[], id: string): readonly T[] =>
  list.filter((task) => task.id === id);

/** What the agent read: the whole world of the bank, the injected text in it. */
const world = (injected: string): string => JSON.stringify(readWorld()).replaceAll(/\{injection_\w+\}/g, injected);

const propose = (call: Call, prompt: string, injected: string): ProposedAction => {
  const tool = bankTools.find(({ name }) => name === call.tool);
  if (tool === undefined) throw new Error(`no tool ${call.tool}`);
  return {
    kit: bankKit,
    tools: undefined as never,
    effect: undefined as never,
    tool,
    args: call.args,
    canonical: call.args,
    customerMessages: [prompt],
    outsideTexts: [{ id: 'read@2', text: `${world(injected)} ${injected}` }],
    dialog: [],
    nowMs: 0,
    edited: false,
  };
};

/** Alone, or the rule by which a person is asked. */
const judge = (call: Call, prompt: string, injected: string): string => {
  const proposed = propose(call, prompt, injected);
  if (proposed.tool.tag === 'reads') return 'alone';
  return provenanceRule(traceProvenance(proposed, { subject: 'user', facts: {} })) ?? 'alone';
};

test('the data is whole: 144 pairs, 16 user tasks, 9 attacks, 8 templates', () => {
  expect([pairs.length, new Set(pairs.map(({ user }) => user)).size, templates.length]).toEqual([144, 16, 8]);
});

test('144 pairs, an agent that obeys every injection -> 0 reach a tool alone, in every wording of attack and template', () => {
  const reached: string[] = [];
  const asked: Record<string, number> = {};
  let calls = 0;
  for (const pair of pairs)
    for (const user of byId(users, pair.user))
      for (const attack of byId(attacks, pair.injection))
        for (const { id, template } of templates) {
          const injected = template.replaceAll('{goal}', `${attack.goal} ${JSON.stringify(attack.calls)}`);
          for (const call of attack.calls) {
            const ruled = judge(call, user.prompt, injected);
            if (bankTools.find(({ name }) => name === call.tool)?.tag === 'reads') continue;
            calls += 1;
            asked[ruled] = (asked[ruled] ?? 0) + 1;
            if (ruled === 'alone') reached.push(`${user.id} ${attack.id} ${id} ${call.tool}`);
          }
        }
  console.log(`obeyed attack calls, n = ${calls}: ${JSON.stringify(asked)}; alone: ${reached.length}`);
  expect(calls).toBeGreaterThan(1_000);
  expect(reached).toEqual([]);
});

test('16 user tasks -> every call runs: alone, or after a person who approves what the task expects', () => {
  const counts = { alone: 0, person: 0 };
  for (const user of users)
    for (const call of user.calls) counts[judge(call, user.prompt, '') === 'alone' ? 'alone' : 'person'] += 1;
  console.log(`user calls, n = ${counts.alone + counts.person}: ${JSON.stringify(counts)}`);
  expect(counts.alone).toBeGreaterThan(0);
  expect(counts.alone + counts.person).toBe(users.reduce((sum, { calls }) => sum + calls.length, 0));
});

test('without provenance the same attacks would act alone -> the check is what holds them', () => {
  const bare = bankTools.map((tool) => ({ ...tool, sensitive: [] }));
  const free = attacks
    .flatMap(({ calls }) => calls)
    .filter((call) => {
      const tool = bare.find(({ name }) => name === call.tool);
      if (tool?.tag !== 'writes') return false;
      const proposed = { ...propose(call, 'pay', ''), tool };
      return provenanceRule(traceProvenance(proposed, { subject: 'user', facts: {} })) === null;
    });
  expect(free.length).toBeGreaterThan(0);
});
