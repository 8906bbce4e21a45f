// Nobody serves the run any more. A decision that arrives meanwhile waits in its history; an abort needs no worker.
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyEffects } from '../../stores/effects-verify';
import { largeOrder, refundScript, smallOrder } from '../support/refund-scripts';
import { startSystem } from '../support/start-system';
import * as scene from './kill-scene';
import { codesOf, reconcileByCommand, verifyByCommand } from './run-command';
import { poll } from './store-probe';

/** The worker dies while the run waits for a review; the decision arrives while there is none. */
export const decideWithoutWorker = async (): Promise<void> => {
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
    const reviews = await system.client.context.store.db.read((query) =>
      query.selectFrom('review').selectAll().execute(),
    );
    expect(reviews).toEqual([expect.objectContaining({ state: 'consumed', decidedBy: 'ana' })]);
  } finally {
    await system.stop();
  }
};

/** The worker dies with its charge made and not recorded; a person aborts the run. */
export const abortWithoutWorker = async (): Promise<void> => {
  const system = await startSystem({ scripts: { turn: refundScript(smallOrder) } });
  try {
    await system.gateway.setFaults([{ kind: 'slow_after', delay_ms: 1_500 }]);
    const turnKey = await scene.startRefund(system, smallOrder, 'aborted');
    const stage = scene.openStage(system, turnKey);
    await poll('the charge', async () => (await stage.charges()) === 1);
    await scene.killWorker(stage);
    stage.probe.close();
    const report = await system.client.abort(turnKey, 'nobody answers');
    expect(report).toMatchObject({
      status: 'aborted',
      parkedFirst: false,
      workflow: 'open',
      effects: [{ turnKey, state: 'started' }],
    });
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
    expect(await verifyEffects(store, charges)).toMatchObject({
      findings: [],
      open: [{ state: 'started', outside: 'charged' }],
    });
    const settled = await reconcileByCommand(system.env, 'ana');
    expect({ exit: settled.exit, lines: settled.body.lines }).toEqual({
      exit: 0,
      lines: [expect.objectContaining({ before: 'started', after: 'done', action: 'sentAgain' })],
    });
    expect((await system.gateway.ledger()).charges).toHaveLength(1);
    const end = await verifyByCommand(system.env);
    expect({ exit: end.exit, codes: codesOf(end), open: end.body.open }).toEqual({ exit: 0, codes: [], open: [] });
  } finally {
    await system.stop();
  }
};
