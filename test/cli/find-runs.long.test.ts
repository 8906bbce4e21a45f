// Finding runs with the built command: filters, what needs attention, where the registry and Temporal differ, and ids typed in part.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { caseIdOf } from '../../core/kernel/ids';
import { openStore } from '../../stores/open-store';
import { describeWithTemporal } from '../support/needs';
import { putRun } from '../support/registry-rows';
import { startSystem, type System } from '../support/start-system';
import { onTerminal } from './on-a-terminal';
import { jsonOf, runTurnkeep } from './run-turnkeep';

const CUSTOMER = 'olivia_ito_3591';
const DAY_MS = 86_400_000;

describe('find runs, without a server', () => {
  let folder: string;
  let env: Record<string, string>;
  let keys: Readonly<Record<'answered' | 'overdue' | 'failed' | 'second', string>>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'turnkeep-find-'));
    const home = join(folder, 'home');
    env = { TURNKEEP_HOME: home, TEMPORAL_ADDRESS: '127.0.0.1:9' };
    const store = await openStore({ home });
    const startedMs = Date.now() - 2 * DAY_MS;
    const twice = caseIdOf(store.keys.identityKey, 'ticket-7');
    keys = {
      answered: await putRun(store, { caseId: twice, startedMs, status: 'completed', outcome: 'answered' }),
      second: await putRun(store, { caseId: twice, turn: 2, startedMs: startedMs + 1, status: 'completed' }),
      overdue: await putRun(store, {
        caseId: 'c_0123456789abcdef',
        startedMs: startedMs + 2,
        recordedMs: startedMs + 2,
        status: 'interrupted',
        waitingKind: 'review',
        reviewId: 'rv_0123456789abcdef',
        waitingSinceMs: startedMs + 2,
        dueMs: startedMs + DAY_MS,
      }),
      failed: await putRun(store, {
        caseId: 'c_fedcba9876543210',
        startedMs: startedMs + 3,
        recordedMs: startedMs + 3,
        status: 'failed_resumable',
        stoppedAt: 'agent',
        cause: 'model.unavailable',
      }),
    };
    await store.close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const turnkeep = async (...args: readonly string[]) => {
    const ended = await runTurnkeep([...args, '--json'], { env });
    return { code: ended.code, ...jsonOf(ended) };
  };
  const listed = async (...flags: readonly string[]): Promise<readonly string[]> =>
    (await turnkeep('run', 'list', ...flags)).runs.map((run: { workflowId: string }) => run.workflowId);

  it('run list: newest first; filters narrow each other; a case by the caller’s own reference', async () => {
    expect(await listed()).toEqual([keys.failed, keys.overdue, keys.second, keys.answered]);
    expect(await listed('--waiting', 'review')).toEqual([keys.overdue]);
    expect(await listed('--case', 'ticket-7', '--outcome', 'answered')).toEqual([keys.answered]);
    expect(await listed('--since', '24h')).toEqual([]);
  });

  it('run list --limit 3: -> three of them, and that there is one more', async () => {
    expect(await turnkeep('run', 'list', '--limit', '3')).toMatchObject({ code: 0, more: 1, runs: { length: 3 } });
    const { stdout, stderr } = await runTurnkeep(['run', 'list', '--limit', '3'], { env });
    expect(stderr).toContain('3 shown, 1 more');
    expect(stdout).not.toContain('more');
  });

  it.each([
    [['--status', 'interupted'], 'did you mean interrupted?'],
    [['--outcome', 'answerd'], 'did you mean answered?'],
    [['--outcome', 'what now'], '--outcome: expected a name'],
    [['--limit', '0'], '--limit: expected a whole number of 1 to 10000, got 0'],
    [['--customer', ' '], '--customer: expected 1 to 500 characters'],
  ])('run list %j -> exit 2, and what it may be', async (flags, words) => {
    const refused = await turnkeep('run', 'list', ...flags);
    expect(refused).toMatchObject({ code: 2, ok: false });
    expect(refused.error.message).toContain(words);
  });

  it('run list --case of no run -> CASE_NOT_FOUND; the reference is not repeated', async () => {
    const refused = await turnkeep('run', 'list', '--case', 'ana@example.test');
    expect(refused).toMatchObject({ code: 2, error: { code: 'CASE_NOT_FOUND' } });
    expect(refused.error.message).not.toContain('ana');
  });

  it('run attention on 40 columns: -> what was recorded, the most urgent first; ids and commands whole; no server answered, it says', () => {
    const { code, lines, shown } = onTerminal(['run', 'attention'], { columns: 40, env });
    expect(code).toBe(0);
    expect(shown).toContain('Shown is what was recorded');
    const told = lines.slice(lines.indexOf(keys.overdue));
    expect(told.filter((line) => !line.startsWith('  '))).toEqual([keys.overdue, keys.failed]);
    expect(told.filter((line) => line.startsWith('  next: '))).toEqual([
      '  next: turnkeep review show rv_0123456789abcdef',
      `  next: turnkeep run resume ${keys.failed}`,
    ]);
    const words = told.filter((line) => line.startsWith('  ') && !line.startsWith('  next: '));
    expect(words[0]).toMatch(/^ {2}reviewOverdue: /);
    expect(words.filter((line) => line.length > 40)).toEqual([]);
  });

  it('run show: a part that names one run -> it; one that names several -> RUN_AMBIGUOUS with the candidates', async () => {
    expect(await turnkeep('run', 'show', 'ticket-7/2')).toMatchObject({ code: 0, run: { workflowId: keys.second } });
    expect(await turnkeep('run', 'show', 'ticket-7')).toMatchObject({
      code: 2,
      error: { code: 'RUN_AMBIGUOUS' },
      next: [`turnkeep run show ${keys.second}`, `turnkeep run show ${keys.answered}`],
    });
  });
});

