import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { recoverStaleStore } from '../../activities/effects/recover-stale-store';
import type { Recovery, RecoveryDeps } from '../../activities/effects/recover-stale-store';
import { reconcileEffects } from '../../activities/effects/reconcile-effects';
import { createSandboxGateway } from '../../activities/tools/payments/sandbox-gateway';
import { readAnchor } from '../../stores/anchor';
import { findEffect } from '../../stores/effect-ledger';
import { verifyEffects } from '../../stores/effects-verify';
import { readHead } from '../../stores/journal';
import type { EffectArg } from '../../core/moves/activity-shapes';
import { onBothDatabases } from '../stores/store-targets';
import { failureOf, grant, open, openLab, perform, proposeAndJudge, reject, toEffectArg } from './effect-lab';
import type { Lab, RefundAsk } from './effect-lab';
import { copyStore, restoreStore } from './older-copy';

onBothDatabases('a store older than its anchor', (make) => {
  let lab: Lab;
  beforeEach(async () => {
    lab = await openLab(make);
  });
  afterEach(async () => lab.close());

  const depsOf = (url = lab.gateway.url): RecoveryDeps => ({
    ...lab.worker(),
    store: lab.store,
    payments: createSandboxGateway({ url, sendTimeoutMs: 2_000 }),
  });
  const recover = (): Promise<Recovery | undefined> => recoverStaleStore(depsOf(), { by: 'rita' });
  const ask = async (of: RefundAsk): Promise<EffectArg> => toEffectArg(await proposeAndJudge(lab, of));
  const charges = async () => (await lab.gateway.ledger()).charges;
  const head = () => lab.store.db.read(readHead);
  const journal = () => lab.store.db.read((query) => query.selectFrom('journal').selectAll().orderBy('seq').execute());
  const anchor = () => readAnchor(lab.store.anchor.path);
  const pay = async (of: RefundAsk): Promise<EffectArg> => {
    const arg = await ask(of);
    expect(await perform(lab.deps, arg)).toMatchObject({ kind: 'done', replayed: false });
    return arg;
  };

  /** 10 of W2 stands in the copy; 40 of W1 and 30 of W1 were paid after it was taken. */
  const loseTwoRefunds = async (): Promise<{ forty: EffectArg; thirty: EffectArg }> => {
    await pay({ order: 'W2', amount: '10.00' });
    const copy = await copyStore(lab.store);
    const forty = await pay({ amount: '40.00', turn: 2 });
    const thirty = await pay({ amount: '30.00', items: ['a'], turn: 3 });
    await restoreStore(lab.store, copy);
    return { forty, thirty };
  };

  it('restored copy after two refunds -> claims refused; the gateway is asked, both are adopted, and asked again they are replayed', async () => {
    const { forty, thirty } = await loseTwoRefunds();
    const old = await anchor();
    expect(await perform(lab.deps, await ask({ amount: '40.00', turn: 2 }))).toMatchObject({ kind: 'staleStore' });

    const recovery = await recover();
    expect(recovery).toMatchObject({ oldAnchor: old, anchor: await head(), lines: [] });
    expect(recovery?.adopted.map(({ effectKey, amountMinor, by }) => ({ effectKey, amountMinor, by }))).toEqual([
      { effectKey: forty.judged.effectKey, amountMinor: 4000, by: 'rita' },
      { effectKey: thirty.judged.effectKey, amountMinor: 3000, by: 'rita' },
    ]);
    const before = await charges();
    const { requests } = await lab.gateway.ledger();
    const again = await proposeAndJudge(lab, { amount: '40.00', turn: 9 });
    expect(again.judged).toMatchObject({ answer: 'allow', rule: 'ledger.known' });
    const outcome = await perform(lab.deps, toEffectArg(again));
    expect(outcome).toMatchObject({ kind: 'done', replayed: true, amountMinor: 4000, currency: 'USD' });
    expect(await lab.store.receipts.find('c_1', outcome.receiptKey ?? '')).toMatchObject({
      status: 'ok',
      value: { id: before.find(({ amount }) => amount === 4000)?.id, status: 'succeeded' },
    });
    expect(await charges()).toEqual(before);
    expect((await lab.gateway.ledger()).requests).toBe(requests);
  });

  it('after adoption -> what the order has left is judged with the adopted in, and by a person', async () => {
    await loseTwoRefunds();
    await recover();
    const over = await proposeAndJudge(lab, { amount: '30.01', items: ['b'], turn: 4 });
    expect(over.judged).toMatchObject({ answer: 'refuse', rule: 'ledger.orderTotal' });
    expect(await perform(lab.deps, toEffectArg(over))).toMatchObject({
      kind: 'refusedByRule',
      rule: 'ledger.orderTotal',
    });
    const within = await proposeAndJudge(lab, { amount: '30.00', items: ['b'], turn: 5 });
    expect(within.judged).toMatchObject({ answer: 'review', rule: 'ledger.adopted' });
    expect(await perform(lab.deps, toEffectArg(within))).toMatchObject({ kind: 'needsReview', rule: 'ledger.adopted' });
    const granted = await grant(lab, { amount: '30.00', items: ['b'], turn: 5 });
    expect(await perform(lab.deps, granted)).toMatchObject({ kind: 'done', replayed: false });
    expect((await charges()).filter(({ order_reference }) => order_reference === 'W1')).toHaveLength(3);
  });

  it('after adoption -> verify finds nothing, and lists what was adopted', async () => {
    const { forty, thirty } = await loseTwoRefunds();
    const stale = await verifyEffects(lab.store, await charges());
    expect(stale.findings.map(({ code }) => code)).toEqual([
      'journal.tailRemoved',
      'gateway.unknownCharge',
      'gateway.unknownCharge',
    ]);
    await recover();
    const report = await verifyEffects(lab.store, await charges());
    expect(report.findings).toEqual([]);
    expect(report.adopted).toEqual([
      expect.objectContaining({ effectKey: forty.judged.effectKey, amountMinor: 4000, by: 'rita' }),
      expect.objectContaining({ effectKey: thirty.judged.effectKey, amountMinor: 3000, by: 'rita' }),
    ]);
    await lab.store.db.write((tx) =>
      tx.updateTable('effect').set({ amountMinor: 1 }).where('agent', '=', 'lost').execute(),
    );
    const codes = (await verifyEffects(lab.store, await charges())).findings.map(({ code }) => code);
    expect(codes).toEqual(['effect.rowChanged', 'effect.rowChanged']);
  });

  it('journal: one event a charge, then one that names the old anchor and the person; the old file is kept', async () => {
    const { forty } = await loseTwoRefunds();
    const old = await anchor();
    const words = readFileSync(lab.store.anchor.path, 'utf8');
    const recovery = await recover();
    const rows = await journal();
    expect(rows.slice(-3).map(({ kind }) => kind)).toEqual(['adopted', 'adopted', 'reanchored']);
    expect(rows.at(-3)).toMatchObject({ caseId: 'adopted', subject: forty.judged.effectKey });
    expect(rows.at(-3)?.body).not.toContain('W1');
    expect(JSON.parse(rows.at(-1)?.body ?? '')).toEqual({
      anchorSeq: old?.seq,
      anchorHash: old?.hash,
      adopted: 2,
      by: 'rita',
    });
    expect(recovery?.keptAs).toBe(`${lab.store.anchor.path}.stale-${String(old?.seq)}`);
    expect(readFileSync(recovery?.keptAs ?? '', 'utf8')).toBe(words);
    expect(await anchor()).toEqual(await head());
  });

  it('repeated -> changes nothing; the same older copy restored once more -> adopted again, and no old anchor is overwritten', async () => {
    const copy = await copyStore(lab.store);
    await pay({ amount: '40.00' });
    await restoreStore(lab.store, copy);
    const first = await recover();
    const rows = await journal();
    expect(await recover()).toBeUndefined();
    expect(await journal()).toEqual(rows);
    await restoreStore(lab.store, copy);
    const second = await recover();
    expect(second?.adopted).toHaveLength(1);
    expect(second?.keptAs).not.toBe(first?.keptAs);
    expect(existsSync(first?.keptAs ?? '')).toBe(true);
    expect((await verifyEffects(lab.store, await charges())).findings).toEqual([]);
  });

  it('cut off before the new anchor -> still refused; the next try adopts nothing twice and tells it once', async () => {
    await loseTwoRefunds();
    const replace = (): Promise<never> => Promise.reject(new Error('dies here'));
    const store = { ...lab.store, anchor: { ...lab.store.anchor, replace } };
    await expect(recoverStaleStore({ ...depsOf(), store }, { by: 'rita' })).rejects.toThrow('dies here');
    const rows = await journal();
    expect(await perform(lab.deps, await ask({ amount: '1.00', order: 'W2', turn: 7 }))).toMatchObject({
      kind: 'staleStore',
    });
    expect(await recover()).toMatchObject({ adopted: [], anchor: await head() });
    expect(await journal()).toEqual(rows);
    expect((await verifyEffects(lab.store, await charges())).findings).toEqual([]);
  });

  it('two at once, the second ends between the look and the lock of the first -> each charge is adopted once, one anchor', async () => {
    await loseTwoRefunds();
    let between: Recovery | undefined;
    const identityKey = async (): Promise<Uint8Array> => {
      between = await recover();
      return lab.store.keys.identityKey;
    };
    const first = await recoverStaleStore({ ...depsOf(), identityKey }, { by: 'ana' });
    expect(between?.adopted).toHaveLength(2);
    expect(first).toMatchObject({ adopted: [], keptAs: null });
    expect(await anchor()).toEqual(between?.anchor);
    expect((await journal()).map(({ kind }) => kind).slice(-3)).toEqual(['adopted', 'adopted', 'reanchored']);
    expect((await verifyEffects(lab.store, await charges())).findings).toEqual([]);
  });

  it('gateway down -> nothing changed, exit class store unavailable, claims still refused', async () => {
    await loseTwoRefunds();
    const rows = await journal();
    const old = await anchor();
    const asked = recoverStaleStore(depsOf('http://127.0.0.1:9'), { by: 'rita' });
    await expect(asked).rejects.toMatchObject({ name: 'StoreUnavailableError', code: 'gateway.unreachable' });
    expect(await journal()).toEqual(rows);
    expect(await anchor()).toEqual(old);
    expect(await perform(lab.deps, await ask({ amount: '40.00', turn: 2 }))).toMatchObject({ kind: 'staleStore' });
  });

  it('open in the copy: charged -> done by look-up; not charged -> stays, and is never sent', async () => {
    const lost = await ask({ order: 'W2', amount: '10.00' });
    await lab.gateway.setFaults([{ kind: 'dropped_before' }]);
    await failureOf(perform(lab.deps, lost));
    const charged = await ask({ amount: '20.00', caseId: 'c_2' });
    await lab.gateway.setFaults([{ kind: 'lost_answer' }]);
    await failureOf(perform(lab.deps, charged));
    const copy = await copyStore(lab.store);
    await pay({ amount: '40.00', turn: 2 });
    await restoreStore(lab.store, copy);
    const { requests } = await lab.gateway.ledger();
    const lines = (await recover())?.lines.map(({ effectKey, before, after }) => [effectKey, before, after]);
    expect(lines?.sort()).toEqual(
      [
        [charged.judged.effectKey, 'unknown', 'done'],
        [lost.judged.effectKey, 'unknown', 'unknown'],
      ].sort(),
    );
    expect((await lab.gateway.ledger()).requests).toBe(requests);
    expect((await verifyEffects(lab.store, await charges())).findings).toEqual([]);
  });

  it('a later round that is lost -> adopted under its own key; the effect asked again meets it', async () => {
    const copy = await copyStore(lab.store);
    await lab.gateway.setFaults([{ kind: 'refuse' }]);
    const refused = await ask({ amount: '40.00' });
    expect(await perform(lab.deps, refused)).toMatchObject({ kind: 'refused' });
    const granted = await grant(lab, { amount: '40.00', turn: 2 });
    expect(await perform(lab.deps, granted)).toMatchObject({ kind: 'done' });
    await restoreStore(lab.store, copy);
    const recovery = await recover();
    expect(recovery?.adopted).toHaveLength(1);
    expect(recovery?.adopted[0]?.effectKey).not.toBe(refused.judged.effectKey);
    const { requests } = await lab.gateway.ledger();
    expect(await perform(lab.deps, await ask({ amount: '40.00', turn: 3 }))).toMatchObject({
      kind: 'done',
      replayed: true,
    });
    expect((await lab.gateway.ledger()).requests).toBe(requests);
    const over = await proposeAndJudge(lab, { amount: '60.01', items: ['b'], turn: 4 });
    expect(over.judged).toMatchObject({ answer: 'refuse', rule: 'ledger.orderTotal' });
  });

  it('a stale store that outgrows its anchor by decisions -> stays refused until it is recovered', async () => {
    await loseTwoRefunds();
    for (const turn of [11, 12, 13, 14]) await reject(lab, { order: 'W2', amount: `${turn}.00`, turn });
    expect((await head()).seq).toBeGreaterThan((await anchor())?.seq ?? 0);
    expect(await perform(lab.deps, await ask({ amount: '40.00', turn: 2 }))).toMatchObject({ kind: 'staleStore' });
    expect((await recover())?.adopted).toHaveLength(2);
    expect((await verifyEffects(lab.store, await charges())).findings).toEqual([]);
  });

  it('an anchor of which no line can be read -> recovered too; a broken chain -> refused as broken', async () => {
    const arg = await pay({ amount: '40.00' });
    writeFileSync(lab.store.anchor.path, 'something else\n');
    await expect(perform(lab.deps, arg)).rejects.toMatchObject({ code: 'store.anchorUnreadable' });
    expect(await recover()).toMatchObject({ oldAnchor: null, adopted: [], anchor: await head() });
    expect(await perform(lab.deps, arg)).toMatchObject({ kind: 'done', replayed: true });
    const copy = await copyStore(lab.store);
    await pay({ order: 'W2', amount: '10.00' });
    await restoreStore(lab.store, { ...copy, journal: copy.journal.slice(1) });
    await expect(recover()).rejects.toMatchObject({ code: 'store.chainBroken' });
  });

  it('not stale, or without all -> as before: nothing is adopted', async () => {
    await pay({ amount: '40.00' });
    expect(await recover()).toBeUndefined();
    const review = await open(lab, await proposeAndJudge(lab, { order: 'W2', amount: '10.00', turn: 2 }));
    expect(review.reviewId).toMatch(/^rv_/);
    const copy = await copyStore(lab.store);
    const lost = await pay({ order: 'W2', amount: '10.00', turn: 2 });
    await restoreStore(lab.store, copy);
    expect(await reconcileEffects(lab.deps, { by: 'rita' })).toEqual([]);
    expect(await lab.store.db.read((query) => findEffect(query, lost.judged.effectKey))).toBeUndefined();
  });
});
