import { closeEffect, reconcileEffects } from '../../activities/effects/reconcile-effects';
import type { EffectArg } from '../../core/moves/activity-shapes';
import { appendEvent, findEffect, readStartedBody } from '../../stores/effect-ledger';
import { verifyEffects } from '../../stores/effects-verify';
import type { EffectsReport } from '../../stores/effects-verify';
import type { Tx } from '../../stores/open-database';
import { onBothDatabases } from '../stores/store-targets';
import {
  decide,
  defaultWorld,
  failureOf,
  grant,
  open,
  openLab,
  perform,
  proposeAndJudge,
  reject,
  toEffectArg,
} from './effect-lab';
import type { Lab } from './effect-lab';

onBothDatabases('effects verify and reconcile', (make) => {
  let lab: Lab;
  beforeEach(async () => {
    lab = await openLab(make);
  });
  afterEach(async () => lab.close());

  const verify = async (): Promise<EffectsReport> => verifyEffects(lab.store, (await lab.gateway.ledger()).charges);
  const found = async (): Promise<readonly (readonly [string, string])[]> =>
    (await verify()).findings.map(({ code, words }) => [code, words] as const);
  const codes = async (): Promise<readonly string[]> => (await verify()).findings.map(({ code }) => code);
  const byHand = (change: (tx: Tx) => Promise<unknown>): Promise<unknown> => lab.store.db.write(change);
  const pay = async (amount = '40.00'): Promise<EffectArg> => {
    const arg = toEffectArg(await proposeAndJudge(lab, { amount }));
    expect(await perform(lab.deps, arg)).toMatchObject({ kind: 'done' });
    return arg;
  };
  const loseAnswer = async (kind: 'lost_answer' | 'dropped_before' | 'error_500'): Promise<EffectArg> => {
    const arg = toEffectArg(await proposeAndJudge(lab, { order: 'W2', amount: '10.00' }));
    await lab.gateway.setFaults([{ kind }]);
    await failureOf(perform(lab.deps, arg));
    return arg;
  };
  const stateOf = async (arg: EffectArg): Promise<string | undefined> =>
    (await lab.store.db.read((query) => findEffect(query, arg.judged.effectKey)))?.state;

  it('verify: paid alone, paid by grant, refused, rejected, vetoed -> nothing found, everything counted', async () => {
    await pay();
    await reject(lab, { order: 'W2', amount: '10.00', items: ['a'] });
    await lab.gateway.setFaults([{ kind: 'refuse' }]);
    await perform(lab.deps, toEffectArg(await proposeAndJudge(lab, { order: 'W2', amount: '20.00', items: ['b'] })));
    await perform(lab.deps, await grant(lab, { order: 'W2', amount: '20.00', items: ['b'], turn: 2 }));
    expect(await verify()).toMatchObject({
      findings: [],
      open: [],
      checked: { effects: 2, reviews: 2, charges: 2 },
    });
  });

  it.each([
    ['amount', { amountMinor: 1 }, 'amountMinor: row 1, journal 4000'],
    ['state', { state: 'refused' as const }, 'state: row refused, journal done'],
    ['outside key', { outsideKey: 'k' }, 'outsideKey: row k'],
    ['sealed result', { resultSealed: Buffer.from('x') }, 'resultDigest: row'],
  ])('verify: the %s of a ledger row changed by hand -> named', async (_what, change, words) => {
    const arg = await pay();
    await byHand((tx) => tx.updateTable('effect').set(change).where('effectKey', '=', arg.judged.effectKey).execute());
    expect(await found()).toEqual([['effect.rowChanged', expect.stringContaining(words)]]);
  });

  it('verify: a ledger row removed, and one that was never told -> both named', async () => {
    const arg = await pay();
    const row = await lab.store.db.read((query) => findEffect(query, arg.judged.effectKey));
    await byHand((tx) => tx.updateTable('effect').set({ effectKey: 'forged' }).execute());
    expect(await codes()).toEqual(['effect.rowMissing', 'effect.rowUntold']);
    expect(row?.state).toBe('done');
  });

  it('verify: a review set to granted by hand, a veto removed -> named', async () => {
    await reject(lab, {});
    await byHand((tx) => tx.updateTable('review').set({ state: 'granted' }).execute());
    await byHand((tx) => tx.deleteFrom('veto').execute());
    expect(await found()).toEqual([
      ['review.rowChanged', 'state: row granted, journal rejected'],
      ['veto.missing', expect.any(String)],
    ]);
    await byHand((tx) => tx.updateTable('review').set({ state: 'rejected' }).execute());
    expect(await codes()).toEqual(['veto.missing']);
  });

  it('a pending review set to granted by hand -> the door asks the journal, nothing is sent', async () => {
    lab.setWorld({ ...defaultWorld, aloneMaxMinor: 0 });
    const judged = await proposeAndJudge(lab);
    const review = await open(lab, judged);
    await byHand((tx) => tx.updateTable('review').set({ state: 'granted' }).execute());
    expect(await perform(lab.deps, toEffectArg(judged, review))).toMatchObject({
      kind: 'needsReview',
      rule: 'grant.notDecided',
    });
    expect((await lab.gateway.ledger()).charges).toEqual([]);
  });

  const forgeStart = async (arg: EffectArg, change: object): Promise<void> => {
    await byHand(async (tx) => {
      const body = {
        ...(await readStartedBody(tx, arg.judged.effectKey)),
        effectKey: 'forged',
        outsideKey: 'forged',
        ...change,
      };
      await appendEvent(tx, { kind: 'started', body }, { caseId: 'c_1', atMs: 5 });
    });
  };

  it('verify: a second entry told under a used grant -> grant serves two, and not this action', async () => {
    lab.setWorld({ ...defaultWorld, aloneMaxMinor: 0 });
    const arg = await grant(lab, { amount: '40.00' });
    await perform(lab.deps, arg);
    await forgeStart(arg, {});
    expect(await codes()).toEqual(['effect.notAllowed', 'effect.rowMissing']);
  });

  it('verify: one grant bound twice while it stands -> grant.servesTwo', async () => {
    lab.setWorld({ ...defaultWorld, aloneMaxMinor: 0 });
    const arg = await grant(lab, { amount: '40.00' });
    await lab.gateway.setFaults([{ kind: 'error_500' }]);
    await failureOf(perform(lab.deps, arg));
    await forgeStart(arg, {});
    expect(await codes()).toEqual(['effect.otherAction', 'grant.servesTwo', 'effect.rowMissing']);
  });

  it.each([
    ['no rule and no grant', { allowedBy: 'nobody' }, 'effect.notAllowed'],
    ['a sum over the order', { amountMinor: 6_001 }, 'order.sumPassed'],
  ])('verify: an entry told with %s -> %s', async (_what, change, code) => {
    await forgeStart(await pay(), change);
    expect(await codes()).toEqual([code, 'effect.rowMissing']);
  });

  it('verify: the gateway charged one key twice -> chargedTwice', async () => {
    await lab.gateway.setFaults([{ kind: 'duplicate' }]);
    await pay();
    expect(await codes()).toEqual(['gateway.chargedTwice']);
  });

  it.each([
    ['another amount', (key: string) => [{ id: 're', key, amount: 1, currency: 'USD' }], ['gateway.amountDiffers']],
    ['no charge', () => [], ['gateway.noCharge']],
    [
      'a charge of nobody',
      (key: string) => [
        { id: 're', key, amount: 4000, currency: 'USD' },
        { id: 're2', key: 'stranger', amount: 1, currency: 'USD' },
      ],
      ['gateway.unknownCharge'],
    ],
  ])('verify: the gateway tells of %s -> %j', async (_what, charges, expected) => {
    const arg = await pay();
    const report = await verifyEffects(lab.store, charges(arg.judged.effectKey));
    expect(report.findings.map(({ code }) => code)).toEqual(expected);
  });

  it('verify: a charge under a refused entry -> chargedThoughRefused', async () => {
    await lab.gateway.setFaults([{ kind: 'refuse' }]);
    const arg = toEffectArg(await proposeAndJudge(lab));
    await perform(lab.deps, arg);
    const charges = [{ id: 're', key: arg.judged.effectKey, amount: 4000, currency: 'USD' }];
    expect((await verifyEffects(lab.store, charges)).findings.map(({ code }) => code)).toEqual([
      'gateway.chargedThoughRefused',
    ]);
  });

  it.each([
    ['lost_answer', 'charged'],
    ['dropped_before', 'none'],
  ] as const)('verify: unknown after %s -> listed, and the gateway says %s', async (kind, outside) => {
    const arg = await loseAnswer(kind);
    expect(await verify()).toMatchObject({
      findings: [],
      open: [{ effectKey: arg.judged.effectKey, state: 'unknown', amountMinor: 1000, outside }],
    });
  });

  it.each(['lost_answer', 'dropped_before'] as const)(
    'reconcile: unknown after %s, inside the window -> the same key, done',
    async (kind) => {
      const arg = await loseAnswer(kind);
      expect(await reconcileEffects(lab.deps, { by: 'op' })).toEqual([
        expect.objectContaining({
          effectKey: arg.judged.effectKey,
          before: 'unknown',
          after: 'done',
          action: 'sentAgain',
          cause: null,
        }),
      ]);
      expect((await lab.gateway.ledger()).charges).toHaveLength(1);
      expect(await codes()).toEqual([]);
      expect(await perform(lab.deps, arg)).toMatchObject({ kind: 'done', replayed: true });
    },
  );

  it('reconcile: past the window, nothing found -> stays unknown, never sent; a person closes it; a new round may start', async () => {
    const arg = await loseAnswer('dropped_before');
    const late = lab.worker({ till: { keyWindowMs: 0 } });
    const { requests } = await lab.gateway.ledger();
    expect(await reconcileEffects(late, { by: 'op' })).toEqual([
      expect.objectContaining({
        after: 'unknown',
        action: 'lookedUp',
        cause: 'look_up.none',
        closableFromMs: expect.any(Number),
      }),
    ]);
    expect((await lab.gateway.ledger()).requests).toBe(requests);
    expect(await closeEffect(late, { effectKey: arg.judged.effectKey, as: 'refused', by: 'op' })).toMatchObject({
      kind: 'tooEarly',
    });
    await byHand((tx) => tx.updateTable('effect').set({ leaseUntilMs: 1 }).execute());
    expect(await closeEffect(late, { effectKey: arg.judged.effectKey, as: 'refused', by: 'op' })).toEqual({
      kind: 'closed',
      state: 'refused',
    });
    const again = await grant(lab, { order: 'W2', amount: '10.00', turn: 2 });
    expect(await perform(lab.deps, again)).toMatchObject({ kind: 'done' });
    expect((await lab.gateway.ledger()).charges).toHaveLength(1);
  });

  it('close: the person says it did not happen, the gateway says it did -> done', async () => {
    const arg = await loseAnswer('lost_answer');
    await byHand((tx) => tx.updateTable('effect').set({ leaseUntilMs: 1 }).execute());
    expect(await closeEffect(lab.deps, { effectKey: arg.judged.effectKey, as: 'refused', by: 'op' })).toEqual({
      kind: 'closed',
      state: 'done',
    });
    expect(await closeEffect(lab.deps, { effectKey: arg.judged.effectKey, as: 'refused', by: 'op' })).toEqual({
      kind: 'notUnknown',
      state: 'done',
    });
  });

  it('reconcile: a live attempt -> left alone; with all, its charge is found and it is done', async () => {
    const arg = toEffectArg(await proposeAndJudge(lab));
    const failpoint = (name: string): void => {
      if (name === 'sent') throw new Error('dies here');
    };
    await expect(perform(lab.worker({ failpoint }), arg)).rejects.toThrow('dies here');
    expect(await reconcileEffects(lab.deps, { by: 'op' })).toMatchObject([{ action: 'inFlight', after: 'started' }]);
    expect(await reconcileEffects(lab.deps, { by: 'op', all: true })).toMatchObject([
      { action: 'lookedUp', after: 'done' },
    ]);
    expect(await codes()).toEqual([]);
  });

  it('reconcile: the words of the case are erased -> looked up and settled without them', async () => {
    const arg = await loseAnswer('lost_answer');
    await lab.store.keys.destroyCaseKey('c_1');
    expect(await reconcileEffects(lab.deps, { by: 'op' })).toMatchObject([{ action: 'lookedUp', after: 'done' }]);
    expect(await stateOf(arg)).toBe('done');
    expect(await codes()).toEqual([]);
  });

  it('refusals at the door -> journalled with rule and amount, no ledger row', async () => {
    const judged = await proposeAndJudge(lab);
    await reject(lab, { turn: 2 });
    await perform(lab.deps, toEffectArg(judged));
    const rows = await lab.store.db.read((query) =>
      query.selectFrom('journal').select(['kind', 'body']).where('kind', '=', 'vetoed').execute(),
    );
    expect(rows.map(({ body }) => JSON.parse(body) as object)).toEqual([
      expect.objectContaining({ rule: 'veto', amountMinor: 4000 }),
    ]);
    expect(await stateOf(toEffectArg(judged))).toBeUndefined();
    expect(await codes()).toEqual([]);
  });

  it('a decision made by a bare signal -> its note lies in the store, and nowhere in plain', async () => {
    const words = 'the photo shows it broken';
    const judged = await proposeAndJudge(lab);
    const receipt = await decide(lab, judged, { ...(await open(lab, judged)), decision: 'reject', note: words });
    const noteRef = receipt.kind === 'rejected' ? (receipt.noteRef ?? '') : '';
    expect(await lab.store.transcripts.readNote('c_1', noteRef)).toBe(words);
    const rows = await lab.store.db.read(async (query) => [
      ...(await query.selectFrom('journal').selectAll().execute()),
      ...(await query.selectFrom('review').selectAll().execute()),
    ]);
    expect(JSON.stringify(rows)).toContain(noteRef);
    expect(JSON.stringify(rows)).not.toContain(words);
  });
});