describeWithTemporal('find runs, with a server', () => {
  let system: System;
  beforeAll(async () => {
    system = await startSystem();
  }, 60_000);
  afterAll(() => system.stop(), 60_000);

  const turnkeep = async (...args: readonly string[]) => {
    const ended = await runTurnkeep([...args, '--json'], { env: { ...system.env, TURNKEEP_PERSON: '' } });
    return { code: ended.code, ...jsonOf(ended) };
  };
  const message = 'Hi, the sneakers from my order #W5866402 arrived damaged. Please refund the 207.75 USD I paid.';

  it('terminated outside: -> found by attention; applied only for who is named', async () => {
    const { turnKey: run } = await system.client.start({ agent: 'support', message, subject: CUSTOMER });
    await system.client.wait(run);
    await system.client.context.temporal.workflow.getHandle(run).terminate('ana called and was angry');
    const told = await turnkeep('run', 'attention');
    expect(told).toMatchObject({ code: 0, runs: [{ turnKey: run, reason: 'workflowClosed' }] });
    expect(await turnkeep('run', 'reconcile')).toMatchObject({
      code: 0,
      runs: [{ turnKey: run, kind: 'closedOutside', temporal: 'TERMINATED', applied: false }],
      next: ['turnkeep run reconcile --apply --as NAME'],
    });
    expect(await turnkeep('run', 'reconcile', '--apply')).toMatchObject({ code: 4, error: { code: 'NEEDS_PERSON' } });
    const applied = await turnkeep('run', 'reconcile', '--apply', '--as', 'ana');
    expect(applied).toMatchObject({ code: 0, applied: 1, by: 'ana', runs: [{ turnKey: run, applied: true }] });
    expect(JSON.stringify([told, applied])).not.toContain('angry');
    expect(await turnkeep('run', 'list', '--status', 'aborted')).toMatchObject({
      runs: [{ workflowId: run, cause: 'terminatedOutside' }],
    });
  }, 60_000);

  it('a part that names two runs -> no verb takes it, and neither run is touched; with its turn it names one', async () => {
    const { client } = system;
    const start = async (words: string): Promise<string> => {
      const started = { agent: 'support', message: words, subject: CUSTOMER, caseReference: 'ticket-8' };
      const { turnKey } = await client.start(started);
      await client.wait(turnKey);
      return turnKey;
    };
    const waiting = await start(message);
    const answered = await start('Where is my order #W5866402?');
    const verbs = [
      ['message', '--message', 'hello'],
      ['stop', '--reason', 'T'],
      ['resume'],
      ['abort', '--reason', 'T'],
    ];
    for (const [verb = '', ...flags] of verbs)
      expect(await turnkeep('run', verb, 'ticket-8', ...flags)).toMatchObject({
        code: 2,
        error: { code: 'RUN_AMBIGUOUS' },
        next: [`turnkeep run show ${answered}`, `turnkeep run show ${waiting}`],
      });
    expect((await client.list({ case: 'ticket-8' })).runs).toMatchObject([
      { workflowId: answered, status: 'completed' },
      { workflowId: waiting, status: 'interrupted' },
    ]);
    expect(await turnkeep('run', 'stop', 'ticket-8/1', '--reason', 'T')).toMatchObject({ run: waiting });
  }, 60_000);
});
