import { rmSync, cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { judgeAction } from '../../activities/effects/judge-action';
import type { EffectArg, EffectOutcome } from '../../core/moves/activity-shapes';
import { findEffect } from '../../stores/effect-ledger';
import { verifyEffects } from '../../stores/effects-verify';
import { holdEffects, releaseEffects } from '../../stores/holds';
import { openStore } from '../../stores/open-store';
import { findReview } from '../../stores/review-rows';
import { onBothDatabases } from '../stores/store-targets';
import {
  decide,
  defaultWorld,
  failureOf,
  grant,
  open,
  openLab,
  perform,
  performUntilSettled,
  proposeAndJudge,
  reject,
  storePlaceOf,
  toEffectArg,
} from './effect-lab';
import type { Lab, RefundAsk } from './effect-lab';

const nothingAlone = { ...defaultWorld, aloneMaxMinor: 0 };

onBothDatabases('effect claims', (make) => {
  let lab: Lab;
  beforeEach(async () => {
    lab = await openLab(make);
  });
  afterEach(async () => lab.close());

  const charges = async (): Promise<readonly { key: string; amount: number }[]> => (await lab.gateway.ledger()).charges;
  const judge = async (ask: RefundAsk): Promise<{ answer: string; rule: string }> =>
    (await proposeAndJudge(lab, ask)).judged;
  const reviewState = async ({ review }: EffectArg): Promise<string | undefined> =>
    (await lab.store.db.read((query) => findReview(query, review ?? { reviewId: '', round: 0 })))?.state;

  it('grant: the amount changed after the approval -> needsReview, nothing sent', async () => {
    lab.setWorld(nothingAlone);
    const granted = await grant(lab, { amount: '40.00' });
    const larger = await proposeAndJudge(lab, { amount: '90.00' });
    expect(await perform(lab.deps, { ...granted, call: larger.arg.call })).toMatchObject({
      kind: 'needsReview',
      rule: 'action.changed',
    });
    expect(await charges()).toEqual([]);
  });

  it('grant: the note changed after the approval -> needsReview: the person read another one', async () => {
    lab.setWorld(nothingAlone);
    const granted = await grant(lab, { note: 'first' });
    const reworded = await proposeAndJudge(lab, { note: 'second' });
    expect(await perform(lab.deps, { ...granted, call: reworded.arg.call })).toMatchObject({
      kind: 'needsReview',
      rule: 'grant.otherAction',
    });
    expect(await charges()).toEqual([]);
  });

  it.each([
    ['none at all', null, 'till.overLimit'],
    ['a round that was never opened', 7, 'grant.missing'],
  ] as const)('grant: %s -> needsReview, nothing sent', async (_what, round, rule) => {
    lab.setWorld(nothingAlone);
    const granted = await grant(lab, {});
    const review = round === null || granted.review === null ? null : { ...granted.review, round };
    expect(await perform(lab.deps, { ...granted, review })).toMatchObject({ kind: 'needsReview', rule });
    expect(await charges()).toEqual([]);
  });

  it('grant: still pending -> needsReview; approved once -> done; decided again otherwise -> conflict', async () => {
    lab.setWorld(nothingAlone);
    const judged = await proposeAndJudge(lab);
    const review = await open(lab, judged);
    const arg = toEffectArg(judged, review);
    expect(await perform(lab.deps, arg)).toMatchObject({ kind: 'needsReview', rule: 'grant.pending' });
    expect(await decide(lab, judged, review)).toMatchObject({ kind: 'granted' });
    expect(await decide(lab, judged, review)).toMatchObject({ kind: 'granted' });
    expect(await decide(lab, judged, { ...review, decision: 'reject', by: 'otto' })).toMatchObject({
      kind: 'conflict',
      state: 'granted',
    });
    expect(await perform(lab.deps, arg)).toMatchObject({ kind: 'done' });
    expect(await decide(lab, judged, { ...review, decision: 'reject', by: 'otto' })).toMatchObject({
      state: 'consumed',
    });
  });

  it('rules: changed after the approval -> needsReview, the grant is void, the next round is 2', async () => {
    lab.setWorld(nothingAlone);
    const granted = await grant(lab, {});
    lab.setWorld({ ...defaultWorld, aloneMaxMinor: 1 });
    expect(await perform(lab.deps, granted)).toMatchObject({ kind: 'needsReview', rule: 'grant.rulesChanged' });
    expect(await reviewState(granted)).toBe('void');
    expect(await judgeAction(lab.deps, granted)).toMatchObject({ answer: 'review', round: 2, pendingReviewId: null });
  });

  it('facts: changed after the approval -> needsReview; a rule that now refuses -> refusedByRule', async () => {
    lab.setWorld(nothingAlone);
    const changed = await grant(lab, {});
    const orders = { ...defaultWorld.orders, W1: { ...defaultWorld.orders['W1']!, total: '99.00' } };
    lab.setWorld({ ...nothingAlone, orders });
    expect(await perform(lab.deps, changed)).toMatchObject({ kind: 'needsReview', rule: 'grant.factsChanged' });
    const forbidden = await grant(lab, {});
    lab.setWorld({ ...nothingAlone, orders: { W1: { ...orders.W1, status: 'pending' } } });
    expect(await perform(lab.deps, forbidden)).toMatchObject({ kind: 'refusedByRule', rule: 'till.status' });
    expect(await charges()).toEqual([]);
  });

  it('facts: paid, then a fact that now refuses -> the recorded done, never a refusal', async () => {
    const arg = toEffectArg(await proposeAndJudge(lab));
    await lab.gateway.setFaults([{ kind: 'lost_answer' }]);
    await failureOf(perform(lab.deps, arg));
    lab.setWorld({ ...defaultWorld, orders: {} });
    expect(await perform(lab.deps, arg)).toMatchObject({ kind: 'done' });
    expect(await charges()).toHaveLength(1);
  });

  it('facts: out of reach after the answer was lost -> asked again under the key all the same, done', async () => {
    const arg = toEffectArg(await proposeAndJudge(lab));
    await lab.gateway.setFaults([{ kind: 'lost_answer' }]);
    await failureOf(perform(lab.deps, arg));
    const blind = { ...lab.deps.tools('till'), facts: () => Promise.reject(new Error('the order database is down')) };
    expect(await perform({ ...lab.deps, tools: () => blind }, arg)).toMatchObject({ kind: 'done' });
  });

  it.each([
    ['the same', { amount: '40.00', items: ['a', 'b'] }, 'refuse', 'veto'],
    ['the same, reworded', { amount: '40.00', items: ['b', 'a'], note: 'pretty please' }, 'refuse', 'veto'],
    ['larger', { amount: '41.00', items: ['a', 'b'] }, 'refuse', 'veto'],
    ['smaller', { amount: '39.00', items: ['a', 'b'] }, 'review', 'veto.askPerson'],
    ['overlapping items', { amount: '20.00', items: ['b', 'c'] }, 'review', 'veto.askPerson'],
    ['the whole order', { amount: '100.00', items: 'whole' }, 'review', 'veto.askPerson'],
    ['other items', { amount: '20.00', items: ['c'] }, 'allow', 'till.small'],
    ['another order', { order: 'W2', amount: '40.00', items: ['a', 'b'] }, 'allow', 'till.small'],
    ['another case', { caseId: 'c_2', amount: '40.00', items: ['a', 'b'] }, 'allow', 'till.small'],
  ] as const)('veto: %s -> %j', async (_what, ask, answer, rule) => {
    await reject(lab, { amount: '40.00', items: ['a', 'b'] });
    expect(await judge({ ...ask, turn: 2 })).toMatchObject({ answer, rule });
  });

  it('veto: written after the policy allowed -> vetoed at the door; a smaller one needs a person who saw the rejection', async () => {
    const same = toEffectArg(await proposeAndJudge(lab, { items: ['a'], turn: 2 }));
    const smaller = toEffectArg(await proposeAndJudge(lab, { amount: '5.00', items: ['a'], turn: 3 }));
    const unseen = await grant(lab, { amount: '6.00', items: ['a'], turn: 4 });
    await reject(lab, { items: ['a'] });
    expect(await perform(lab.deps, same)).toMatchObject({ kind: 'vetoed', rule: 'veto' });
    expect(await perform(lab.deps, smaller)).toMatchObject({ kind: 'needsReview', rule: 'veto.askPerson' });
    expect(await perform(lab.deps, unseen)).toMatchObject({ kind: 'needsReview', rule: 'veto.askPerson' });
    const seen = await grant(lab, { amount: '5.00', items: ['a'], turn: 3 });
    expect(seen.judged.rejectedReviewId).toMatch(/^rv_/);
    expect(await perform(lab.deps, seen)).toMatchObject({ kind: 'done' });
    expect(await charges()).toHaveLength(1);
  });

  it('sums: two cases ask for 60 of one order of 100 at once -> one is paid, one refused by the sum', async () => {
    const args = await Promise.all(
      ['c_1', 'c_2'].map(async (caseId) =>
        toEffectArg(await proposeAndJudge(lab, { caseId, amount: '60.00', items: [caseId] })),
      ),
    );
    const outcomes = await Promise.all(args.map((arg) => performUntilSettled(lab.worker(), arg)));
    expect(outcomes.map((outcome) => [outcome.kind, outcome.rule]).sort()).toEqual([
      ['done', null],
      ['refusedByRule', 'ledger.orderTotal'],
    ]);
    expect(await charges()).toHaveLength(1);
  });

  it('sums: an unknown entry counts in full; a refused one not at all', async () => {
    await lab.gateway.setFaults([{ kind: 'error_500' }]);
    expect(await perform(lab.deps, toEffectArg(await proposeAndJudge(lab, { amount: '60.00' })), true)).toMatchObject({
      kind: 'unknown',
    });
    expect(await judge({ amount: '50.00', items: ['x'], turn: 2 })).toMatchObject({
      answer: 'refuse',
      rule: 'ledger.orderTotal',
    });
    await lab.gateway.setFaults([{ kind: 'refuse' }]);
    await perform(lab.deps, toEffectArg(await proposeAndJudge(lab, { order: 'W2', amount: '30.00' })));
    expect(await judge({ order: 'W2', amount: '50.00', items: ['x'], turn: 2 })).toMatchObject({ answer: 'allow' });
  });

  it('serial: five workers at one effect at once -> one charge, all told done', async () => {
    const arg = toEffectArg(await proposeAndJudge(lab));
    const outcomes = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => performUntilSettled(lab.worker({ workerId: `w${n}` }), arg)),
    );
    expect(new Set(outcomes.map((outcome) => outcome.kind))).toEqual(new Set(['done']));
    expect(outcomes.filter((outcome) => !outcome.replayed)).toHaveLength(1);
    expect(await charges()).toHaveLength(1);
  });

  it('serial: an effect of the case is under way -> the other one is busy, and goes on once it ended', async () => {
    await lab.gateway.setFaults([{ kind: 'slow', delay_ms: 300 }]);
    const [slow, other] = [
      toEffectArg(await proposeAndJudge(lab, { amount: '40.00', items: ['a'] })),
      toEffectArg(await proposeAndJudge(lab, { order: 'W2', amount: '10.00' })),
    ];
    const running = perform(lab.deps, slow);
    await until(async () => (await stateOf(slow)) === 'started');
    expect(await failureOf(perform(lab.deps, other, true))).toEqual({ type: 'effect.busy', code: 'effect.caseBusy' });
    expect(await failureOf(perform(lab.deps, slow))).toEqual({ type: 'effect.busy', code: 'effect.inFlight' });
    expect(await perform(lab.deps, slow, true)).toMatchObject({ kind: 'unknown', rule: 'effect.busy' });
    expect(await running).toMatchObject({ kind: 'done' });
    expect(await perform(lab.deps, other)).toMatchObject({ kind: 'done' });
  });

  const stateOf = async (arg: EffectArg): Promise<string | undefined> =>
    (await lab.store.db.read((query) => findEffect(query, arg.judged.effectKey)))?.state;
  const until = async (holds: () => Promise<boolean>): Promise<void> => {
    while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  /** Claims and dies before the call: what a kill leaves behind. */
  const abandon = async (arg: EffectArg, leaseMs: number): Promise<void> => {
    const dies = { leaseMs, till: { sendTimeoutMs: leaseMs - 10 }, failpoint: () => undefined };
    const failpoint = (name: string): void => {
      if (name === 'committed') throw new Error('dies here');
    };
    await expect(perform(lab.worker({ ...dies, failpoint }), arg)).rejects.toThrow('dies here');
  };

  it('sibling: started and over-due -> unknown, and the case goes on', async () => {
    const dead = toEffectArg(await proposeAndJudge(lab, { amount: '40.00', items: ['a'] }));
    await abandon(dead, 50);
    const other = toEffectArg(await proposeAndJudge(lab, { order: 'W2', amount: '10.00' }));
    expect(await performUntilSettled(lab.deps, other)).toMatchObject({ kind: 'done' });
    expect(await stateOf(dead)).toBe('unknown');
    expect(await perform(lab.deps, dead)).toMatchObject({ kind: 'done' });
    expect(await charges()).toHaveLength(2);
  });

  it('hold: set -> a person is asked again and the grant is void; released -> paid; an unknown one is looked up and never sent under a hold', async () => {
    lab.setWorld(nothingAlone);
    const granted = await grant(lab, {});
    await holdEffects(lab.store, { scope: 'agent:till', by: 'op', reasonRef: null });
    expect(await perform(lab.deps, granted)).toMatchObject({ kind: 'needsReview', rule: 'ledger.held' });
    expect(await reviewState(granted)).toBe('void');
    await releaseEffects(lab.store, { scope: 'agent:till', by: 'op', reasonRef: null });
    const again = await grant(lab, {});
    await lab.gateway.setFaults([{ kind: 'dropped_before' }]);
    await failureOf(perform(lab.deps, again));
    await holdEffects(lab.store, { scope: 'all', by: 'op', reasonRef: null });
    expect(await perform(lab.deps, again)).toMatchObject({ kind: 'unknown', rule: 'look_up.none' });
    expect(await charges()).toEqual([]);
    await releaseEffects(lab.store, { scope: 'all', by: 'op', reasonRef: null });
    expect(await perform(lab.deps, again)).toMatchObject({ kind: 'done' });
    expect(await reviewState(again)).toBe('consumed');
  });

  it('hold: set -> what policy would allow alone is put before a person', async () => {
    await holdEffects(lab.store, { scope: 'all', by: 'op', reasonRef: null });
    expect(await judge({})).toMatchObject({ answer: 'review', rule: 'ledger.held' });
  });

  it('window: past ours -> looked up: what was paid is done, what was not stays unknown and is not sent', async () => {
    const narrow = lab.worker({ till: { keyWindowMs: 200 } });
    const paid = toEffectArg(await proposeAndJudge(lab));
    const lost = toEffectArg(await proposeAndJudge(lab, { order: 'W2', amount: '10.00' }));
    await lab.gateway.setFaults([{ kind: 'lost_answer', key_prefix: paid.judged.effectKey }]);
    await failureOf(perform(narrow, paid));
    await lab.gateway.setFaults([{ kind: 'dropped_before', key_prefix: lost.judged.effectKey }]);
    await failureOf(perform(narrow, lost));
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(await perform(narrow, paid)).toMatchObject({ kind: 'done' });
    expect(await perform(narrow, lost)).toMatchObject({ kind: 'unknown', rule: 'look_up.none' });
    expect(await charges()).toHaveLength(1);
  });

  it('lease: used up between the claim and the call -> nothing is sent, the next attempt sends', async () => {
    const arg = toEffectArg(await proposeAndJudge(lab));
    const slow = lab.worker({
      leaseMs: 400,
      till: { sendTimeoutMs: 350 },
      failpoint: (name) => (name === 'anchored' ? new Promise((resolve) => setTimeout(resolve, 120)) : undefined),
    });
    expect(await failureOf(perform(slow, arg))).toEqual({ type: 'effect.retry', code: 'not_sent.leaseTooShort' });
    expect((await lab.gateway.ledger()).requests).toBe(0);
    expect(await perform(lab.deps, arg)).toMatchObject({ kind: 'done' });
  });

  it('lease: taken over while a slow answer comes -> the slow one still records done', async () => {
    const arg = toEffectArg(await proposeAndJudge(lab));
    let answered: (value: unknown) => void = () => undefined;
    const gate = new Promise((resolve) => (answered = resolve));
    const slow = lab.worker({
      leaseMs: 700,
      till: { sendTimeoutMs: 400 },
      failpoint: async (name) => {
        if (name === 'sent') await gate;
      },
    });
    const running = performUntilSettled(slow, arg, 1);
    await until(async () => (await charges()).length === 1);
    await new Promise((resolve) => setTimeout(resolve, 750));
    await holdEffects(lab.store, { scope: 'all', by: 'op', reasonRef: null });
    await lab.gateway.stop();
    expect(await perform(lab.deps, arg, true)).toMatchObject({ kind: 'unknown', rule: 'not_reached' });
    answered(null);
    expect(await running).toMatchObject({ kind: 'done' });
    expect(await stateOf(arg)).toBe('done');
  });

  it('cap: over the count of the day -> a person before, a person at the door; with a person it is paid', async () => {
    await lab.close();
    lab = await openLab(make, { ...defaultWorld, aloneCapsPerDay: { count: 1, amount: '1000.00', currency: 'USD' } });
    const late = toEffectArg(await proposeAndJudge(lab, { order: 'W2', amount: '10.00' }));
    await perform(lab.deps, toEffectArg(await proposeAndJudge(lab)));
    expect(await perform(lab.deps, late)).toMatchObject({ kind: 'needsReview', rule: 'ledger.cap' });
    expect(await judge({ order: 'W2', amount: '10.00' })).toMatchObject({ answer: 'review', rule: 'ledger.cap' });
    expect(await perform(lab.deps, await grant(lab, { order: 'W2', amount: '10.00' }))).toMatchObject({ kind: 'done' });
  });

  it('review: one of the same effect waits -> named; its turn over -> not', async () => {
    lab.setWorld(nothingAlone);
    const judged = await proposeAndJudge(lab);
    const { reviewId } = await open(lab, judged);
    expect((await proposeAndJudge(lab, { turn: 2, note: 'again' })).judged).toMatchObject({
      pendingReviewId: reviewId,
      round: 2,
    });
    expect(await open(lab, judged)).toMatchObject({ reviewId, round: 1 });
  });

  it('stale store: killed behind the call and an older copy put back -> staleStore, nothing sent', async () => {
    if (lab.store.db.dialect !== 'sqlite') return;
    const { home } = storePlaceOf(lab.place);
    const arg = toEffectArg(await proposeAndJudge(lab));
    await lab.store.db.truncateLog();
    const copy = join(home, 'older.db');
    cpSync(join(home, 'turnkeep.db'), copy);
    const failpoint = (name: string): void => {
      if (name === 'sent') throw new Error('dies behind the call');
    };
    await expect(perform(lab.worker({ failpoint }), arg)).rejects.toThrow('dies behind the call');
    await lab.store.close();
    for (const end of ['-wal', '-shm'])
      if (existsSync(join(home, `turnkeep.db${end}`))) rmSync(join(home, `turnkeep.db${end}`));
    cpSync(copy, join(home, 'turnkeep.db'));
    const store = await openStore(storePlaceOf(lab.place));
    const outcome: EffectOutcome = await perform(
      { ...lab.deps, store, identityKey: () => store.keys.identityKey },
      arg,
    );
    expect(outcome).toMatchObject({ kind: 'staleStore' });
    expect(await charges()).toHaveLength(1);
    expect((await verifyEffects(store)).findings.map((finding) => finding.code)).toEqual(['journal.tailRemoved']);
    Object.assign(lab, { store });
  });
});
