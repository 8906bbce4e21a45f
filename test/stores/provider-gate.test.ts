// The gate of a provider's key on both databases: limits of the minute over all who ask, a pause that holds for all.
import { migrate } from '../../stores/migrations';
import { openDatabase, type Database } from '../../stores/open-database';
import { createProviderGate, GATE_WINDOW_MS, type ProviderGate } from '../../stores/provider-gate';
import { onBothDatabases, type StorePlace } from './store-targets';

onBothDatabases('provider gate', (make) => {
  let place: StorePlace;
  let db: Database;
  let other: Database;
  let gate: ProviderGate;
  let elsewhere: ProviderGate;
  beforeAll(async () => {
    place = await make();
    db = await openDatabase(place.target);
    await migrate(db);
    other = await openDatabase(place.target);
    gate = createProviderGate(db);
    elsewhere = createProviderGate(other);
  });
  afterAll(async () => {
    await db.close();
    await other.close();
    await place.remove();
  });

  const age = (provider: string, byMs: number): Promise<unknown> =>
    db.write((tx) =>
      tx
        .updateTable('providerGate')
        .set((is) => ({ windowStartMs: is('windowStartMs', '-', byMs) }))
        .where('provider', '=', provider)
        .execute(),
    );

  test('requests of a minute: the limit is reached over two workers -> closed until the minute is out, then open', async () => {
    const ask = { provider: 'R', requestsPerMinute: 2, tokens: 1 };
    expect(await gate.pass(ask)).toEqual({ kind: 'passed' });
    expect(await elsewhere.pass(ask)).toEqual({ kind: 'passed' });
    const closed = await gate.pass(ask);
    expect(closed).toMatchObject({ kind: 'closed', by: 'limit' });
    expect(closed.kind === 'closed' && closed.waitMs).toBeGreaterThan(GATE_WINDOW_MS - 10_000);
    expect(closed.kind === 'closed' && closed.waitMs).toBeLessThanOrEqual(GATE_WINDOW_MS);
    await age('R', GATE_WINDOW_MS);
    expect(await elsewhere.pass(ask)).toEqual({ kind: 'passed' });
  });

  test('twenty at once with ten allowed -> ten pass', async () => {
    const asked = Array.from({ length: 20 }, (_, n) =>
      (n % 2 === 0 ? gate : elsewhere).pass({ provider: 'MANY', requestsPerMinute: 10, tokens: 1 }),
    );
    const answers = await Promise.all(asked);
    expect(answers.filter(({ kind }) => kind === 'passed')).toHaveLength(10);
  });

  test('tokens of a minute: what does not fit waits, what is larger than the allowance passes alone', async () => {
    const ask = { provider: 'T', tokensPerMinute: 100 };
    expect(await gate.pass({ ...ask, tokens: 60 })).toEqual({ kind: 'passed' });
    expect(await gate.pass({ ...ask, tokens: 41 })).toMatchObject({ kind: 'closed', by: 'limit' });
    expect(await gate.pass({ ...ask, tokens: 40 })).toEqual({ kind: 'passed' });
    await age('T', GATE_WINDOW_MS);
    expect(await gate.pass({ ...ask, tokens: 500 })).toEqual({ kind: 'passed' });
    expect(await gate.pass({ ...ask, tokens: 1 })).toMatchObject({ kind: 'closed' });
  });

  test('a pause -> holds for every worker and without limits too; the longer of two holds', async () => {
    await gate.pause('P', 60_000);
    await elsewhere.pause('P', 1_000);
    const closed = await elsewhere.pass({ provider: 'P', tokens: 1 });
    expect(closed).toMatchObject({ kind: 'closed', by: 'pause' });
    expect(closed.kind === 'closed' && closed.waitMs).toBeGreaterThan(50_000);
    expect(await gate.pass({ provider: 'P', requestsPerMinute: 5, tokens: 1 })).toMatchObject({ by: 'pause' });
    expect(await gate.pass({ provider: 'ANOTHER', tokens: 1 })).toEqual({ kind: 'passed' });
  });

  test('a pause that is over -> open', async () => {
    await gate.pause('OVER', 1);
    await new Promise((done) => setTimeout(done, 20));
    expect(await gate.pass({ provider: 'OVER', tokens: 1 })).toEqual({ kind: 'passed' });
  });
});
