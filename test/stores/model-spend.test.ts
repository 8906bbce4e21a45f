import { readDaySpend, reserveSpend, settleSpend } from '../../stores/model-spend';
import { openStore, type Store } from '../../stores/open-store';
import { onBothDatabases, placeOfStore, type StorePlace } from './store-targets';

const day = (): string => new Date().toISOString().slice(0, 10);
const cap = { tokens: 1_000, costMicro: 500 };
const ask = (receiptKey: string, tokens: number, costMicro: number | null = 100) => ({
  receiptKey,
  agent: 'support',
  tokens,
  costMicro,
});

onBothDatabases('model spend of a day', (make) => {
  let place: StorePlace;
  let store: Store;
  beforeEach(async () => {
    place = await make();
    store = await openStore(placeOfStore(place));
  });
  afterEach(async () => {
    await store.close();
    await place.remove();
  });
  const spent = () => readDaySpend(store.db, { agent: 'support', day: day() });

  it('reserved, then settled -> the real figure stands; settled again -> the same', async () => {
    expect(await reserveSpend(store.db, ask('a', 800), cap)).toBe(true);
    expect(await spent()).toEqual({ tokens: 800, costMicro: 100, unpricedCalls: 0 });
    await settleSpend(store.db, 'a', { tokens: 60, costMicro: 7 });
    await settleSpend(store.db, 'a', { tokens: 900, costMicro: 90 });
    expect(await spent()).toEqual({ tokens: 60, costMicro: 7, unpricedCalls: 0 });
  });

  it('dispatched again before it was settled -> counted once; another try after an unknown end -> counted beside it', async () => {
    expect(await reserveSpend(store.db, ask('a', 300), cap)).toBe(true);
    expect(await reserveSpend(store.db, ask('a', 300), cap)).toBe(true);
    expect(await spent()).toMatchObject({ tokens: 300 });
    await settleSpend(store.db, 'a', null);
    expect(await spent()).toMatchObject({ tokens: 300, costMicro: 100 });
    expect(await reserveSpend(store.db, ask('a', 300), cap)).toBe(true);
    expect(await spent()).toMatchObject({ tokens: 600, costMicro: 200 });
  });

  it.each([
    ['tokens reached exactly', 1_000, 500, true],
    ['a token too much', 1_001, 1, false],
    ['a millionth too much', 1, 501, false],
  ])('%s -> %j tokens, %j micro: %j', async (_what, tokens, costMicro, sent) => {
    expect(await reserveSpend(store.db, ask('a', tokens, costMicro), cap)).toBe(sent);
    expect((await spent()).tokens).toBe(sent ? tokens : 0);
  });

  it('another agent -> a counter of its own', async () => {
    await reserveSpend(store.db, { ...ask('a', 1_000), agent: 'library' }, cap);
    expect(await reserveSpend(store.db, ask('b', 1_000), cap)).toBe(true);
  });

  it('unknown price -> tokens are counted, and the calls whose cost is not', async () => {
    await reserveSpend(store.db, ask('a', 100, null), cap);
    await settleSpend(store.db, 'a', { tokens: 40, costMicro: null });
    expect(await spent()).toEqual({ tokens: 40, costMicro: 0, unpricedCalls: 1 });
  });

  it('ten workers at the same instant -> the cap is never passed', async () => {
    const keys = Array.from({ length: 10 }, (_, index) => `k${index}`);
    const sent = await Promise.all(keys.map((key) => reserveSpend(store.db, ask(key, 300, 1), cap)));
    expect(sent.filter(Boolean)).toHaveLength(3);
    expect(await spent()).toMatchObject({ tokens: 900 });
  });

  it('an unknown key settled -> nothing happens', async () => {
    await settleSpend(store.db, 'none', { tokens: 5, costMicro: 5 });
    expect(await spent()).toEqual({ tokens: 0, costMicro: 0, unpricedCalls: 0 });
  });
});
