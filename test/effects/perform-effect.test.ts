import { findEffect } from '../../stores/effect-ledger';
import { findReview } from '../../stores/review-rows';
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

onBothDatabases('performEffect', (make) => {
  let lab: Lab;
  beforeEach(async () => {
    lab = await openLab(make);
  });
  afterEach(async () => lab.close());

  const stateOf = async (effectKey: string): Promise<string | undefined> =>
    (await lab.store.db.read((query) => findEffect(query, effectKey)))?.state;
  const chargesOf = async (): Promise<readonly { key: string; amount: number }[]> =>
    (await lab.gateway.ledger()).charges;

  it('payment: allowed by policy -> done once, its receipt kept, the answer replayed to every later asker', async () => {
    const arg = toEffectArg(await proposeAndJudge(lab));
    const first = await perform(lab.deps, arg);
    expect(first).toMatchObject({ kind: 'done', replayed: false, amountMinor: 4000, currency: 'USD' });
    const again = await perform(lab.deps, arg);
    expect(again).toMatchObject({ kind: 'done', replayed: true, receiptKey: first.receiptKey });
    expect(await chargesOf()).toEqual([expect.objectContaining({ key: arg.judged.effectKey, amount: 4000 })]);
    expect(await lab.store.receipts.find('c_1', first.receiptKey ?? '')).toMatchObject({ status: 'ok' });
  });

  it('payment: reworded in another turn of the case -> the recorded result, one charge', async () => {
    await perform(lab.deps, toEffectArg(await proposeAndJudge(lab)));
    const second = await proposeAndJudge(lab, { turn: 2, note: 'please, really' });
    expect(second.judged).toMatchObject({ answer: 'allow', rule: 'ledger.known' });
    expect(await perform(lab.deps, toEffectArg(second))).toMatchObject({ kind: 'done', replayed: true });
    expect(await chargesOf()).toHaveLength(1);
  });

  it.each(['lost_answer', 'cut_body'] as const)(
    'answer: %s -> fails retryably, then the same key, one charge',
    async (kind) => {
      await lab.gateway.setFaults([{ kind }]);
      const arg = toEffectArg(await proposeAndJudge(lab));
      expect((await failureOf(perform(lab.deps, arg))).type).toBe('effect.retry');
      expect(await stateOf(arg.judged.effectKey)).toBe('unknown');
      expect(await perform(lab.deps, arg)).toMatchObject({ kind: 'done' });
      expect(await chargesOf()).toHaveLength(1);
    },
  );

  it.each(['dropped_before', 'error_500_unstored', 'conflict', 'rate_limited'] as const)(
    'answer: %s, nothing done -> fails retryably, then done, one charge',
    async (kind) => {
      await lab.gateway.setFaults([{ kind }]);
      const arg = toEffectArg(await proposeAndJudge(lab));
      expect((await failureOf(perform(lab.deps, arg))).type).toBe('effect.retry');
      expect(await performUntilSettled(lab.deps, arg)).toMatchObject({ kind: 'done' });
      expect(await chargesOf()).toHaveLength(1);
    },
  );

  it('answer: a 500 that is stored -> unknown at the last attempt, never a second key, no charge', async () => {
    await lab.gateway.setFaults([{ kind: 'error_500' }]);
    const arg = toEffectArg(await proposeAndJudge(lab));
    expect((await failureOf(perform(lab.deps, arg))).code).toBe('status_500.internal_error');
    expect(await perform(lab.deps, arg, true)).toMatchObject({ kind: 'unknown', receiptKey: null });
    expect(await stateOf(arg.judged.effectKey)).toBe('unknown');
    expect((await lab.gateway.ledger()).charges).toHaveLength(0);
  });

  it('answer: refused outside -> refused and replayed; a new round under a grant gets an outside key of its own', async () => {
    await lab.gateway.setFaults([{ kind: 'refuse' }]);
    const first = await proposeAndJudge(lab);
    expect(await perform(lab.deps, toEffectArg(first))).toMatchObject({ kind: 'refused', replayed: false });
    expect(await perform(lab.deps, toEffectArg(first))).toMatchObject({ kind: 'refused', replayed: true });
    const asked = await proposeAndJudge(lab, { turn: 2 });
    expect(asked.judged).toMatchObject({ answer: 'review', rule: 'ledger.refusedBefore' });
    const granted = await grant(lab, { turn: 2 });
    expect(await perform(lab.deps, granted)).toMatchObject({ kind: 'done', replayed: false });
    const [charge, ...more] = await chargesOf();
    expect(more).toEqual([]);
    expect(charge?.key).not.toBe(granted.judged.effectKey);
  });

  it('grant: used for its effect -> consumed when done, and no other effect can use it', async () => {
    lab.setWorld({ ...defaultWorld, aloneMaxMinor: 0 });
    const granted = await grant(lab, {});
    const other = await proposeAndJudge(lab, { order: 'W2', amount: '10.00' });
    expect(await perform(lab.deps, toEffectArg(other, granted.review))).toMatchObject({
      kind: 'needsReview',
      rule: 'grant.otherEffect',
    });
    expect(await perform(lab.deps, granted)).toMatchObject({ kind: 'done' });
    const place = granted.review ?? { reviewId: '', round: 0 };
    expect((await lab.store.db.read((query) => findReview(query, place)))?.state).toBe('consumed');
    expect(await chargesOf()).toHaveLength(1);
  });
});
