// Over a limit two persons must approve, and the limit is the order's: what was paid of it before counts, so that a sum asked for in
// parts needs the same hands as the whole.
import { onBothDatabases } from '../stores/store-targets';
import { defaultWorld, decide, open, openLab, perform, proposeAndJudge, toEffectArg, type Lab } from './effect-lab';

onBothDatabases('two persons by order', (make) => {
  let lab: Lab;
  beforeEach(async () => {
    lab = await openLab(make, { ...defaultWorld, aloneMaxMinor: 0, twoPersonsOverMinor: 6_000 });
  });
  afterEach(() => lab.close());

  test('a second part that takes the order over the limit -> two persons, though the part alone would need one', async () => {
    const first = await proposeAndJudge(lab, { amount: '50.00', items: ['i1'] });
    const one = await open(lab, first);
    expect(one.approvalsNeeded).toBeUndefined();
    await decide(lab, first, { ...one, decision: 'approve' });
    expect(await perform(lab.deps, toEffectArg(first, { reviewId: one.reviewId, round: one.round }))).toMatchObject({
      kind: 'done',
    });
    const second = await proposeAndJudge(lab, { amount: '40.00', items: ['i2'], turn: 2 });
    const two = await open(lab, second);
    expect(two.approvalsNeeded).toBe(2);
    await decide(lab, second, { ...two, decision: 'approve' });
    expect(await perform(lab.deps, toEffectArg(second, { reviewId: two.reviewId, round: two.round }))).toMatchObject({
      kind: 'needsReview',
      rule: 'grant.secondPersonMissing',
    });
    expect((await lab.gateway.ledger()).charges.map(({ amount }) => amount)).toEqual([5_000]);
  });
});

onBothDatabases('a part of what waits', (make) => {
  let lab: Lab;
  beforeEach(async () => {
    lab = await openLab(make, { ...defaultWorld, aloneMaxMinor: 4_500 });
  });
  afterEach(() => lab.close());

  test('the whole order waits for a person -> a part of it is not paid alone in the next turn, another order is', async () => {
    const whole = await proposeAndJudge(lab, { amount: '100.00' });
    expect(whole.judged.answer).toBe('review');
    await open(lab, whole);
    const part = await proposeAndJudge(lab, { amount: '40.00', items: ['i1'], turn: 2 });
    expect(part.judged).toMatchObject({ answer: 'review', rule: 'review.overlaps' });
    const other = await proposeAndJudge(lab, { order: 'W2', amount: '40.00', items: ['i1'], turn: 3 });
    expect(other.judged.answer).toBe('allow');
  });
});
