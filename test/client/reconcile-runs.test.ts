// The registry and Temporal say different things: what is told of it, what helps, and what --apply writes, and writes once.
import { randomUUID } from 'node:crypto';
import { openClient, type TurnkeepClient } from '../../client/turnkeep-client';
import { readSettings } from '../../temporal-config/settings';
import { describeWithTemporal } from '../support/needs';
import { putEffect, putRun } from '../support/registry-rows';
import { startSystem, until, type System } from '../support/start-system';

const OVER_LIMIT =
  'Hi, the sneakers from my order #W5866402 arrived damaged. Please refund the 207.75 USD I paid for them.';
const SECRET = 'Olivia called and was angry';

describeWithTemporal('reconcile runs', () => {
  let system: System;
  let client: TurnkeepClient;
  beforeAll(async () => {
    system = await startSystem({
      scripts: { hanging: { replies: [{ text: '{"message": "late"}', hangMs: 600_000 }] } },
    });
    client = system.client;
  }, 60_000);
  afterAll(() => system.stop(), 60_000);

  const start = async (message: string, model = 'offline'): Promise<string> =>
    (await client.start({ agent: 'support', message, subject: 'olivia_ito_3591', model })).turnKey;
  const startAndWait = async (message: string): Promise<string> => {
    const turnKey = await start(message);
    await client.wait(turnKey);
    return turnKey;
  };
  const terminate = (turnKey: string, by = client) => by.context.temporal.workflow.getHandle(turnKey).terminate(SECRET);
  const differenceOf = async (turnKey: string) =>
    (await client.reconcile()).runs.find((run) => run.turnKey === turnKey);
  const reasonOf = async (turnKey: string, by = client) =>
    (await by.attention()).runs.find((run) => run.turnKey === turnKey)?.reason;

  it('runs in good order: one waits, one is answered -> no difference; the one that waits needs attention', async () => {
    const waiting = await startAndWait(OVER_LIMIT);
    await startAndWait('Where is my order #W5866402?');
    expect(await client.reconcile()).toMatchObject({ runs: [], applied: 0, by: null });
    const { runs, checked } = await client.attention();
    expect(runs).toMatchObject([{ turnKey: waiting, reason: 'reviewWaiting' }]);
    expect(checked).toEqual({ server: true, openRuns: 1, described: 1 });
    await client.abort(waiting, 'done with it');
  }, 60_000);

  it('terminated while it waited: -> shown; applied by a named person -> aborted, journalled, its review void, its customer told; again -> nothing', async () => {
    const turnKey = await startAndWait(OVER_LIMIT);
    const { store } = client.context;
    const { reviewId } = (await store.runs.find(turnKey)) ?? {};
    await terminate(turnKey);
    expect(await reasonOf(turnKey)).toBe('workflowClosed');
    expect(await differenceOf(turnKey)).toMatchObject({
      kind: 'closedOutside',
      registry: 'interrupted',
      temporal: 'TERMINATED',
      applied: false,
      next: ['turnkeep run reconcile --apply --as NAME'],
    });
    expect(await store.runs.find(turnKey)).toMatchObject({ status: 'interrupted' });

    const applied = await client.reconcile({ apply: true, by: 'ana' });
    expect(applied).toMatchObject({ applied: 1, by: 'ana', runs: [{ turnKey, applied: true, effects: [] }] });
    expect(JSON.stringify(applied)).not.toContain('angry');
    const row = await store.runs.find(turnKey);
    expect(row).toMatchObject({ status: 'aborted', cause: 'terminatedOutside', waitingKind: null });
    expect(row?.replyRef).not.toBeNull();
    expect((await client.show(turnKey)).acts).toMatchObject([
      { of: 'aborted', by: 'ana', cause: 'terminatedOutside', text: expect.stringContaining(SECRET) },
    ]);
    const journal = await store.db.read((query) =>
      query
        .selectFrom('journal')
        .selectAll()
        .where('subject', 'in', [turnKey, reviewId ?? ''])
        .orderBy('seq')
        .execute(),
    );
    expect(journal.map(({ kind }) => kind).slice(-2)).toEqual(['voided', 'aborted']);
    const body = JSON.parse(journal.at(-1)?.body ?? '{}') as Record<string, string>;
    expect(body).toMatchObject({ by: 'ana', cause: 'terminatedOutside', withoutStop: true });
    expect(JSON.stringify(body)).not.toContain('angry');
    expect(await store.transcripts.readNote(row?.caseId ?? '', body['reasonRef'] ?? '')).toContain(SECRET);

    expect(await client.reconcile({ apply: true, by: 'ana' })).toMatchObject({ runs: [], applied: 0 });
    expect(await reasonOf(turnKey)).toBeUndefined();
  }, 60_000);

  it('terminated; applied three times at once -> one of them says that it recorded it, and the journal has one line', async () => {
    const turnKey = await start('hello', 'scripted:hanging');
    await until(async () => (await client.status(turnKey)).view?.node === 'agent');
    await terminate(turnKey);
    const persons = ['ana', 'ben', 'cid'];
    const reports = await Promise.all(persons.map((by) => client.reconcile({ apply: true, by })));
    expect(reports.map(({ applied }) => applied).sort()).toEqual([0, 0, 1]);
    const winner = reports.find(({ applied }) => applied === 1)?.by;
    const lines = await client.context.store.db.read((query) =>
      query.selectFrom('journal').select('body').where('subject', '=', turnKey).where('kind', '=', 'aborted').execute(),
    );
    expect(lines.map(({ body }) => (JSON.parse(body) as { by: string }).by)).toEqual([winner]);
  }, 60_000);

  it('terminated in the middle of a call, its newest record lost: applied -> how far it had come beyond the record is journalled, an open entry is listed', async () => {
    const turnKey = await start('hello', 'scripted:hanging');
    await until(async () => (await client.status(turnKey)).view?.node === 'agent');
    await terminate(turnKey);
    const { db } = client.context.store;
    await db.write((tx) => tx.updateTable('run').set({ uptoMove: 0 }).where('workflowId', '=', turnKey).execute());
    await putEffect(client.context.store, { turnKey, caseId: turnKey.split('/')[1] ?? '' });
    const { runs } = await client.reconcile({ apply: true });
    expect(runs).toMatchObject([
      {
        turnKey,
        applied: true,
        effects: [{ state: 'unknown', turnKey }],
        next: [`turnkeep run show ${turnKey}`, 'turnkeep effects reconcile'],
      },
    ]);
    const { store } = client.context;
    const { body } = await store.db.read((query) =>
      query
        .selectFrom('journal')
        .select('body')
        .where('subject', '=', turnKey)
        .where('kind', '=', 'aborted')
        .executeTakeFirstOrThrow(),
    );
    expect(JSON.parse(body)).toMatchObject({ by: 'tester', uptoMove: 0, reached: { node: 'agent', move: 1 } });
    expect(await reasonOf(turnKey)).toBe('effectUnknown');
  }, 60_000);

  it('apply: nobody is named -> refused, nothing written; the name of the system’s user is none', async () => {
    const env = { ...process.env, ...system.env, TURNKEEP_PERSON: '' };
    const unnamed = await openClient(readSettings(env));
    await expect(unnamed.reconcile({ apply: true })).rejects.toMatchObject({ code: 'NEEDS_PERSON', exit: 4 });
    expect(await unnamed.reconcile()).toMatchObject({ by: null });
    await unnamed.close();
  }, 60_000);

  it('a row without a workflow, a claim that never started, a workflow without a row, an end that was not recorded -> each with what can be done; apply leaves all', async () => {
    const { store } = client.context;
    const gone = await putRun(store, { caseId: 'c_gone', status: 'interrupted', recordedMs: 1_000 });
    const stale = await putRun(store, { caseId: 'c_stale', startedMs: 1_000 });
    const rowless = await start('hello', 'scripted:hanging');
    await until(async () => (await client.status(rowless)).view?.node === 'agent');
    await store.db.write((tx) => tx.deleteFrom('run').where('workflowId', '=', rowless).execute());
    const lagging = await startAndWait('Where is my order #W5866402?');
    await store.db.write((tx) =>
      tx.updateTable('run').set({ status: 'running' }).where('workflowId', '=', lagging).execute(),
    );
    const { runs, applied } = await client.reconcile({ apply: true, by: 'ana' });
    expect(applied).toBe(0);
    expect(Object.fromEntries(runs.map((run) => [run.turnKey, [run.kind, run.temporal, run.next[0]]]))).toEqual({
      [gone]: ['rowWithoutWorkflow', null, 'turnkeep doctor'],
      [stale]: ['rowWithoutWorkflow', null, `turnkeep run abort ${stale} --reason T`],
      [rowless]: ['workflowWithoutRow', 'RUNNING', 'turnkeep doctor'],
      [lagging]: ['closedOutside', 'COMPLETED', 'turnkeep doctor'],
    });
    expect(await store.runs.find(lagging)).toMatchObject({ status: 'running', outcome: 'answered' });
    await store.db.write((tx) =>
      tx.updateTable('run').set({ status: 'completed' }).where('workflowId', '=', lagging).execute(),
    );
    expect(await store.runs.find(gone)).toMatchObject({ status: 'interrupted' });
    expect((await client.context.temporal.workflow.getHandle(rowless).describe()).status.name).toBe('RUNNING');
    expect(await reasonOf(gone)).toBe('workflowGone');
    expect(await reasonOf(stale)).toBe('notStarted');

    await terminate(rowless);
    expect(await until(async () => (await differenceOf(rowless))?.temporal === 'TERMINATED')).toBe(true);
    expect(await differenceOf(rowless)).toMatchObject({ kind: 'workflowWithoutRow', registry: null });
    expect(await client.abort(gone, 'its workflow is gone')).toMatchObject({ status: 'aborted', workflow: 'gone' });
    expect(await client.abort(stale, 'never started')).toMatchObject({ status: 'aborted' });
  }, 60_000);

  it('a row that says another status than the run -> statusDiffers; recorded as aborted and still open -> the same abort again', async () => {
    const turnKey = await startAndWait(OVER_LIMIT);
    const { db } = client.context.store;
    const setStatus = (status: 'running' | 'aborted') =>
      db.write((tx) => tx.updateTable('run').set({ status }).where('workflowId', '=', turnKey).execute());
    await setStatus('running');
    expect(await differenceOf(turnKey)).toMatchObject({
      kind: 'statusDiffers',
      registry: 'running',
      temporal: 'RUNNING',
      agentStatus: 'interrupted',
    });
    await setStatus('aborted');
    expect(await differenceOf(turnKey)).toMatchObject({ next: [`turnkeep run abort ${turnKey} --reason T`] });
    await client.abort(turnKey, 'again');
    expect(await differenceOf(turnKey)).toBeUndefined();
  }, 60_000);

  it('a worker of other keys takes the run -> its task fails again and again; a queue that nobody polls -> no worker answers', async () => {
    const other = { ...process.env, ...system.env, TURNKEEP_HOME: `${system.home}/other` };
    const foreign = await openClient(readSettings(other));
    const failing = await foreign.start({ agent: 'support', message: 'hello', subject: 'olivia_ito_3591' });
    await until(async () => (await reasonOf(failing.turnKey, foreign)) === 'workflowTaskFailing');
    const [run] = (await foreign.attention()).runs;
    expect(run?.words).toMatch(/attempt \d+, WORKFLOW_WORKER_UNHANDLED_FAILURE/);
    await terminate(failing.turnKey, foreign);
    await foreign.close();

    const idle = await openClient(readSettings({ ...other, TURNKEEP_TASK_QUEUE: `idle-${randomUUID()}` }));
    const { turnKey } = await idle.start({ agent: 'support', message: 'hello', subject: 'olivia_ito_3591' });
    expect(await reasonOf(turnKey, idle)).toBe('noWorker');
    await terminate(turnKey, idle);
    await idle.close();
  }, 60_000);
});
