import { turnKeyOf } from '../../core/kernel/ids';
import { recordAbort } from '../../stores/effect-abort';
import { verifyEffects } from '../../stores/effects-verify';
import { holdEffects, releaseEffects } from '../../stores/holds';
import { readHead } from '../../stores/journal';
import { onBothDatabases } from '../stores/store-targets';
import { defaultWorld, grant, open, openLab, perform, proposeAndJudge, reject, toEffectArg } from './effect-lab';
import type { Lab } from './effect-lab';
import { copyStore, restoreStore } from './older-copy';

onBothDatabases('the anchor follows every commit that appended', (make) => {
  let lab: Lab;
  beforeEach(async () => {
    lab = await openLab(make);
  });
  afterEach(async () => lab.close());

  const ask = async (turn = 1) => toEffectArg(await proposeAndJudge(lab, { turn }));
  const refuseAll = { ...defaultWorld, aloneMaxMinor: 0 };
  const hold = { scope: 'all', by: 'op', reasonRef: null } as const;

  /** What appends, and what the journal ends with. */
  const acts: Readonly<Record<string, () => Promise<unknown>>> = {
    opened: async () => open(lab, await proposeAndJudge(lab)),
    decided: () => reject(lab, {}),
    needsReview: async () => {
      const arg = await ask();
      lab.setWorld(refuseAll);
      expect(await perform(lab.deps, arg)).toMatchObject({ kind: 'needsReview' });
    },
    voided: async () => {
      const arg = await grant(lab, {});
      const larger = await proposeAndJudge(lab, { amount: '90.00' });
      expect(await perform(lab.deps, { ...arg, call: larger.arg.call })).toMatchObject({ kind: 'needsReview' });
    },
    vetoed: async () => {
      const arg = await ask(2);
      await reject(lab, {});
      expect(await perform(lab.deps, arg)).toMatchObject({ kind: 'vetoed' });
    },
    held: async () => {
      const arg = await ask();
      await holdEffects(lab.store, hold);
      expect(await perform(lab.deps, arg)).toMatchObject({ kind: 'needsReview', rule: 'ledger.held' });
    },
    refusedByRule: async () => {
      const arg = toEffectArg(await proposeAndJudge(lab, { amount: '100.01' }));
      expect(await perform(lab.deps, arg)).toMatchObject({ kind: 'refusedByRule' });
    },
    holdSet: () => holdEffects(lab.store, hold),
    holdReleased: async () => {
      await holdEffects(lab.store, hold);
      await releaseEffects(lab.store, hold);
    },
    done: async () => perform(lab.deps, await ask()),
    aborted: async () => {
      const run = { caseId: 'c_1', agent: 'till', messageAddress: 'm', modelLabel: 'm', nowMs: 1 };
      await lab.store.runs.claimTurn(run);
      const turnKey = turnKeyOf('till', 'c_1', 1);
      await recordAbort(lab.store, { turnKey, caseId: 'c_1', by: 'rita', reasonRef: 'r', withoutStop: true });
    },
  };

  it.each(Object.keys(acts))('%s -> the newest row is anchored; an older copy without it is stale', async (kind) => {
    await reject(lab, { order: 'W2', amount: '1.00', caseId: 'c_0' });
    const copy = await copyStore(lab.store);
    await acts[kind]?.();
    const head = await lab.store.db.read(readHead);
    const last = await lab.store.db.read((query) =>
      query.selectFrom('journal').select('kind').orderBy('seq', 'desc').limit(1).executeTakeFirst(),
    );
    expect(last?.kind).toBe(kind);
    expect(await lab.store.anchor.read()).toEqual(head);

    await restoreStore(lab.store, copy);
    const { findings } = await verifyEffects(lab.store);
    expect(findings.map(({ code }) => code)).toContain('journal.tailRemoved');
    lab.setWorld(defaultWorld);
    expect(await perform(lab.deps, await ask(9))).toMatchObject({ kind: 'staleStore' });
  });

  it('while the store is older -> a review opened and decided there moves the anchor nowhere', async () => {
    await reject(lab, { order: 'W2', amount: '1.00', caseId: 'c_0' });
    const copy = await copyStore(lab.store);
    for (const turn of [1, 2, 3]) await open(lab, await proposeAndJudge(lab, { turn }));
    await restoreStore(lab.store, copy);
    const before = await lab.store.anchor.read();
    await reject(lab, { turn: 4 });
    await holdEffects(lab.store, hold);
    expect(await lab.store.anchor.read()).toEqual(before);
    expect((await verifyEffects(lab.store)).findings.map(({ code }) => code)).toContain('journal.chainRecomputed');
  });

  it('nothing appended (the same review opened again, a known entry replayed) -> no line', async () => {
    const judged = await proposeAndJudge(lab);
    await open(lab, judged);
    await perform(lab.deps, toEffectArg(judged));
    const lines: unknown[] = [];
    const append = (point: unknown): Promise<void> => {
      lines.push(point);
      return Promise.resolve();
    };
    const store = { ...lab.store, anchor: { ...lab.store.anchor, append } };
    await perform({ ...lab.deps, store }, toEffectArg(judged));
    expect(lines).toEqual([]);
  });
});
