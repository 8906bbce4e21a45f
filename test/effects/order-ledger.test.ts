import { digestFacts, withLedger } from '../../activities/effects/weigh-action';
import { findEffect, readOrderLedger } from '../../stores/effect-ledger';
import type { OrderLedger } from '../../stores/effect-ledger';
import { onBothDatabases } from '../stores/store-targets';
import {
  defaultWorld,
  failureOf,
  grant,
  openLab,
  perform,
  performUntilSettled,
  proposeAndJudge,
  toEffectArg,
} from './effect-lab';
import type { Lab } from './effect-lab';

const NOTHING = { takenMinor: 0, items: [] };

onBothDatabases('order ledger', (make) => {
  let lab: Lab;
  beforeEach(async () => {
    lab = await openLab(make);
  });
  afterEach(async () => lab.close());

  const ledgerOf = async (effectKey: string): Promise<OrderLedger> =>
    lab.store.db.read(async (query) => {
      const effect = await findEffect(query, effectKey);
      return readOrderLedger(query, effect?.orderRef ?? null);
    });

  it('order ledger: one entry unknown, then done -> all of it taken, done only once it is', async () => {
    const lost = toEffectArg(await proposeAndJudge(lab, { amount: '40.00', items: ['a'] }));
    await lab.gateway.setFaults([{ kind: 'dropped_before' }]);
    await failureOf(perform(lab.deps, lost));
    const taken = { takenMinor: 4000, items: ['a'] };
    expect(await ledgerOf(lost.judged.effectKey)).toEqual({ ...taken, done: NOTHING, hasAdopted: false });
    await performUntilSettled(lab.deps, lost);
    expect(await ledgerOf(lost.judged.effectKey)).toEqual({ ...taken, done: taken, hasAdopted: false });
  });

  it('order ledger: an approval, another refund of the order becomes done -> the approval stands', async () => {
    lab.setWorld({ ...defaultWorld, aloneMaxMinor: 1_500 });
    const lost = toEffectArg(await proposeAndJudge(lab, { amount: '10.00', items: ['a'], caseId: 'c-lost' }));
    await lab.gateway.setFaults([{ kind: 'dropped_before' }]);
    await failureOf(perform(lab.deps, lost));
    const granted = await grant(lab, { amount: '20.00', items: ['b'], caseId: 'c-granted' });
    await performUntilSettled(lab.deps, lost);
    expect((await ledgerOf(lost.judged.effectKey)).done.takenMinor).toBe(1000);
    expect(await perform(lab.deps, granted)).toMatchObject({ kind: 'done' });
  });
});

test('facts digest: what of the taken is done -> the same; what is taken -> another', () => {
  const key = new Uint8Array(32);
  const digest = (takenMinor: number, doneMinor: number): string =>
    digestFacts(
      key,
      withLedger({ a: 1 }, { takenMinor, items: [], done: { takenMinor: doneMinor, items: [] }, hasAdopted: false }),
    );
  expect(digest(5, 5)).toBe(digest(5, 0));
  expect(digest(5, 0)).not.toBe(digest(6, 0));
});
