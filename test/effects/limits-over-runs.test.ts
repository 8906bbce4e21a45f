// Limits that hold over runs: an operator's hold, and what may be done without a person on a day. Both are judged before anything
// waits, and again in the transaction that claims.
import { judgeAction } from '../../activities/effects/judge-action';
import type { EffectArg, EffectOutcome } from '../../core/moves/activity-shapes';
import { holdEffects, releaseEffects } from '../../stores/holds';
import { onBothDatabases } from '../stores/store-targets';
import {
  defaultWorld,
  grant,
  open,
  openLab,
  perform,
  performUntilSettled,
  proposeAndJudge,
  toEffectArg,
} from './effect-lab';
import type { Lab, RefundAsk } from './effect-lab';
import type { World } from './refund-agent';

const order = (owner: string) => ({ owner, total: '100.00', currency: 'USD', status: 'delivered' });
const busyWorld: World = { ...defaultWorld, orders: { A1: order('ann'), A2: order('ann'), B1: order('bob') } };
const cap = (count: number, amount: string) => ({ count, amount, currency: 'USD' });
const hold = { scope: 'agent:till', by: 'op', reasonRef: 'incident' } as const;

onBothDatabases('limits over runs', (make) => {
  let lab: Lab;
  const start = async (world: World): Promise<void> => {
    lab = await openLab(make, world);
  };
  afterEach(async () => lab.close());

  const charges = async (): Promise<number> => (await lab.gateway.ledger()).charges.length;
  const ask = async (of: RefundAsk): Promise<EffectArg> => toEffectArg(await proposeAndJudge(lab, of));
  const journalled = async (kind: string): Promise<number> =>
    (await lab.store.db.read((query) => query.selectFrom('journal').select('seq').where('kind', '=', kind).execute()))
      .length;

  /** Workers that all have their facts before any of them claims: nothing but the transaction can tell them apart. */
  const claimAtOnce = async (args: readonly EffectArg[]): Promise<readonly EffectOutcome[]> => {
    let waiting = 0;
    let goOn: () => void = () => undefined;
    const all = new Promise<void>((resolve) => (goOn = resolve));
    const failpoint = async (name: string): Promise<void> => {
      if (name !== 'prepared') return;
      waiting += 1;
      if (waiting === args.length) goOn();
      await all;
    };
    return Promise.all(
      args.map((arg, index) => performUntilSettled(lab.worker({ workerId: `w${index}`, failpoint }), arg)),
    );
  };

  it('hold: set between judgement and claim -> a person is asked, nothing sent, the journal says what stopped it', async () => {
    await start(busyWorld);
    const arg = await ask({ order: 'A1' });
    expect(arg.judged.answer).toBe('allow');
    await holdEffects(lab.store, hold);
    expect(await perform(lab.deps, arg)).toMatchObject({ kind: 'needsReview', rule: 'ledger.held', receiptKey: null });
    expect(await judgeAction(lab.deps, arg)).toMatchObject({ answer: 'review', rule: 'ledger.held' });
    expect([await charges(), await journalled('held'), await journalled('started')]).toEqual([0, 1, 0]);
  });

  it('hold: a review opened under it, approved after the release -> paid once', async () => {
    await start(busyWorld);
    await holdEffects(lab.store, hold);
    const judged = await proposeAndJudge(lab, { order: 'A1' });
    expect(judged.judged).toMatchObject({ answer: 'review', rule: 'ledger.held' });
    await open(lab, judged);
    await releaseEffects(lab.store, hold);
    const { judged: _judged, ...again } = await grant(lab, { order: 'A1' });
    expect(await perform(lab.deps, { ...again, judged: judged.judged })).toMatchObject({ kind: 'done' });
    expect(await charges()).toBe(1);
  });

  it('hold: of another agent -> nothing is held', async () => {
    await start(busyWorld);
    await holdEffects(lab.store, { ...hold, scope: 'agent:other' });
    expect(await perform(lab.deps, await ask({ order: 'A1' }))).toMatchObject({ kind: 'done' });
  });

  it('cap per customer: two workers claim at the same instant -> one is paid, one asks a person', async () => {
    await start({ ...busyWorld, aloneCapsPerDay: cap(1, '1000.00') });
    const args = [await ask({ order: 'A1', caseId: 'c_1' }), await ask({ order: 'A2', caseId: 'c_2' })];
    const outcomes = await claimAtOnce(args);
    expect(outcomes.map(({ kind, rule }) => [kind, rule]).sort()).toEqual([
      ['done', null],
      ['needsReview', 'ledger.cap'],
    ]);
    expect([await charges(), await journalled('capped')]).toEqual([1, 1]);
  });

  it('cap per agent: two customers at the same instant -> the sum of the day is never passed', async () => {
    await start({ ...busyWorld, agentCapsPerDay: cap(100, '70.00') });
    const args = [await ask({ order: 'A1', caseId: 'c_1' }), await ask({ order: 'B1', caseId: 'c_2', subject: 'bob' })];
    const outcomes = await claimAtOnce(args);
    expect(outcomes.map(({ kind, rule }) => [kind, rule]).sort()).toEqual([
      ['done', null],
      ['needsReview', 'ledger.agentCap'],
    ]);
    expect(await charges()).toBe(1);
  });

  it('cap per agent: passed -> a person before anything waits; with a person it is paid and counts no more', async () => {
    await start({ ...busyWorld, agentCapsPerDay: cap(1, '1000.00') });
    await perform(lab.deps, await ask({ order: 'A1' }));
    const other = await proposeAndJudge(lab, { order: 'B1', caseId: 'c_2', subject: 'bob' });
    expect(other.judged).toMatchObject({ answer: 'review', rule: 'ledger.agentCap' });
    const granted = await grant(lab, { order: 'B1', caseId: 'c_2', subject: 'bob' });
    expect(await perform(lab.deps, granted)).toMatchObject({ kind: 'done' });
    expect(await charges()).toBe(2);
  });

  it.each([
    ['the sum reached exactly', cap(10, '80.00'), 'allow'],
    ['a cent too much', cap(10, '79.99'), 'review'],
    ['another currency', { count: 10, amount: '1.00', currency: 'EUR' }, 'allow'],
    ['a count of nothing', cap(0, '1000.00'), 'review'],
  ] as const)('cap per agent: %s -> %o', async (_what, agentCapsPerDay, answer) => {
    await start({ ...busyWorld, agentCapsPerDay: cap(10, '1000.00') });
    await perform(lab.deps, await ask({ order: 'A1' }));
    lab.setWorld({ ...busyWorld, agentCapsPerDay });
    const judged = await proposeAndJudge(lab, { order: 'B1', caseId: 'c_2', subject: 'bob' });
    expect(judged.judged.answer).toBe(answer);
  });

  it('policy: a figure that judges this tool tightened while it waits -> the approval is void and asked again', async () => {
    await start({ ...busyWorld, aloneMaxMinor: 1_000 });
    const granted = await grant(lab, { order: 'A1' });
    lab.setWorld({ ...busyWorld, aloneMaxMinor: 500 });
    expect(await perform(lab.worker({ workerId: 'new' }), granted)).toMatchObject({
      kind: 'needsReview',
      rule: 'grant.rulesChanged',
    });
    expect(await charges()).toBe(0);
  });

  it('policy: a figure elsewhere changed while it waits -> the approval holds', async () => {
    await start({ ...busyWorld, aloneMaxMinor: 1_000 });
    const granted = await grant(lab, { order: 'A1' });
    lab.setWorld({ ...busyWorld, aloneMaxMinor: 1_000, agentCapsPerDay: cap(1, '1.00') });
    expect(await perform(lab.worker({ workerId: 'new' }), granted)).toMatchObject({ kind: 'done' });
    expect(await charges()).toBe(1);
  });
});
