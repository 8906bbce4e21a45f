// What `effects reconcile` says of an entry that another process may still be sending.
import { describeWithTemporal } from '../support/needs';
import { startSystem, type System } from '../support/start-system';
import { jsonOf, runTurnkeep } from './run-turnkeep';

const SMALL = 'Hello, the jigsaw puzzle from order #W7752779 is missing pieces. Please refund 52.01 USD.';

describeWithTemporal('effects reconcile', () => {
  let system: System;
  beforeAll(async () => {
    system = await startSystem();
  }, 60_000);
  afterAll(() => system.stop(), 60_000);

  it('one entry under a living lease -> exit 8, and the list it names shows the entry', async () => {
    const about = ['--customer', 'isabella_brown_3584', '--message', SMALL];
    const started = await runTurnkeep(['run', 'start', 'support', ...about, '--wait', '--json'], { env: system.env });
    expect(jsonOf(started)).toMatchObject({ outcome: 'answered' });
    const leaseUntilMs = Date.now() + 3_600_000;
    await system.client.context.store.db.write((tx) =>
      tx.updateTable('effect').set({ state: 'started', leaseUntilMs, changedMs: Date.now() }).execute(),
    );
    const ended = await runTurnkeep(['effects', 'reconcile', '--json'], { env: system.env });
    expect({ code: ended.code, ...jsonOf(ended) }).toMatchObject({
      code: 8,
      lines: [{ before: 'started', after: 'started', action: 'inFlight' }],
      error: { code: 'STILL_OPEN' },
      next: ['turnkeep effects list'],
    });
    const listed = await runTurnkeep(['effects', 'list', '--json'], { env: system.env });
    expect(jsonOf(listed).effects).toMatchObject([{ state: 'started' }]);
  }, 60_000);
});
