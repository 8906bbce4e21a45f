// A whole system: the gateway paid, the worker died before it could say so, and the store comes back from a copy older than the claim.
// The run parks, the command brings the store up to the gateway's books, and the run goes on to its answer.
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openClient, type TurnkeepClient } from '../../client/turnkeep-client';
import { readSettings } from '../../temporal-config/settings';
import { approve, isInterrupted, startRefund } from '../kills/kill-scene';
import { recoverByCommand, verifyByCommand } from '../kills/run-command';
import { poll } from '../kills/store-probe';
import { describeWithTemporal } from '../support/needs';
import { largeOrder, refundScript } from '../support/refund-scripts';
import { startSystem, until, type System } from '../support/start-system';

describeWithTemporal('a run on a store older than its anchor', () => {
  let system: System;
  let restored: TurnkeepClient;
  let env: Record<string, string>;
  let turnKey: string;

  const statusOf = (status: string) => () =>
    until(async () => {
      const report = await restored.wait(turnKey, { timeoutMs: 5_000 });
      return report.status === status ? report : undefined;
    }, 40_000);

  beforeAll(async () => {
    system = await startSystem({ scripts: { turn: refundScript(largeOrder) } });
    turnKey = await startRefund(system, largeOrder, 'large');
    await poll('the review', () => isInterrupted(system, turnKey));
    const home = system.env['TURNKEEP_HOME'] ?? '';
    const copy = join(system.home, 'restored');
    mkdirSync(copy);
    await system.client.context.store.db.truncateLog();
    cpSync(home, copy, { recursive: true });
    await system.gateway.setFaults([{ kind: 'slow_after', delay_ms: 20_000 }]);
    await approve(system, turnKey);
    await until(async () => (await system.gateway.ledger()).charges.length === 1);
    await system.worker().kill('SIGKILL');
    cpSync(join(home, 'anchor'), join(copy, 'anchor'));
    env = { ...system.env, TURNKEEP_HOME: copy };
    restored = await openClient(readSettings({ ...process.env, ...env }));
    await system.startWorker(env);
  }, 60_000);
  afterAll(async () => {
    await restored.close();
    await system.stop();
  }, 30_000);

  test('parked as stale; gateway down ends 7; reconciled and resumed with money -> answered, one charge, nothing departs', async () => {
    expect(await statusOf('failed_resumable')()).toMatchObject({ cause: 'store.stale', outcome: null });

    const down = await recoverByCommand({ ...env, TURNKEEP_PAYMENTS_URL: 'http://127.0.0.1:9' }, 'rita');
    expect(down).toMatchObject({ exit: 7, body: { ok: false, error: { code: 'gateway.unreachable' } } });
    expect(await verifyByCommand(env)).toMatchObject({
      exit: 9,
      body: { next: expect.arrayContaining([expect.stringContaining('effects reconcile --all')]) },
    });

    const recovered = await recoverByCommand(env, 'rita');
    expect(recovered).toMatchObject({ exit: 0, body: { ok: true, lines: [], recovery: { adopted: [{}] } } });
    expect(recovered.body.recovery?.lost).toEqual(['decisions', 'vetoes', 'holds', 'dayCaps']);
    expect(existsSync(recovered.body.recovery?.keptAs ?? '')).toBe(true);
    expect(await verifyByCommand(env)).toMatchObject({ exit: 0, body: { findings: [], adopted: [{ by: 'rita' }] } });
    const again = await recoverByCommand(env, 'rita');
    expect(again).toMatchObject({ exit: 0, body: { lines: [] } });
    expect(again.body.recovery).toBeUndefined();

    await expect(restored.resume(turnKey, {})).rejects.toMatchObject({ code: 'MONEY_NEEDS_PERSON' });
    const { requests } = await system.gateway.ledger();
    await restored.resume(turnKey, { money: true });
    expect(await statusOf('completed')()).toMatchObject({ outcome: 'answered' });
    const gateway = await system.gateway.ledger();
    expect(gateway.charges).toMatchObject([{ order_reference: largeOrder.orderId, amount: 43_696 }]);
    expect(gateway.requests).toBe(requests);
    expect(await verifyByCommand(env)).toMatchObject({ exit: 0, body: { findings: [] } });
  }, 120_000);
});
