// Recorded judgements, asked again under another policy: what would have come otherwise, and of which cases nothing can be said.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { judgeAction } from '../../activities/effects/judge-action';
import { testPolicy } from '../../client/policy-test';
import type { RecordContext } from '../../client/client-context';
import { onBothDatabases } from '../stores/store-targets';
import { defaultWorld, openLab, perform, propose, proposeAndJudge, toEffectArg } from './effect-lab';
import type { Lab } from './effect-lab';
import { createRefundKit, writeWorld, type World } from './refund-agent';

onBothDatabases('policy test', (make) => {
  let lab: Lab;
  beforeEach(async () => {
    lab = await openLab(make, { ...defaultWorld, aloneMaxMinor: 5_000 });
  });
  afterEach(async () => lab.close());

  const under = (world: World) => {
    const path = join(lab.place.home, 'other.json');
    writeWorld(path, world);
    return { agent: 'till', kit: createRefundKit(path) };
  };
  const context = (): RecordContext => ({ store: lab.store }) as unknown as RecordContext;
  const judgeThree = async (): Promise<void> => {
    await proposeAndJudge(lab, { order: 'W1', amount: '40.00' });
    await proposeAndJudge(lab, { order: 'W1', amount: '60.00', turn: 2 });
    await proposeAndJudge(lab, { order: 'W9', amount: '10.00', caseId: 'c_2' });
  };

  it('a lower limit -> the one that was allowed would need a person; the others come as they came', async () => {
    await judgeThree();
    const report = await testPolicy(context(), under({ ...defaultWorld, aloneMaxMinor: 2_000 }));
    expect(report).toEqual({
      agent: 'till',
      policy: { id: 'till@1' },
      cases: 3,
      unreadable: 0,
      notTestable: [],
      before: { allow: 1, review: 1, refuse: 1 },
      after: { allow: 0, review: 2, refuse: 1 },
      changed: [
        {
          turnKey: 'till/c_1/1',
          callId: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
          tool: 'process_refund',
          amountMinor: 4_000,
          currency: 'USD',
          before: { answer: 'allow', rule: 'till.small', policy: 'till@1' },
          after: { answer: 'review', rule: 'till.overLimit' },
        },
      ],
    });
  });

  it('the same figures -> nothing changes', async () => {
    await judgeThree();
    const report = await testPolicy(context(), under({ ...defaultWorld, aloneMaxMinor: 5_000 }));
    expect(report).toMatchObject({ cases: 3, changed: [], before: report.after });
  });

  it('a cap per day that the recorded sums pass -> a person, by the rule of the cap', async () => {
    await perform(lab.deps, toEffectArg(await proposeAndJudge(lab, { order: 'W1', amount: '40.00' })));
    await proposeAndJudge(lab, { order: 'W2', amount: '20.00', turn: 2 });
    const agentCapsPerDay = { count: 1, amount: '1000.00', currency: 'USD' };
    const { changed } = await testPolicy(context(), under({ ...defaultWorld, aloneMaxMinor: 5_000, agentCapsPerDay }));
    expect(changed).toMatchObject([{ amountMinor: 2_000, after: { answer: 'review', rule: 'ledger.agentCap' } }]);
  });

  it('a call judged twice -> one case; words only when asked for', async () => {
    const arg = await propose(lab, { order: 'W1', amount: '40.00', note: 'the blue one' });
    await judgeAction(lab.deps, arg);
    await judgeAction(lab.deps, arg);
    const ask = under({ ...defaultWorld, aloneMaxMinor: 0 });
    const silent = await testPolicy(context(), ask);
    expect(silent).toMatchObject({ cases: 1, changed: [{ amountMinor: 4_000 }] });
    expect(JSON.stringify(silent)).not.toMatch(/blue one|turn 1: refund/);
    const told = await testPolicy(context(), { ...ask, words: true });
    expect(told.changed[0]?.words).toMatchObject({
      args: { note: 'the blue one' },
      lastMessage: 'turn 1: refund 40.00',
    });
  });

  it('a call judged again after a person changed its arguments -> one case, by its first judgement', async () => {
    const arg = await propose(lab, { order: 'W1', amount: '40.00' });
    await judgeAction(lab.deps, arg);
    await sleep(5);
    const args = { order_id: 'W1', item_ids: 'whole', amount: '30.00', reason_code: 'damaged' };
    const editRef = await lab.store.transcripts.keepNote('c_1', JSON.stringify(args));
    await judgeAction(lab.deps, { ...arg, call: { ...arg.call, editRef } });
    const report = await testPolicy(context(), under({ ...defaultWorld, aloneMaxMinor: 0 }));
    expect(report).toMatchObject({ cases: 1, changed: [{ callId: arg.call.callId, amountMinor: 4_000 }] });
  });

  it('an erased case -> counted and named as not testable, n of N', async () => {
    await judgeThree();
    await lab.store.keys.destroyCaseKey('c_2');
    const report = await testPolicy(context(), under({ ...defaultWorld, aloneMaxMinor: 5_000 }));
    expect(report).toMatchObject({
      cases: 3,
      unreadable: 1,
      notTestable: [{ turnKey: 'till/c_2/1', why: 'erased' }],
      before: { allow: 1, review: 1, refuse: 0 },
    });
  });

  it('facts that the rules do not read -> not testable, never guessed', async () => {
    await judgeThree();
    const broken = under(defaultWorld);
    const kit = {
      ...broken.kit,
      judge: () => {
        throw new Error('facts have an unexpected shape');
      },
    };
    const report = await testPolicy(context(), { ...broken, kit });
    expect(report).toMatchObject({ cases: 3, unreadable: 3, changed: [], after: { allow: 0, review: 0, refuse: 0 } });
  });

  it('another agent, and since when -> only what was asked for', async () => {
    await judgeThree();
    const ask = under(defaultWorld);
    expect((await testPolicy(context(), { ...ask, agent: 'tillx' })).cases).toBe(0);
    expect((await testPolicy(context(), { ...ask, sinceMs: Date.now() + 1_000 })).cases).toBe(0);
  });
});
