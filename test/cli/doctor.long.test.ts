// Each check of the doctor in its bad state: the state is made, not told. What is said comes with what to do, and where that is a
// command of a server it is carried out and the check is asked again.
import { randomBytes, randomUUID } from 'node:crypto';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Connection } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import SqliteDatabase from 'better-sqlite3';
import { checkNode, checkSdk, checkServerVersion } from '../../client/diagnose-versions';
import { openStore } from '../../stores/open-store';
import { connect } from '../../temporal-config/connection';
import { describeWithPostgres, describeWithTemporal } from '../support/needs';
import { largeOrder, refundScript } from '../support/refund-scripts';
import { startSystem, until, type System } from '../support/start-system';
import { makePostgresPlace } from '../stores/store-targets';
import { jsonOf, runTurnkeep } from './run-turnkeep';

const root = resolve(__dirname, '..', '..');

interface Seen {
  readonly name: string;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly words: string;
  readonly fix?: string;
}

const doctor = async (env: Readonly<Record<string, string>>) => {
  const { code, stdout, stderr } = await runTurnkeep(['doctor', '--json'], { env });
  const { checks } = jsonOf({ code, stdout, stderr }) as { checks: readonly Seen[] };
  return { code, checks, of: (name: string) => checks.filter((check) => check.name === name) };
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnkeep-doctor-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fileOf = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

/** A process whose clock is wrong by so much. */
const withClock = (aheadMs: number): Record<string, string> => {
  const shift = `const Right = Date;
globalThis.Date = class extends Right {
  constructor(...args) { super(...(args.length === 0 ? [Right.now() + ${aheadMs}] : args)); }
  static now() { return Right.now() + ${aheadMs}; }
};`;
  return { NODE_OPTIONS: `--require ${fileOf(`clock-${aheadMs}.cjs`, shift)}` };
};

describe('versions', () => {
  test.each([
    ['18.20.4', 'fail'],
    ['20.18.0', 'fail'],
    ['20.19.0', 'ok'],
    ['24.1.0', 'ok'],
  ])('node %s -> %s', (version, state) => expect(checkNode(version).state).toBe(state));

  test('packages of the SDK of two versions -> fail, each named', () => {
    const mixed = new Map([
      ['client', '1.24.0'],
      ['worker', '1.23.1'],
    ]);
    expect(checkSdk('0.1.0', mixed)).toMatchObject({ state: 'fail', fix: 'npm ci' });
    expect(checkSdk('0.1.0', mixed).words).toContain('worker 1.23.1');
    expect(checkSdk('0.1.0', new Map([...mixed.keys()].map((name) => [name, '1.24.0']))).state).toBe('ok');
  });

  test.each([
    ['1.20.3', ['warn']],
    [undefined, ['warn']],
    ['1.31.0', []],
    ['2.0.0', []],
  ])('server %s -> %j', (version, states) =>
    expect(checkServerVersion(version).map(({ state }) => state)).toEqual(states),
  );
});

describe('without a server', () => {
  it('a server that others reach, the store in files; no CLI; no gateway -> said with what to do, exit 7', async () => {
    const home = join(folder, 'home');
    await (await openStore({ home })).close();
    const { code, checks, of } = await doctor({
      TURNKEEP_HOME: home,
      TEMPORAL_ADDRESS: '192.0.2.1:7233',
      TURNKEEP_PAYMENTS_URL: 'http://127.0.0.1:9',
      TEMPORAL_CLI_CACHE: join(folder, 'no-cache'),
      PATH: folder,
    });
    expect(code).toBe(7);
    expect(of('hosts')).toMatchObject([{ state: 'warn', fix: expect.stringContaining('TURNKEEP_DATABASE_URL') }]);
    expect(of('temporal cli')).toMatchObject([{ state: 'warn', fix: expect.stringContaining('TEMPORAL_CLI_PATH') }]);
    expect(of('payments')).toMatchObject([{ state: 'fail', fix: expect.stringContaining('TURNKEEP_PAYMENTS_URL') }]);
    expect(of('server')).toMatchObject([{ state: 'fail' }]);
    for (const { name, state, fix } of checks)
      expect({ name, told: state === 'ok' || fix !== '' }).toEqual({ name, told: true });
  }, 30_000);
});

describeWithTemporal('of a whole system', () => {
  let system: System;
  let connection: Connection;
  let run: string;
  beforeAll(async () => {
    system = await startSystem({ scripts: { large: refundScript(largeOrder) } });
    connection = await connect(system.env['TEMPORAL_ADDRESS'] ?? '');
    const { customer, orderId, total } = largeOrder;
    const message = `Please refund ${total} USD of my order ${orderId}.`;
    run = (await system.client.start({ agent: 'support', message, subject: customer, model: 'scripted:large' }))
      .turnKey;
    await until(async () => (await system.client.context.store.runs.find(run))?.status === 'interrupted');
  }, 60_000);
  afterAll(async () => {
    await connection.close();
    await system.stop();
  }, 60_000);

  it('nothing wrong -> exit 0, every part named once', async () => {
    const { code, checks, of } = await doctor(system.env);
    expect({ code, failed: checks.filter(({ state }) => state === 'fail') }).toEqual({ code: 0, failed: [] });
    const parts = ['node', 'versions', 'temporal cli', 'settings', 'agent support', 'store', 'hosts', 'key files'];
    const outside = ['journal', 'anchor', 'payments', 'server', 'search attributes', 'retention', 'clock', 'worker'];
    for (const name of [...parts, ...outside, 'open runs', 'code of open runs'])
      expect({ name, times: of(name).length }).toEqual({ name, times: 1 });
    expect(of('clock')).toMatchObject([{ state: 'ok' }]);
    expect(of('code of open runs')).toMatchObject([{ state: 'ok', words: expect.stringContaining('1 looked at') }]);
    expect(of('lost runs')).toEqual([]);
  }, 30_000);

  it('clock an hour ahead or 30 s behind -> warn, by how much', async () => {
    expect((await doctor({ ...system.env, ...withClock(3_600_000) })).of('clock')).toMatchObject([
      { state: 'warn', words: expect.stringMatching(/server's is 3(600|599)\.\d s behind/) },
    ]);
    expect((await doctor({ ...system.env, ...withClock(-30_000) })).of('clock')).toMatchObject([
      { state: 'warn', words: expect.stringMatching(/server's is (30|29)\.\d s ahead of/) },
    ]);
  }, 30_000);

  it('asking for the time leaves no poller on the queue of turns', async () => {
    await doctor(system.env);
    const name = system.env['TURNKEEP_TASK_QUEUE'] ?? '';
    const { pollers } = await connection.workflowService.describeTaskQueue({
      namespace: 'default',
      taskQueue: { name },
      taskQueueType: temporal.api.enums.v1.TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW,
    });
    expect(pollers.map(({ identity }) => identity).filter((identity) => identity?.includes('doctor'))).toEqual([]);
  }, 30_000);

  it('another namespace: attributes missing, kept a day, runs unknown -> said; its advice followed -> gone', async () => {
    const namespace = `doctor-${randomBytes(4).toString('hex')}`;
    await connection.workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: { seconds: 86_400 } as never,
    });
    const env = { ...system.env, TEMPORAL_NAMESPACE: namespace };
    const first = await until(async () => {
      const seen = await doctor(env);
      return seen.of('retention')[0]?.state === 'warn' && seen;
    });
    expect(first.code).toBe(9);
    expect(first.of('search attributes')).toMatchObject([
      { state: 'fail', fix: expect.stringContaining('search-attribute create') },
    ]);
    expect(first.of('worker')).toMatchObject([{ state: 'warn', fix: expect.stringContaining('turnkeep dev') }]);
    expect(first.of('lost runs')).toMatchObject([{ state: 'warn', words: expect.stringContaining(run) }]);
    const days = /--retention (\d+)d$/.exec(first.of('retention')[0]?.fix ?? '')?.[1];
    await connection.workflowService.updateNamespace({
      namespace,
      config: { workflowExecutionRetentionTtl: { seconds: Number(days) * 86_400 } as never },
    });
    expect((await doctor(env)).of('retention')).toMatchObject([{ state: 'ok' }]);
  }, 60_000);

  it('an unknown namespace -> fails with the way out, no stack', async () => {
    const { code, of } = await doctor({ ...system.env, TEMPORAL_NAMESPACE: `none-${randomUUID()}` });
    expect(code).toBe(9);
    expect(of('retention')).toMatchObject([{ state: 'fail', fix: expect.any(String) }]);
    expect(of('clock')).toMatchObject([{ state: 'warn', fix: expect.stringContaining('date') }]);
  }, 30_000);

  describe('code that open runs need', () => {
    const configOf = (name: string, change: object): string => {
      const config = JSON.parse(readFileSync(join(root, 'turnkeep.config.json'), 'utf8')) as { agents: object[] };
      return fileOf(
        name,
        JSON.stringify({ ...config, agents: config.agents.map((agent) => ({ ...agent, ...change })) }),
      );
    };
    const codeOf = async (change: Record<string, string>) => {
      const { code, of } = await doctor({ ...system.env, ...change });
      return { code, check: of('code of open runs') };
    };

    it('prompt version gone -> fail, naming version and run', async () => {
      fileOf(
        'kit.cjs',
        `const { makeSupportKit } = require(${JSON.stringify(join(root, 'dist', 'agents', 'support', 'kit'))});
         const prompt = (version) => { if (version !== 'support@9') throw new Error('unknown'); return 'Be kind.'; };
         exports.make = (policy) => {
           const made = makeSupportKit(policy);
           return made.kind === 'kit' ? { kind: 'kit', kit: { ...made.kit, promptVersion: 'support@9', prompt } } : made;
         };`,
      );
      const found = await codeOf({ TURNKEEP_CONFIG: configOf('prompts.json', { kit: './kit.cjs#make' }) });
      expect(found).toMatchObject({ code: 9, check: [{ state: 'fail', fix: expect.stringContaining('run abort') }] });
      expect(found.check[0]?.words).toMatch(/^prompt support@2 of support is not here any more, and 1 of 1/);
      expect(found.check[0]?.words).toContain(run);
    }, 30_000);

    it('agent not in the settings -> fail', async () => {
      const found = await codeOf({ TURNKEEP_CONFIG: configOf('agents.json', { name: 'helpdesk' }) });
      expect(found).toMatchObject({
        check: [{ state: 'fail', words: expect.stringMatching(/^agent support is not/) }],
      });
    }, 30_000);

    it('rule set of a newer program -> fail; over for good -> no more', async () => {
      const { db } = system.client.context.store;
      const change = (to: { rules: number; status?: 'aborted' | 'interrupted' }) =>
        db.write((tx) => tx.updateTable('run').set(to).where('workflowId', '=', run).execute());
      await change({ rules: 9 });
      expect(await codeOf({})).toMatchObject({
        code: 9,
        check: [{ state: 'fail', words: expect.stringMatching(/^rules 9 of support/) }],
      });
      await change({ rules: 9, status: 'aborted' });
      expect(await codeOf({})).toMatchObject({ code: 0, check: [{ state: 'ok' }] });
      await change({ rules: 2, status: 'interrupted' });
    }, 30_000);
  });

  it('the store put back to an older copy, then a row of it changed -> anchor and journal fail', async () => {
    const older = join(folder, 'older');
    cpSync(system.env['TURNKEEP_HOME'] ?? '', older, { recursive: true });
    const [review] = (await jsonOf(await runTurnkeep(['review', 'list', '--json'], { env: system.env }))).reviews;
    const approve = ['review', 'approve', review.reviewId, '--reason', 'ok', '--confirm-amount', largeOrder.total];
    expect((await runTurnkeep([...approve, '--as', 'rita'], { env: system.env })).code).toBe(0);
    await system.client.wait(run, { timeoutMs: 30_000 });
    appendFileSync(join(older, 'anchor'), readFileSync(join(system.env['TURNKEEP_HOME'] ?? '', 'anchor')));
    const { code, of } = await doctor({ ...system.env, TURNKEEP_HOME: older });
    expect(code).toBe(9);
    expect(of('anchor')).toMatchObject([{ state: 'fail', fix: expect.stringContaining('effects reconcile') }]);
    expect((await doctor(system.env)).of('anchor')).toMatchObject([{ state: 'ok' }]);
    const file = new SqliteDatabase(join(older, 'turnkeep.db'));
    file.exec(`drop trigger journal_no_update; update journal set subject = 'support/c_0/1' where seq = 1`);
    file.close();
    expect((await doctor({ ...system.env, TURNKEEP_HOME: older })).of('journal')).toMatchObject([{ state: 'fail' }]);
  }, 60_000);
});

describeWithPostgres('a store on PostgreSQL', () => {
  it('several hosts may share it; this machine 30 s off its clock -> warn', async () => {
    const place = await makePostgresPlace();
    const { home, databaseUrl = '', keysUrl = '' } = place;
    try {
      await (await openStore({ home, databaseUrl, keysUrl })).close();
      const env = {
        TURNKEEP_HOME: home,
        TURNKEEP_DATABASE_URL: databaseUrl,
        TURNKEEP_KEYS_URL: keysUrl,
        TEMPORAL_ADDRESS: '127.0.0.1:9',
      };
      const right = await doctor(env);
      expect(right.of('store')).toMatchObject([{ state: 'ok', words: expect.stringMatching(/^PostgreSQL, /) }]);
      expect(right.of('hosts')).toMatchObject([{ state: 'ok', words: expect.stringContaining('several') }]);
      expect(right.of('clock')).toMatchObject([{ state: 'ok', words: "the database's is this machine's" }]);
      const { code, of } = await doctor({ ...env, ...withClock(-30_000) });
      expect({ code, clock: of('clock') }).toMatchObject({
        code: 7,
        clock: [{ state: 'warn', words: expect.stringMatching(/database's is (30|29)\.\d s ahead of/) }],
      });
    } finally {
      await place.remove();
    }
  }, 30_000);
});
