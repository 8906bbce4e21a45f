import { reconcileEffects } from '../../activities/effects/reconcile-effects';
import { judgeAction } from '../../activities/effects/judge-action';
import { turnKeyOf } from '../../core/kernel/ids';
import { recordAbort } from '../../stores/effect-abort';
import { verifyEffects } from '../../stores/effects-verify';
import { holdEffects, releaseEffects } from '../../stores/holds';
import type { Tx } from '../../stores/open-database';
import type { VetoTable } from '../../stores/schema';
import { onBothDatabases } from '../stores/store-targets';
import { failureOf, grant, openLab, perform, proposeAndJudge, reject, toEffectArg } from './effect-lab';
import type { Lab } from './effect-lab';

onBothDatabases('what the journal tells counts, whatever the rows say', (make) => {
  let lab: Lab;
  beforeEach(async () => {
    lab = await openLab(make);
  });
  afterEach(async () => lab.close());

  const byHand = (change: (tx: Tx) => Promise<unknown>): Promise<unknown> => lab.store.db.write(change);
  const charges = async () => (await lab.gateway.ledger()).charges;
  const codes = async (): Promise<readonly string[]> =>
    (await verifyEffects(lab.store, await charges())).findings.map(({ code }) => code);
  const insertVeto = (veto: VetoTable) => byHand((tx) => tx.insertInto('veto').values(veto).execute());

  it.each<[string, Partial<VetoTable> | null, readonly string[]]>([
    ['order', { orderRef: 'x' }, ['veto.missing', 'veto.untold']],
    ['tool', { tool: 'x' }, ['veto.missing', 'veto.untold']],
    ['case', { caseId: 'c_x' }, ['veto.missing', 'veto.untold']],
    ['review', { reviewId: 'rv_x' }, ['veto.missing', 'veto.untold']],
    ['items', { items: '["z"]' }, ['veto.rowChanged']],
    ['items to no JSON', { items: 'whole' }, ['veto.rowChanged']],
    ['amount to a larger one', { amountMinor: 99_999_999 }, ['veto.rowChanged']],
    ['amount to none', { amountMinor: null }, ['veto.rowChanged']],
    ['currency', { currency: 'EUR' }, ['veto.rowChanged']],
    ['row away', null, ['veto.missing']],
  ])(
    'veto row: %s changed by hand -> still refused beforehand and at the door, and verify names it',
    async (_what, change, found) => {
      const before = toEffectArg(await proposeAndJudge(lab, { turn: 2 }));
      await reject(lab, {});
      await byHand((tx) =>
        change === null ? tx.deleteFrom('veto').execute() : tx.updateTable('veto').set(change).execute(),
      );
      expect(await judgeAction(lab.deps, before)).toMatchObject({ answer: 'refuse', rule: 'veto' });
      expect(await perform(lab.deps, before)).toMatchObject({ kind: 'vetoed', rule: 'veto' });
      expect(await charges()).toEqual([]);
      expect(await codes()).toEqual(found);
    },
  );

  it('veto row inserted by hand -> refuses nothing, and verify names it', async () => {
    const arg = toEffectArg(await proposeAndJudge(lab));
    const none = { items: '"whole"', amountMinor: 1, currency: 'USD' };
    await insertVeto({ caseId: 'c_1', tool: 'process_refund', orderRef: '', reviewId: 'rv_x', ...none });
    expect(await perform(lab.deps, arg)).toMatchObject({ kind: 'done' });
    expect(await codes()).toEqual(['veto.untold']);
  });

  it('a rejection in another case -> does not veto here', async () => {
    await reject(lab, { caseId: 'c_2' });
    expect(await perform(lab.deps, toEffectArg(await proposeAndJudge(lab)))).toMatchObject({ kind: 'done' });
    expect(await codes()).toEqual([]);
  });

  it('hold row removed by hand -> still held, verify names it; released -> done', async () => {
    const arg = toEffectArg(await proposeAndJudge(lab));
    const hold = { scope: 'all', by: 'op', reasonRef: null } as const;
    expect(await holdEffects(lab.store, hold)).toBe(true);
    expect(await holdEffects(lab.store, hold)).toBe(false);
    await byHand((tx) => tx.deleteFrom('hold').execute());
    expect(await perform(lab.deps, arg)).toMatchObject({ kind: 'needsReview', rule: 'ledger.held' });
    expect(await codes()).toEqual(['hold.missing']);
    expect(await releaseEffects(lab.store, hold)).toBe(true);
    expect(await releaseEffects(lab.store, hold)).toBe(false);
    expect(await perform(lab.deps, arg)).toMatchObject({ kind: 'done' });
    expect(await codes()).toEqual([]);
  });

  it('hold row set by hand, and one whose person was changed -> verify names both, only the told one holds', async () => {
    await byHand((tx) => tx.insertInto('hold').values({ scope: 'agent:till', heldBy: 'x', atMs: 1 }).execute());
    expect(await codes()).toEqual(['hold.untold']);
    expect(await perform(lab.deps, toEffectArg(await proposeAndJudge(lab)))).toMatchObject({ kind: 'done' });
    await holdEffects(lab.store, { scope: 'agent:till', by: 'op', reasonRef: null });
    await byHand((tx) => tx.updateTable('hold').set({ heldBy: 'x' }).execute());
    expect(await codes()).toEqual(['hold.rowChanged']);
  });

  const turnKey = turnKeyOf('till', 'c_1', 1);
  const startRun = () =>
    lab.store.runs.claimTurn({ caseId: 'c_1', agent: 'till', messageAddress: 'm', modelLabel: 'm', nowMs: 1 });
  const abort = async (): Promise<void> => {
    await startRun();
    await recordAbort(lab.store, { turnKey, caseId: 'c_1', by: 'rita', reasonRef: 'r', withoutStop: true });
  };
  const aborted = { kind: 'refusedByRule', rule: 'run.aborted' } as const;

  it('an aborted run at the door, alone and with its grant -> refused, journalled, nothing sent; another run may', async () => {
    const alone = toEffectArg(await proposeAndJudge(lab));
    const granted = await grant(lab, { order: 'W2', amount: '10.00' });
    await abort();
    expect(await perform(lab.deps, alone)).toMatchObject(aborted);
    expect(await perform(lab.deps, granted)).toMatchObject(aborted);
    expect(await charges()).toEqual([]);
    expect(await codes()).toEqual([]);
    expect(await perform(lab.deps, toEffectArg(await proposeAndJudge(lab, { turn: 2 })))).toMatchObject({
      kind: 'done',
    });
  });

  it.each([
    ['only the journal tells of it', true],
    ['only the row tells of it', false],
  ])('an aborted run, %s -> refused', async (_what, isTold) => {
    const arg = toEffectArg(await proposeAndJudge(lab));
    await (isTold ? abort() : startRun());
    const status = isTold ? 'running' : 'aborted';
    await byHand((tx) => tx.updateTable('run').set({ status }).execute());
    expect(await perform(lab.deps, arg)).toMatchObject(aborted);
    expect(await charges()).toEqual([]);
  });

  it('an aborted run with an open entry -> does not send it again; whoever reconciles does, once', async () => {
    const arg = toEffectArg(await proposeAndJudge(lab));
    await lab.gateway.setFaults([{ kind: 'dropped_before' }]);
    await failureOf(perform(lab.deps, arg));
    await abort();
    const { requests } = await lab.gateway.ledger();
    expect(await perform(lab.deps, arg)).toMatchObject(aborted);
    expect((await lab.gateway.ledger()).requests).toBe(requests);
    expect(await reconcileEffects(lab.deps, { by: 'op' })).toMatchObject([{ action: 'sentAgain', after: 'done' }]);
    expect(await charges()).toHaveLength(1);
    expect(await perform(lab.deps, arg)).toMatchObject({ kind: 'done', replayed: true });
    expect(await codes()).toEqual([]);
  });
});
