// Watching a run: every move once, in order, and an end that says why there is nothing more to see.
import { execFileSync } from 'node:child_process';
import { openClient, readSettings, type TurnkeepClient, type WatchEvent, type WatchOptions } from '../../client/index';
import { jsonOf, MAIN, runTurnkeep, spawnTurnkeep } from '../cli/run-turnkeep';
import { describeWithTemporal } from '../support/needs';
import { largeOrder, refundScript } from '../support/refund-scripts';
import { startSystem, until, type System } from '../support/start-system';

describeWithTemporal('watching a run', () => {
  let system: System;
  beforeAll(async () => {
    const hanging = { replies: [{ text: '{"message": "late"}', hangMs: 600_000 }] };
    system = await startSystem({ scripts: { large: refundScript(largeOrder), hanging } });
  }, 60_000);
  afterAll(() => system.stop(), 60_000);

  const start = async (script: string): Promise<string> => {
    const words = { agent: 'support', subject: largeOrder.customer, message: 'Please refund my order.' };
    return (await system.client.start({ ...words, model: `scripted:${script}` })).turnKey;
  };
  const watch = async (turnKey: string, options?: WatchOptions): Promise<WatchEvent[]> => {
    const events: WatchEvent[] = [];
    for await (const event of system.client.watch(turnKey, options)) events.push(event);
    return events;
  };
  /** What the command ends as when its reader goes away after a line. */
  const readOneLine = (turnKey: string): string =>
    execFileSync(
      'bash',
      [
        '-c',
        `"$0" "$@" 2>/dev/null | head -1 >/dev/null; echo "\${PIPESTATUS[0]}"`,
        process.execPath,
        MAIN,
        'run',
        'watch',
        turnKey,
      ],
      {
        encoding: 'utf8',
        env: { ...process.env, ...system.env },
      },
    ).trim();
  const movesIn = (events: readonly WatchEvent[]) => events.flatMap((event) => (event.kind === 'move' ? [event] : []));
  const isNumbered = (events: readonly WatchEvent[]): void =>
    expect(movesIn(events).map(({ move }) => move)).toEqual(movesIn(events).map((_, at) => at + 1));

  it('a run that asks a person: -> budget and model first, the moves, the wait, and the end of it; terminated then: exit 5', async () => {
    const turnKey = await start('large');
    const events = await watch(turnKey);
    expect(events[0]).toMatchObject({ kind: 'begin', modelLabel: 'scripted' });
    isNumbered(events);
    expect(movesIn(events).at(-1)).toMatchObject({ node: 'tell' });
    const [review] = await system.client.review.list({ turnKey });
    expect(events.slice(-2)).toMatchObject([
      { kind: 'waits', waitingKind: 'review', reviewId: review?.reviewId },
      { kind: 'end', why: 'waits', report: { status: 'interrupted', reviewId: review?.reviewId } },
    ]);
    // Of a run that stands, the budgets are those it was recorded with.
    expect((await watch(turnKey))[0]).toMatchObject({ tokensMax: 20_000, costMicroMax: 200_000, deadlineAtMs: null });
    expect(readOneLine(turnKey)).toBe('8');

    // Terminated while it waits: nobody is sent to a review that nothing waits for.
    await system.client.context.temporal.workflow.getHandle(turnKey).terminate('by the test');
    const ended = await runTurnkeep(['run', 'watch', turnKey, '--json'], { env: system.env });
    expect({ code: ended.code, ...jsonOf(ended) }).toMatchObject({
      code: 5,
      error: { code: 'CLOSED_ON_SERVER' },
      closedAs: 'TERMINATED',
      status: 'interrupted',
    });
  }, 60_000);

  it('follow: over the wait and the decision to the end -> each move once', async () => {
    const turnKey = await start('large');
    const events: WatchEvent[] = [];
    for await (const event of system.client.watch(turnKey, { follow: true })) {
      events.push(event);
      if (event.kind === 'waits')
        await system.client.review.decide({
          ...{ reviewId: event.reviewId ?? '', decision: 'approve', reasonCode: 'photo-seen' },
          confirmAmount: largeOrder.total,
        });
    }
    isNumbered(events);
    expect(events.filter(({ kind }) => kind === 'waits')).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ kind: 'end', why: 'ended', report: { status: 'completed' } });
    expect(movesIn(events).map(({ event }) => event)).toEqual(expect.arrayContaining(['performed', 'delivered']));
    const recorded = await system.client.timeline(turnKey);
    expect(movesIn(events)).toEqual(recorded.filter(({ kind }) => kind === 'move'));
    expect(readOneLine(turnKey)).toBe('0');
  }, 60_000);

  it('stopped while it is watched -> parked, also with follow; watched by the command: exit 5', async () => {
    const turnKey = await start('hanging');
    const events: WatchEvent[] = [];
    for await (const event of system.client.watch(turnKey, { follow: true })) {
      events.push(event);
      if (event.kind === 'at') await system.client.stop(turnKey, 'the test says so');
    }
    expect(events.at(-1)).toMatchObject({ kind: 'end', why: 'parked', report: { status: 'cancelled' } });
    expect(readOneLine(turnKey)).toBe('5');
    const ended = await runTurnkeep(['run', 'watch', turnKey, '--json'], { env: system.env });
    expect({ code: ended.code, ...jsonOf(ended) }).toMatchObject({
      code: 5,
      error: { code: 'CANCELLED' },
      why: 'parked',
      next: [`turnkeep run show ${turnKey}`, `turnkeep run resume ${turnKey}`],
    });
  }, 60_000);

  it('terminated on the server: the record still says running -> the end says what Temporal says, exit 5', async () => {
    const turnKey = await start('hanging');
    await until(async () => (await system.client.show(turnKey)).row.status === 'running');
    await system.client.context.temporal.workflow.getHandle(turnKey).terminate('by the test');
    const ended = await runTurnkeep(['run', 'watch', turnKey, '--json'], { env: system.env });
    expect({ code: ended.code, ...jsonOf(ended) }).toMatchObject({
      code: 5,
      error: { code: 'CLOSED_ON_SERVER' },
      why: 'closed',
      closedAs: 'TERMINATED',
      status: 'running',
    });
  }, 60_000);

  it('no worker polls its queue -> said once; the watcher goes away by its signal, quietly', async () => {
    const settings = readSettings({ ...process.env, ...system.env, TURNKEEP_TASK_QUEUE: 'nobody-polls-this' });
    const lonely: TurnkeepClient = await openClient(settings, { as: 'tester' });
    const { turnKey } = await lonely.start({ agent: 'support', subject: largeOrder.customer, message: 'Hello?' });
    const leave = new AbortController();
    const kinds: string[] = [];
    for await (const { kind } of lonely.watch(turnKey, { signal: leave.signal })) {
      kinds.push(kind);
      if (kind === 'noAnswer') leave.abort();
    }
    expect(kinds).toEqual(['begin', 'noAnswer']);
    await lonely.context.temporal.workflow.getHandle(turnKey).terminate('by the test');
    await lonely.close();
  }, 60_000);

  it('Ctrl-C: -> the first line names model, budget and deadline; exit 130; the run goes on', async () => {
    const turnKey = await start('hanging');
    await until(async () => (await system.client.status(turnKey)).view?.node === 'agent');
    const { child, output, ended } = spawnTurnkeep(['run', 'watch', turnKey], { env: system.env });
    await until(() => Promise.resolve(output.stdout.includes('step 1 at agent')));
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    expect(output.stdout.split('\n')[0]).toMatch(/^MODEL scripted  budget 20000 tokens, USD 0\.20+  deadline \d{4}-/);
    expect((await system.client.status(turnKey)).view?.status).toBe('running');
    await system.client.abort(turnKey, 'the test is over');
  }, 60_000);

  it('Ctrl-C while a start waits: -> exit 130, and the run is named', async () => {
    const words = ['run', 'start', 'support', '--customer', largeOrder.customer, '--message', 'Hello?'];
    const options = ['--model', 'scripted:hanging', '--wait', '--json'];
    const { child, output, ended } = spawnTurnkeep([...words, ...options], { env: system.env });
    await until(() => Promise.resolve(output.stderr.includes('; waiting')));
    const [, turnKey = ''] = /started (\S+) /.exec(output.stderr) ?? [];
    child.kill('SIGINT');
    const seen = await ended;
    expect({ code: seen.code, ...jsonOf(seen) }).toMatchObject({
      code: 130,
      error: { code: 'INTERRUPTED', message: `interrupted; the run goes on: ${turnKey}` },
      next: [`turnkeep run show ${turnKey}`],
    });
    await system.client.abort(turnKey, 'the test is over');
  }, 60_000);

  it('claimed: -> told which turn it is', async () => {
    const told: string[] = [];
    const { turnKey } = await system.client.start({
      ...{ agent: 'support', subject: largeOrder.customer, message: 'Hello?', model: 'scripted:hanging' },
      claimed: (claimed) => told.push(claimed),
    });
    expect(told).toEqual([turnKey]);
    await system.client.abort(turnKey, 'the test is over');
  }, 60_000);

  it('a run there is none of -> exit 2', async () => {
    const ended = await runTurnkeep(['run', 'watch', 'support/c_none/1', '--json'], { env: system.env });
    expect({ code: ended.code, ...jsonOf(ended) }).toMatchObject({ code: 2, error: { code: 'RUN_NOT_FOUND' } });
  });
});
