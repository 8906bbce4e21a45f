// A refund turn whose worker process is killed with -9 at ten instants. Each kill prints what it hit; whatever that was, the run
// comes to its end with one charge, one entry and a ledger that verifies.
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyEffects } from '../../stores/effects-verify';
import { createWorkerDeps } from '../../workers/worker-deps';
import { reconcileEffects } from '../../activities/effects/reconcile-effects';
import { describeWithTemporal } from '../support/needs';
import { largeOrder, refundScript, smallOrder } from '../support/refund-scripts';
import { startSystem } from '../support/start-system';
import { killRows } from './kill-rows';
import * as scene from './kill-scene';
import { codesOf, verifyByCommand } from './run-command';
import { poll } from './store-probe';

/** Systems at once: each is a gateway and a worker on two cores. */
const lanes = 4;
const limitMs = 150_000;

const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

const tellHit = (row: scene.KillRow, hit: scene.KillHit): void => {
  const place = `${killRows.indexOf(row) + 1}/${killRows.length}`.padStart(5);
  const held = hit.pending.join(', ') || 'nothing';
  say(`kill -9 ${place}  ${row.at}: ledger ${hit.ledger}, gateway ${hit.charges} charges of ${hit.requests} requests, under way ${held}`);
};

/** A few at a time, in order; a failure waits for the test that asks for it. */
const inLanes = <T>(tasks: readonly (() => Promise<T>)[]): readonly Promise<T>[] => {
  const waiting: (() => void)[] = [];
  let free = lanes;
  const run = async (task: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
  const results = tasks.map(run);
  for (const result of results) result.catch(() => undefined);
  return results;
};

interface Line {
  readonly row: scene.KillRow;
  readonly played: scene.Played;
}

describeWithTemporal('worker killed with -9', () => {
  let plays: readonly Promise<scene.Played>[] = [];
  const lines: Line[] = [];

  beforeAll(() => {
    plays = inLanes(killRows.map((row) => () => scene.playScene(row, (hit) => tellHit(row, hit))));
  });

  afterAll(async () => {
    await Promise.allSettled(plays);
    say('\ninstant'.padEnd(66) + 'ledger     charges  recovered  attempts  charges  verify');
    for (const { row, played } of lines) {
      const { hit, gateway, verified, entries, recoveredMs } = played;
      const cells = [
        row.at.padEnd(64),
        hit.ledger.padEnd(10),
        String(hit.charges).padEnd(8),
        `${(recoveredMs / 1_000).toFixed(1)} s`.padEnd(10),
        String(entries[0]?.attempt ?? 0).padEnd(9),
        String(gateway.charges.length).padEnd(8),
        `ends ${verified.exit ?? '?'}`,
      ];
      say(cells.join(' '));
    }
  }, limitMs);

  test.each(killRows.map((row, index) => ({ row, index, at: row.at })))(
    'refund: worker killed $at -> the run answers, one charge, verify ends 0',
    async ({ row, index }) => {
      const played = await plays[index];
      if (played === undefined) throw new Error('no such scene');
      lines.push({ row, played });
      expect(played.hit).toMatchObject(row.hit);
      expect(played.run).toMatchObject({ status: 'completed', outcome: 'answered', reply: 'The refund is made.' });
      expect(played.entries.map(({ state }) => state)).toEqual(['done']);
      expect(played.gateway.charges).toEqual([
        expect.objectContaining({ key: played.entries[0]?.outsideKey, amount: played.entries[0]?.amountMinor }),
      ]);
      expect({ exit: played.verified.exit, findings: played.verified.body.findings, open: played.verified.body.open }).toEqual({
        exit: 0,
        findings: [],
        open: [],
      });
      expect(played.anchorInChain).toBe(true);
    },
    limitMs,
  );

  test('ten kills: at least two lie between charge and record', async () => {
    const hits = (await Promise.all(plays)).map(({ hit }) => hit);
    expect(hits).toHaveLength(10);
    expect(hits.filter(({ ledger, charges }) => ledger.startsWith('started') && charges === 1).length).toBeGreaterThanOrEqual(2);
  }, limitMs);
});

describeWithTemporal('no worker', () => {
  test('review: its worker is killed, the decision comes while there is none -> counted when one is back, paid once', async () => {
    const system = await startSystem({ scripts: { turn: refundScript(largeOrder) } });
    try {
      const turnKey = await scene.startRefund(system, largeOrder, 'nobody there');
      await poll('the review', () => scene.isInterrupted(system, turnKey));
      await system.worker().kill();
      await scene.approve(system, turnKey);
      await sleep(500);
      expect((await system.gateway.ledger()).charges).toEqual([]);
      await system.startWorker();
      expect(await scene.completed(system, turnKey)).toMatchObject({ status: 'completed', outcome: 'answered' });
      expect((await system.gateway.ledger()).charges).toHaveLength(1);
      const { exit, body } = await verifyByCommand(system.env);
      expect({ exit, findings: body.findings }).toEqual({ exit: 0, findings: [] });
      const reviews = await system.client.context.store.db.read((query) => query.selectFrom('review').selectAll().execute());
      expect(reviews).toEqual([expect.objectContaining({ state: 'consumed', decidedBy: 'ana' })]);
    } finally {
      await system.stop();
    }
  }, limitMs);

  test('abort: the worker is dead with an effect open -> journalled without stop, terminated, the open entry listed and kept', async () => {
    const system = await startSystem({ scripts: { turn: refundScript(smallOrder) } });
    try {
      await system.gateway.setFaults([{ kind: 'slow_after', delay_ms: 1_500 }]);
      const turnKey = await scene.startRefund(system, smallOrder, 'aborted');
      const stage = await scene.openStage(system, turnKey);
      await poll('the charge', async () => (await stage.charges()) === 1);
      await scene.killWorker(stage);
      stage.probe.close();
      const report = await system.client.abort(turnKey, 'nobody answers');
      expect(report).toMatchObject({ status: 'aborted', parkedFirst: false, effects: [{ turnKey, state: 'started' }] });
      const { store } = system.client.context;
      const journal = await store.db.read((query) =>
        query.selectFrom('journal').selectAll().where('kind', '=', 'aborted').execute(),
      );
      expect(journal.map(({ subject, body }) => ({ subject, ...(JSON.parse(body) as object) }))).toEqual([
        expect.objectContaining({ subject: turnKey, by: 'tester', withoutStop: true }),
      ]);
      expect(await system.client.status(turnKey)).toMatchObject({
        row: { status: 'aborted' },
        execution: { name: 'TERMINATED' },
        view: null,
      });
      const charges = (await system.gateway.ledger()).charges;
      expect(await verifyEffects(store, charges)).toMatchObject({ findings: [], open: [{ state: 'started', outside: 'charged' }] });
      const deps = createWorkerDeps(system.settings, store);
      const settled = await reconcileEffects(deps, { by: 'ana' });
      await deps.close();
      expect(settled).toEqual([expect.objectContaining({ before: 'started', after: 'done', action: 'sentAgain' })]);
      expect((await system.gateway.ledger()).charges).toHaveLength(1);
      const end = await verifyByCommand(system.env);
      expect({ exit: end.exit, codes: codesOf(end), open: end.body.open }).toEqual({ exit: 0, codes: [], open: [] });
    } finally {
      await system.stop();
    }
  }, limitMs);
});
