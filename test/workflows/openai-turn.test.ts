// A whole turn on a provider: a worker process, its queue for the provider's key, the stand-in server as the provider. The same small refund
// on `offline` and on both interfaces leaves the same ledger.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseTurnKey } from '../../core/kernel/ids';
import type { GuardReceipt } from '../../core/output-guard/receipt';
import { describeWithTemporal } from '../support/needs';
import { smallOrder } from '../support/refund-scripts';
import { startOpenAiStandIn, type StandIn } from '../support/stand-ins/openai-server';
import { startSystem, until, type System } from '../support/start-system';

const key = 'sk-canary-0001';
const agents = [
  {
    name: 'support',
    workflowType: 'supportTurn',
    kit: 'agents/support/kit#supportKit',
    tools: 'activities/tools/support/index#createSupportTools',
    data: 'data/support',
  },
];

describeWithTemporal('openai turn', () => {
  let folder: string;
  let standIn: StandIn;
  const systems: System[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'turnkeep-openai-'));
    standIn = await startOpenAiStandIn();
  });
  afterAll(async () => {
    for (const system of systems) await system.stop();
    await standIn.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  const start = async (): Promise<System> => {
    const config = join(folder, 'turnkeep.config.json');
    const place = { kind: 'openai', baseUrl: standIn.url, keyEnv: 'STAND_IN_KEY', model: 'gpt-5-mini' };
    const price = { inputUsdPerMillion: '0.25', outputUsdPerMillion: '2.00', asOf: '2026-11-30' };
    const providers = {
      openai: { ...place, api: 'responses', price },
      compatible: { ...place, api: 'chat', maxTokensField: 'max_tokens', requestsPerMinute: 600, concurrency: 2 },
      keyless: { ...place, api: 'chat', keyEnv: 'NO_SUCH_KEY' },
    };
    writeFileSync(config, JSON.stringify({ agents, providers }));
    const system = await startSystem({ env: { TURNKEEP_CONFIG: config, STAND_IN_KEY: key } });
    systems.push(system);
    return system;
  };

  const run = async (system: System, model: string) => {
    const started = await system.client.start({
      agent: 'support',
      subject: smallOrder.customer,
      message: `Please refund ${smallOrder.total} USD for ${smallOrder.orderId}, it came damaged`,
      model,
    });
    const report = await until(async () => {
      const now = await system.client.wait(started.turnKey);
      return now.status === 'running' || now.status === 'starting' ? undefined : now;
    }, 60_000);
    return { ...started, report };
  };

  const ledgerOf = async (system: System) => ({
    entries: await system.client.context.store.db.read((query) =>
      query.selectFrom('effect').select(['tool', 'amountMinor', 'currency', 'state', 'allowedBy', 'round']).execute(),
    ),
    charges: (await system.gateway.ledger()).charges.map((charge) => ({
      order: charge.order_reference,
      amount: charge.amount,
      currency: charge.currency,
    })),
  });

  const receiptsOf = async (system: System, turnKey: string): Promise<readonly GuardReceipt[]> => {
    const { store } = system.client.context;
    const rows = await store.db.read((query) =>
      query.selectFrom('receipt').select(['receiptKey', 'kind']).where('workflowId', '=', turnKey).execute(),
    );
    const caseId = parseTurnKey(turnKey)?.caseId ?? '';
    const found = await Promise.all(
      rows.filter((row) => row.kind === 'model').map((row) => store.receipts.find(caseId, row.receiptKey)),
    );
    return found.map((value) => (value?.['detail'] as unknown as { receipt: GuardReceipt }).receipt);
  };

  const turn = (api: string) =>
    ['turn-1-get-order', 'turn-2-refund', 'turn-3-answer'].map((name) => `${api}/${name}.json`);

  test('the same refund on offline, Responses and Chat -> the same ledger, three requests each', async () => {
    const offline = await start();
    const { report } = await run(offline, 'offline');
    expect(report).toMatchObject({ status: 'completed', outcome: 'answered', modelLabel: 'offline' });
    const expected = await ledgerOf(offline);
    expect(expected.charges).toHaveLength(1);
    expect(expected.entries).toMatchObject([{ tool: 'process_refund', amountMinor: 5201, state: 'done' }]);

    for (const [model, api] of [
      ['openai', 'responses'],
      ['compatible:local/model:8b', 'chat'],
    ] as const) {
      const system = await start();
      standIn.serve(...turn(api));
      const ended = await run(system, model);
      expect(ended.report).toMatchObject({
        status: 'completed',
        outcome: 'answered',
        reply: 'I have made the refund of 52.01 USD for order #W7752779.',
        modelLabel: model === 'openai' ? 'openai/gpt-5-mini' : 'compatible/local/model:8b',
      });
      expect(await ledgerOf(system)).toEqual(expected);
      expect(standIn.seen).toHaveLength(3);
      expect(standIn.seen.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill(`Bearer ${key}`));
      const asked = standIn.seen.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
      expect(asked[0]?.['model']).toBe(model === 'openai' ? 'gpt-5-mini' : 'local/model:8b');
      expect(JSON.stringify(asked[2])).toContain('call_1_0');
      const row = await system.client.context.store.runs.find(ended.turnKey);
      // 5,600 in at 0.25 and 210 out at 2.00 USD per million; a model without a price costs nobody knows what.
      expect(row?.costMicro).toBe(model === 'openai' ? 1_820 : 0);
      const steps = await system.client.context.store.runs.steps(ended.turnKey);
      expect(steps.some(({ costUnknown }) => costUnknown)).toBe(model !== 'openai');
      expect(row?.tokens).toBe(5_810);
    }
  }, 120_000);

  test('429 with Retry-After -> the key is paused, one attempt of the guard a step, and the turn ends well', async () => {
    const system = await start();
    const [look = '', refund = '', answer = ''] = turn('chat');
    standIn.serve(look, 'errors/429-seconds.http', refund, 'errors/500.http', answer);
    const { report, turnKey } = await run(system, 'compatible');
    expect(report).toMatchObject({ status: 'completed', outcome: 'answered' });
    expect(standIn.seen).toHaveLength(5);
    const [, refused, next] = standIn.seen;
    expect((next?.atMs ?? 0) - (refused?.atMs ?? 0)).toBeGreaterThanOrEqual(990);
    const receipts = await receiptsOf(system, turnKey);
    expect(receipts.map(({ attempts }) => attempts.length)).toEqual([1, 1, 1]);
    // The 500 may have been billed: its reservation is in the figures of its step.
    const steps = await system.client.context.store.runs.steps(turnKey);
    expect(steps.filter(({ estimated }) => estimated === true)).toHaveLength(1);
    expect((await system.client.context.store.runs.find(turnKey))?.tokens).toBeGreaterThan(5_810);
    const gate = await system.client.context.store.db.read((query) =>
      query.selectFrom('providerGate').selectAll().executeTakeFirstOrThrow(),
    );
    expect(gate).toMatchObject({ provider: 'STAND_IN_KEY', requests: 5 });
    expect(gate.pausedUntilMs).toBeGreaterThanOrEqual((refused?.atMs ?? 0) + 900);
  }, 60_000);

  test('401 -> asked on the provider’s queue, parked with its cause; neither the key nor a word of the provider goes on', async () => {
    const system = await start();
    standIn.serve('errors/401.http');
    const { report, turnKey } = await run(system, 'openai');
    expect(report).toMatchObject({ status: 'failed_resumable', cause: 'model.credentials' });
    expect(standIn.seen).toHaveLength(1);
    const history = await system.client.context.temporal.workflow.getHandle(turnKey).fetchHistory();
    const queues = (history.events ?? []).flatMap(({ activityTaskScheduledEventAttributes: scheduled }) =>
      scheduled?.activityType?.name === 'callModel' ? [scheduled.taskQueue?.name] : [],
    );
    expect(queues).toEqual([`${system.env['TURNKEEP_TASK_QUEUE'] ?? ''}-model-openai`]);
    for (const told of [JSON.stringify(history), JSON.stringify(report), system.worker().stderr()]) {
      expect(told).not.toContain(key);
      expect(told).not.toContain('canary-words');
    }
  }, 60_000);

  test('a provider without its key -> the worker says which variable; a turn on it is refused before anything is written', async () => {
    const system = systems.at(-1) ?? (await start());
    expect(system.worker().stderr()).toContain('provider keyless: NO_SUCH_KEY is not set');
    const before = (await system.client.context.store.runs.list({})).length;
    await expect(run(system, 'keyless')).rejects.toMatchObject({ code: 'PROVIDER_KEY_MISSING', exit: 2 });
    await expect(run(system, 'keyless')).rejects.toThrow('NO_SUCH_KEY');
    await expect(run(system, 'opnai')).rejects.toThrow('providers: openai, compatible, keyless');
    expect(await system.client.context.store.runs.list({})).toHaveLength(before);
  }, 60_000);

  test('a stop of the worker process -> both kinds of workers end', async () => {
    const system = systems.at(-1) ?? (await start());
    system.worker().child.kill('SIGTERM');
    expect(await system.worker().ended).toBe(0);
  }, 30_000);
});
