// A person decides, by signal or update, through one reducer: what counts, what is ignored and why, batches in any order.
import type { RunStatusView } from '../../workflows/messages';
import { bareApproval } from '../support/bare-approval';
import { startGatedWorker, type GatedWorker } from '../support/gated-worker';
import { describeWithTemporal } from '../support/needs';
import { largeOrder, refundOf, refundScript, say } from '../support/refund-scripts';
import { startSystem, until, type System } from '../support/start-system';

/** Two delivered orders of one customer, both over what may go out alone. */
const batchCustomer = 'daiki_patel_5953';
const first = { customer: batchCustomer, orderId: '#W3135192', total: '609.15', method: 'paypal_1009053' };
const second = { customer: batchCustomer, orderId: '#W8969494', total: '752.27', method: 'paypal_1009053' };

describeWithTemporal('review', () => {
  let system: System;
  let worker: GatedWorker;
  beforeEach(async () => {
    system = await startSystem({
      worker: false,
      scripts: {
        large: refundScript(largeOrder, 'Your request was looked at.'),
        batch: { replies: [{ calls: [refundOf(first), refundOf(second)] }, say('Both were looked at.')] },
        again: {
          replies: [
            { calls: [refundOf(largeOrder)] },
            { calls: [refundOf(largeOrder, { note: 'please, in other words' })] },
            { calls: [refundOf(largeOrder, { reason_code: 'faulty' })] },
            say('I am sorry.'),
          ],
        },
      },
    });
    worker = await startGatedWorker(system);
  }, 60_000);
  afterEach(async () => {
    await worker.stop();
    await system.stop();
  }, 30_000);

  const start = async (script: string, subject: string, options: object = {}) =>
    (
      await system.client.start({
        agent: 'support',
        subject,
        message: 'Please refund my orders.',
        model: `scripted:${script}`,
        ...options,
      })
    ).turnKey;
  const waiting = async (turnKey: string, reviews = 1): Promise<RunStatusView> =>
    until(async () => {
      const { view } = await system.client.status(turnKey);
      return view?.status === 'interrupted' && view.reviews.length >= reviews ? view : undefined;
    });
  const signal = (turnKey: string, payload: unknown) =>
    system.client.context.temporal.workflow.getHandle(turnKey).signal('reviewDecision', payload);
  const ended = async (turnKey: string) =>
    until(async () => {
      const report = await system.client.wait(turnKey);
      return report.status === 'completed' ? report : undefined;
    });
  const ignored = async (turnKey: string, total: number) =>
    until(async () => {
      const { view } = await system.client.status(turnKey);
      return view !== null && view.ignoredDecisions.total >= total ? view : undefined;
    });
  const charges = async () => (await system.gateway.ledger()).charges.map((charge) => charge.amount);
  const decision = (view: RunStatusView, index: number, change: object = {}) => ({
    ...bareApproval(view.reviews[index]!),
    ...change,
  });

  test('bad decisions: malformed, unknown, wrong round, stale action, wrong amount -> each recorded and ignored; nothing paid', async () => {
    const turnKey = await start('large', largeOrder.customer);
    const view = await waiting(turnKey);
    const bad: readonly (readonly [unknown, string])[] = [
      ['approve', 'malformed'],
      [{ ...decision(view, 0), decision: 'yes' }, 'malformed'],
      [null, 'malformed'],
      [decision(view, 0, { reviewId: 'rv_0000000000000000' }), 'unknownReview'],
      [decision(view, 0, { round: 2 }), 'wrongRound'],
      [decision(view, 0, { actionHash: 'f'.repeat(64) }), 'staleAction'],
      [decision(view, 0, { confirmAmount: '1.00' }), 'wrongAmount'],
      [decision(view, 0, { confirmAmount: undefined }), 'wrongAmount'],
      [decision(view, 0, { by: 'YOUR-NAME' }), 'malformed'],
    ];
    for (const [index, [payload, why]] of bad.entries()) {
      await signal(turnKey, payload);
      const now = await ignored(turnKey, index + 1);
      expect(now.ignoredDecisions).toMatchObject({ total: index + 1, last: why });
    }
    expect((await system.client.status(turnKey)).view).toMatchObject({ status: 'interrupted', node: 'review' });
    expect(await charges()).toEqual([]);
    await signal(turnKey, decision(view, 0));
    expect(await ended(turnKey)).toMatchObject({ outcome: 'answered' });
    expect(await charges()).toEqual([43_696]);
  });

  test('duplicate and late: the second decision loses, and the update says who won', async () => {
    const turnKey = await start('large', largeOrder.customer);
    const view = await waiting(turnKey);
    const gate = worker.hold('recordDecision');
    await signal(turnKey, decision(view, 0, { decision: 'reject', by: 'ben', reasonCode: 'policy' }));
    await gate.reached;
    await signal(turnKey, decision(view, 0));
    expect((await ignored(turnKey, 1)).ignoredDecisions).toMatchObject({ total: 1, last: 'alreadyDecided' });
    const handle = system.client.context.temporal.workflow.getHandle(turnKey);
    await expect(handle.executeUpdate('submitReviewDecision', { args: [decision(view, 0)] })).rejects.toMatchObject({
      cause: { type: 'review.alreadyDecided', details: [{ by: 'ben', decision: 'reject' }] },
    });
    gate.release();
    expect(await ended(turnKey)).toMatchObject({ outcome: 'answered' });
    expect(await charges()).toEqual([]);
  });

  test('update: a valid decision -> counted; a refused one leaves no event', async () => {
    const turnKey = await start('large', largeOrder.customer);
    const view = await waiting(turnKey);
    const handle = system.client.context.temporal.workflow.getHandle(turnKey);
    await expect(
      handle.executeUpdate('submitReviewDecision', { args: [decision(view, 0, { round: 9 })] }),
    ).rejects.toMatchObject({ cause: { type: 'review.wrongRound' } });
    const { events } = await handle.fetchHistory();
    expect(events?.filter((event) => (event.workflowExecutionUpdateAcceptedEventAttributes ?? null) !== null)).toEqual(
      [],
    );
    expect(await handle.executeUpdate('submitReviewDecision', { args: [decision(view, 0)] })).toEqual({
      counted: true,
      authenticated: 'unverified',
    });
    await ended(turnKey);
    expect(await charges()).toEqual([43_696]);
  });

  test('batch: two reviews open together, decided in reverse order; rejecting one drops no other', async () => {
    const turnKey = await start('batch', batchCustomer);
    const view = await waiting(turnKey, 2);
    expect(view.reviews.map((review) => review.state)).toEqual(['pending', 'pending']);
    const order = view.reviews.findIndex((review) => review.amountMinor === Math.round(Number(second.total) * 100));
    await signal(turnKey, decision(view, order));
    await until(async () => (await charges()).length === 1);
    const still = await waiting(turnKey, 2);
    const other = still.reviews.findIndex((review) => review.state === 'pending');
    await signal(turnKey, decision(still, other, { decision: 'reject', reasonCode: 'policy' }));
    expect(await ended(turnKey)).toMatchObject({ outcome: 'answered', reply: 'Both were looked at.' });
    expect(await charges()).toEqual([Math.round(Number(second.total) * 100)]);
  });

  test('rejected: the same refund again, reworded or with another reason -> never sent, never asked again', async () => {
    const turnKey = await start('again', largeOrder.customer);
    const view = await waiting(turnKey);
    await signal(turnKey, decision(view, 0, { decision: 'reject', reasonCode: 'policy' }));
    expect(await ended(turnKey)).toMatchObject({ outcome: 'answered', reply: 'I am sorry.' });
    expect(await charges()).toEqual([]);
    expect(worker.calls['openReview']).toBe(1);
    expect(worker.calls['performEffect'] ?? 0).toBe(0);
  });

  test('expiry: never an approval; the model is told and the run ends', async () => {
    const turnKey = await start('large', largeOrder.customer, { reviewExpiryMs: 1_500, atReviewExpiry: 'expire' });
    const view = await waiting(turnKey);
    expect(await ended(turnKey)).toMatchObject({ outcome: 'answered' });
    expect(await charges()).toEqual([]);
    await expect(
      system.client.decide({
        reviewId: view.reviews[0]?.reviewId ?? '',
        decision: 'approve',
        reasonCode: 'ok',
        confirmAmount: largeOrder.total,
      }),
    ).rejects.toMatchObject({ exit: 6 });
  });

  test('expiry, stay pending: overdue is still pending and may be decided', async () => {
    const turnKey = await start('large', largeOrder.customer, { reviewExpiryMs: 1 });
    const view = await waiting(turnKey);
    expect(view.waiting?.dueMs ?? 0).toBeLessThan(Date.now());
    await signal(turnKey, decision(view, 0));
    expect(await ended(turnKey)).toMatchObject({ outcome: 'answered' });
    expect(await charges()).toEqual([43_696]);
  });

  test('client: wrong, missing or malformed amount -> refused before anything is sent', async () => {
    const turnKey = await start('large', largeOrder.customer);
    const reviewId = (await waiting(turnKey)).reviews[0]?.reviewId ?? '';
    const approve = (confirmAmount?: string) =>
      system.client.decide({
        reviewId,
        decision: 'approve',
        reasonCode: 'ok',
        ...(confirmAmount === undefined ? {} : { confirmAmount }),
      });
    await expect(approve()).rejects.toMatchObject({ code: 'AMOUNT_NOT_CONFIRMED', exit: 3 });
    await expect(approve('436.95')).rejects.toMatchObject({ code: 'WRONG_AMOUNT', exit: 6 });
    for (const amount of ['1e3', '-0', '12.345', '0', '', '436,96'])
      await expect(approve(amount)).rejects.toMatchObject({ code: 'AMOUNT_INVALID', exit: 2 });
    expect((await system.client.status(turnKey)).view).toMatchObject({
      status: 'interrupted',
      ignoredDecisions: { total: 0 },
    });
  });
});
