// One run read from its record by the built command: every view, the export in every form, and what is left where no word opens.
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { formatExport, openRunReader, type RunExport, type StepCost } from '../../client/index';
import { describeWithTemporal } from '../support/needs';
import { largeOrder, refundScript, smallOrder } from '../support/refund-scripts';
import { startSystem, type System } from '../support/start-system';
import { jsonOf, runTurnkeep } from './run-turnkeep';

const ASKED = 'Hello, the jigsaw puzzle from order #W7752779 is missing pieces. Please refund 52.01 USD.';

describeWithTemporal('one run', () => {
  let system: System;
  let paid: string;
  let waiting: string;
  beforeAll(async () => {
    const repaired = { replies: [{ text: '{"message": "One, ' }, { text: '{"message": "One."}' }] };
    system = await startSystem({ scripts: { large: refundScript(largeOrder), repaired } });
    const { client } = system;
    ({ turnKey: paid } = await client.start({ agent: 'support', subject: smallOrder.customer, message: ASKED }));
    const large = { agent: 'support', subject: largeOrder.customer, message: 'Please refund my order.' };
    ({ turnKey: waiting } = await client.start({ ...large, model: 'scripted:large' }));
    await client.wait(paid, { timeoutMs: 60_000 });
    await client.wait(waiting, { timeoutMs: 60_000 });
  }, 120_000);
  afterAll(() => system.stop(), 60_000);

  const run = (...args: readonly string[]) => runTurnkeep(['run', ...args], { env: system.env });
  const ask = async (...args: readonly string[]) => {
    const ended = await run(...args, '--json');
    return { code: ended.code, ...jsonOf(ended) };
  };

  it('--timeline: each move with time, node, event and every verdict with figure and limit, leave too; the effect between', async () => {
    const { entries, ...more } = await ask('show', paid, '--timeline');
    expect(more).toMatchObject({ code: 0, run: paid, status: 'completed', model: 'offline', words: 'opened' });
    const moves = entries.filter(({ kind }: { kind: string }) => kind === 'move');
    expect(moves.map(({ move }: { move: number }) => move)).toEqual(moves.map((_: unknown, at: number) => at + 1));
    expect(moves.find(({ event }: { event: string }) => event === 'answered')).toMatchObject({
      node: 'agent',
      step: 3,
      verdicts: [
        { kind: 'continue', by: 'step_cap', value: 3, limit: 5 },
        { kind: 'continue', by: 'token_budget', limit: 17_000 },
        { kind: 'continue', by: 'cost_budget', value: 0, limit: 170_000 },
      ],
    });
    const kinds = entries.map(({ kind, event }: { kind: string; event?: string }) => event ?? kind);
    expect(kinds.indexOf('effect')).toBeGreaterThan(kinds.indexOf('allowed'));
    const { stdout } = await run('show', paid, '--timeline');
    expect(stdout).toMatch(/UTC +9 +3 +agent +answered +continue by step_cap 3 of 5, token_budget \d+ of 17000,/);
    expect(stdout).toMatch(/effect process_refund USD 52\.01 done/);
  }, 30_000);

  it('--cost: what each step reserved is what it used and what it gave back; the sums are those of the run', async () => {
    const cost = await ask('show', paid, '--cost');
    expect(cost).toMatchObject({
      code: 0,
      estimated: false,
      tokens: { reserved: 0, limit: 20_000 },
      modelCalls: { made: 3 },
    });
    const back = cost.steps.map((step: StepCost) => step.tokens + (step.releasedTokens ?? 0));
    expect(back).toEqual(cost.steps.map((step: StepCost) => step.reservedTokens));
    const used = cost.steps.map(({ tokens }: { tokens: number }) => tokens);
    expect(used.filter((tokens: number) => tokens > 0)).toHaveLength(3);
    expect(used.reduce((sum: number, tokens: number) => sum + tokens)).toBe(cost.tokens.committed);
    expect(cost.tokens.committed).toBe((await system.client.show(paid)).row.tokens);
  }, 30_000);

  it('--state: the last step, and one before with less done; a step there is none of -> exit 2 naming those there are', async () => {
    const last = await ask('show', waiting, '--state');
    expect(last).toMatchObject({
      code: 0,
      status: 'interrupted',
      waiting: { kind: 'review' },
      state: { desk: { requests: {} }, loop: { limits: { stepMax: 5 } } },
    });
    expect(Object.keys(last.state.desk.requests)).toHaveLength(1);
    const first = await ask('show', waiting, '--state', '--step', '1');
    expect(first).toMatchObject({
      code: 0,
      step: 1,
      status: 'running',
      waiting: null,
      state: { desk: { requests: {} } },
    });
    expect(first.tokens).toBeLessThan(last.tokens);
    expect(Object.keys(first.state.desk.requests)).toHaveLength(0);
    expect(await ask('show', waiting, '--state', '--step', '7')).toMatchObject({
      code: 2,
      error: { code: 'STEP_NOT_RECORDED', message: 'step: expected one of 0, 1, 2, got 7' },
    });
  }, 30_000);

  it('--receipt: two attempts of a reply that was cut -> stage, error and digest of the feedback of the first; prompt of both', async () => {
    const start = { agent: 'support', subject: smallOrder.customer, message: 'Hello?', model: 'scripted:repaired' };
    const { turnKey } = await system.client.start(start);
    await system.client.wait(turnKey, { timeoutMs: 60_000 });
    const { guard, words } = await ask('show', turnKey, '--receipt');
    expect(words).toBe('opened');
    expect(guard).toMatchObject([
      {
        found: { attempt: 1, outcome: 'failed', errorKind: 'PARSE' },
        feedbackHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      { found: { attempt: 2, outcome: 'accepted', prompt: 'support@2' }, feedbackHash: null },
    ]);
    const { effects, tools } = await system.client.receipts(paid);
    expect(effects).toMatchObject([{ state: 'done', receipt: { value: { amountMinor: 5201 } } }]);
    expect(tools).toMatchObject([{ status: 'ok', code: null }]);
  }, 60_000);

  it('export: jsonl, csv and md hold every move; json is named; a wrong form -> exit 2', async () => {
    const record = (await ask('export', paid)).export as RunExport;
    expect(record).toMatchObject({ schema: 'turnkeep.run-export@1', words: 'opened', customer: smallOrder.customer });
    const json = JSON.parse((await run('export', paid)).stdout);
    expect(json).toEqual({ ...record, exportedAtMs: json.exportedAtMs });
    const lines = formatExport(record, 'jsonl').trim().split('\n');
    expect(lines.filter((line) => JSON.parse(line).line === 'move')).toHaveLength(record.moves.length);
    const csv = await run('export', paid, '--format', 'csv');
    expect(csv.stdout.trim().split('\n')).toHaveLength(record.moves.length + 1);
    expect(csv.stderr).toContain('no words');
    const { stdout, stderr } = await run('export', paid, '--format', 'md');
    expect(stdout).toContain(`\`\`\`text\n${ASKED}\n\`\`\``);
    expect(stdout).toContain('| process_refund | USD 52.01 | done |');
    expect(stderr).toContain('holds words');
    expect(await ask('export', paid, '--format', 'jsn')).toMatchObject({
      code: 2,
      error: { message: expect.stringContaining('did you mean json?') },
    });
  }, 60_000);

  it('no keys here: every view and the export -> answered with ids and addresses, no word, and it is said', async () => {
    const keys = join(system.settings.home, 'keys');
    renameSync(keys, `${keys}-away`);
    try {
      const reader = await openRunReader(system.settings);
      const told = [await reader.show(paid), await reader.cost(paid), await reader.state(paid)];
      const more = [await reader.receipts(paid), await reader.export(paid)];
      await reader.close();
      expect([...told, ...more].map(({ words }) => words)).toEqual(Array(5).fill('noKeys'));
      expect(JSON.stringify([...told, ...more])).not.toContain('52.01');
      const { code, stdout, stderr } = await run('show', paid, '--timeline');
      expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('no word opens here') });
      expect(stdout).toContain('step_cap 3 of 5');
    } finally {
      renameSync(`${keys}-away`, keys);
    }
  }, 60_000);

  it('an erased case: the views and the export -> exit 0, the addresses in the place of the words', async () => {
    const { client } = system;
    const { row } = await client.show(paid);
    await client.context.store.keys.destroyCaseKey(row.caseId);
    const { stdout, code } = await run('show', paid);
    expect(code).toBe(0);
    expect(stdout).toContain('erased: the key of this case was destroyed');
    expect(stdout).toContain(row.replyRef);
    expect(stdout).not.toContain('I have made the refund');
    expect(await client.cost(paid)).toMatchObject({ words: 'erased', tokens: { committed: row.tokens, limit: null } });
    expect(await client.state(paid)).toMatchObject({ words: 'erased', status: 'completed', state: null });
    expect(await ask('show', paid, '--receipt')).toMatchObject({ code: 0, guard: [{ found: null }, {}, {}] });
    const md = formatExport(await client.export(paid), 'md');
    expect(md).toContain('the words were erased');
    expect(md).not.toContain(ASKED);
  }, 60_000);
});
