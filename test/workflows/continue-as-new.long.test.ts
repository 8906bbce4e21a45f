// A turn longer than one history goes on in the next run of its chain with its whole state: one id, one row, and nothing is forgotten
// or counted anew. Histories are made tiny here, so that a run renews at every step.
import { ApplicationFailure } from '@temporalio/common';
import type { RunStatusView } from '../../workflows/messages';
import { bareApproval } from '../support/bare-approval';
import { startGatedWorker, type GatedWorker } from '../support/gated-worker';
import { describeWithTemporal } from '../support/needs';
import { getOrder, largeOrder, refundOf, say, smallOrder } from '../support/refund-scripts';
import { startSystem, until, type System } from '../support/start-system';

const orderNumber = (index: number): string => `#W${String(1_000_000 + index)}`;
const readsOf = (count: number): unknown[] =>
  Array.from({ length: count }, (_, index) => ({ calls: [getOrder(orderNumber(index))] }));

/** Over at every boundary of a step: a run makes one step of its own, and no budget is so small that it makes none. */
const renewsAtEveryStep = {
  historyEventsMax: 1,
  stepMax: 100,
  tokensMax: 10_000_000,
  toolCallsMax: 200,
  perToolCallsMax: {},
};

describeWithTemporal('continue-as-new', () => {
  let system: System;
  let worker: GatedWorker;
  beforeAll(async () => {
    system = await startSystem({
      worker: false,
      scripts: {
        reads: { replies: [...readsOf(6), say('Done.')] },
        three: { replies: [...readsOf(3), say('Done.')] },
        repeats: {
          replies: [
            { calls: [getOrder(smallOrder.orderId)] },
            { calls: [refundOf(smallOrder, { amount: '1.00', note: 'first' })] },
            { calls: [getOrder(smallOrder.orderId)] },
            { calls: [refundOf(smallOrder, { amount: 1.0, note: 'second' })] },
            say('Done.'),
          ],
        },
        review: {
          replies: [
            { calls: [getOrder(largeOrder.orderId)] },
            { calls: [refundOf(largeOrder)] },
            { calls: [refundOf(largeOrder, { note: 'again' })] },
            say('Done.'),
          ],
        },
        long: { replies: [...readsOf(30), say('Done.')] },
        // Never at its end before it is looked at, however slow the machine.
        endless: { replies: [...readsOf(95), say('Done.')] },
      },
    });
    worker = await startGatedWorker(system);
  }, 60_000);
  afterAll(async () => {
    await worker.stop();
    await system.stop();
  }, 30_000);

  const start = async (
    script: string,
    { limits = {}, order = smallOrder }: { limits?: object; order?: { customer: string; total: string } } = {},
  ): Promise<string> => {
    const { turnKey } = await system.client.start({
      agent: 'support',
      subject: order.customer,
      message: `Please refund ${order.total}.`,
      model: `scripted:${script}`,
      limits: { ...renewsAtEveryStep, ...limits },
    });
    return turnKey;
  };
  const handle = (turnKey: string) => system.client.context.temporal.workflow.getHandle(turnKey);
  /** Also of a run that has ended. */
  const viewOf = (turnKey: string): Promise<RunStatusView> => handle(turnKey).query<RunStatusView>('runStatus');
  const ended = async (turnKey: string): Promise<RunStatusView> => {
    await until(async () => (await system.client.wait(turnKey)).status === 'completed');
    return viewOf(turnKey);
  };
  const stepsOf = (turnKey: string) => system.client.context.store.runs.steps(turnKey);
  const verdictsOf = async (turnKey: string): Promise<readonly string[]> =>
    (await stepsOf(turnKey)).flatMap(({ moves }) =>
      moves.flatMap(({ verdicts }) => verdicts.map(({ kind, by, tool }) => `${kind} ${by} ${tool ?? ''}`)),
    );
  const decisionOn = async (turnKey: string) => {
    const review = await until(async () => (await system.client.status(turnKey)).view?.reviews[0]);
    return bareApproval(review);
  };
  const settled = async (turnKey: string, status: string): Promise<RunStatusView> =>
    until(async () => {
      const { view } = await system.client.status(turnKey);
      return view?.status === status ? view : undefined;
    });

  test('chain: a run that renews at every step -> one id, one row, steps and budgets counted through', async () => {
    const turnKey = await start('reads');
    const first = (await handle(turnKey).describe()).runId;
    const view = await ended(turnKey);
    expect(view).toMatchObject({
      turnKey,
      renewals: 7,
      step: 7,
      modelCalls: 7,
      tokens: { committed: 7 * 150, reserved: 0 },
    });
    const last = await handle(turnKey).describe();
    expect(last.runId).not.toBe(first);
    expect(last.status.name).toBe('COMPLETED');
    const rows = (await system.client.context.store.runs.list({})).filter(({ workflowId }) => workflowId === turnKey);
    expect(rows).toMatchObject([{ status: 'completed', outcome: 'answered', step: 7, tokens: 7 * 150 }]);
    const moves = (await stepsOf(turnKey)).flatMap((step) => step.moves.map(({ move }) => move));
    expect(moves).toEqual(Array.from({ length: view.move }, (_, index) => index + 1));
  }, 60_000);

  test('chain: the step cap in one run and over several -> finalize at the same call', async () => {
    const whole = await start('three', { limits: { stepMax: 3, historyEventsMax: 10_000 } });
    const chained = await start('three', { limits: { stepMax: 3 } });
    const finalized = {
      status: 'completed',
      verdict: { kind: 'finalize', by: 'step_cap', value: 3, limit: 3 },
      modelCalls: 4,
    };
    expect(await ended(whole)).toMatchObject({ ...finalized, renewals: 0 });
    expect(await ended(chained)).toMatchObject({ ...finalized, renewals: 5 });
  }, 60_000);

  test('chain: a read and a refused refund of earlier runs repeated in later ones -> suppressed', async () => {
    const turnKey = await start('repeats');
    const view = await ended(turnKey);
    expect(view.renewals).toBeGreaterThanOrEqual(4);
    expect(await verdictsOf(turnKey)).toEqual(['suppress exact get_order', 'suppress canonical process_refund']);
    expect(view.effects).toEqual([]);
  }, 60_000);

  test('chain: a review before renewals -> its decision and its effect go along, the refund is made once', async () => {
    const turnKey = await start('review', { order: largeOrder });
    await settled(turnKey, 'interrupted');
    await handle(turnKey).signal('reviewDecision', await decisionOn(turnKey));
    const view = await ended(turnKey);
    expect(view.renewals).toBeGreaterThanOrEqual(3);
    expect(view.reviews).toMatchObject([{ state: 'acted', decision: { decision: 'approve', by: 'ana' } }]);
    expect(view.effects).toMatchObject([{ kind: 'done', amountMinor: 43_696 }]);
    expect(await verdictsOf(turnKey)).toEqual(['suppress canonical process_refund']);
    expect((await system.gateway.ledger()).charges).toHaveLength(1);
  }, 60_000);

  test('signals: sent all through a chain of renewals -> every one is counted, none is lost or doubled', async () => {
    const turnKey = await start('reads');
    let sent = 0;
    while ((await handle(turnKey).describe()).status.name === 'RUNNING' && sent < 200) {
      // The run may end between the look and the signal.
      const isTaken = await handle(turnKey)
        .signal('reviewDecision', { nonsense: sent })
        .then(
          () => true,
          () => false,
        );
      if (isTaken) sent += 1;
    }
    const view = await ended(turnKey);
    expect(view.renewals).toBe(7);
    expect(sent).toBeGreaterThan(7);
    expect(view.ignoredDecisions).toEqual({ total: sent, last: 'malformed' });
  }, 120_000);

  test('stop: in the very activation that continues as new, twenty times -> the run is parked every time, never lost', async () => {
    for (let round = 0; round < 20; round += 1) {
      const tool = worker.hold('runTool');
      const turnKey = await start('long', { limits: { historyEventsMax: 10 } });
      await tool.reached;
      // The record of the step is written in the activation that renews: the cancellation comes while it is in flight.
      const record = worker.hold('recordStep');
      tool.release();
      await record.reached;
      await handle(turnKey).cancel();
      record.release();
      const view = await settled(turnKey, 'cancelled');
      expect({ round, node: view.node, reserved: view.tokens.reserved }).toEqual({ round, node: 'agent', reserved: 0 });
    }
  }, 240_000);

  test('stop: reported together with the end of the step that renews -> parked, the request is not lost with the old run', async () => {
    let together = 0;
    for (let round = 0; round < 3; round += 1) {
      const tool = worker.hold('runTool');
      const turnKey = await start('long', { limits: { historyEventsMax: 10 } });
      await tool.reached;
      // The record goes the regular way and ends while no worker looks at workflows; then the stop comes: both are told at once.
      worker.fail('recordStep', () => ApplicationFailure.nonRetryable('down', 'store.unavailable'), 1);
      const record = worker.hold('recordStep');
      const before = worker.calls['recordStep'] ?? 0;
      tool.release();
      await until(() => Promise.resolve((worker.calls['recordStep'] ?? 0) >= before + 2));
      const stopping = worker.stop();
      record.release();
      const description = () => handle(turnKey).describe();
      await until(async () => ((await description()).raw.pendingActivities ?? []).length === 0);
      await handle(turnKey).cancel();
      await stopping;
      worker = await startGatedWorker(system);
      const view = await settled(turnKey, 'cancelled');
      expect(view).toMatchObject({ node: 'agent', park: { cause: 'stop' }, tokens: { reserved: 0 } });
      if (view.renewals === 0) together += 1;
    }
    expect(together).toBeGreaterThan(0);
  }, 120_000);

  test('stop: at any moment of runs that renew at every step, one request each -> all parked', async () => {
    const turnKeys = await Promise.all(Array.from({ length: 20 }, () => start('endless')));
    await Promise.all(
      turnKeys.map(async (turnKey, index) => {
        await until(async () => ((await system.client.status(turnKey)).view?.renewals ?? 0) > index % 5);
        expect(await system.client.stop(turnKey, 'test')).toMatchObject({ parked: true, status: 'cancelled' });
      }),
    );
  }, 120_000);

  test('resume: sent to a run that works -> does nothing, then and at a later stop', async () => {
    const model = worker.hold('callModel');
    const turnKey = await start('reads');
    await model.reached;
    await handle(turnKey).signal('resume', { turnKey, parkedAtMs: 0, by: 'ana', money: false, addTimeMs: 0 });
    await until(async () => (await system.client.status(turnKey)).view?.resumeRefused === 'notParked');
    await system.client.stop(turnKey, 'test');
    model.release();
    expect(await settled(turnKey, 'cancelled')).toMatchObject({ resumes: 0, park: { cause: 'stop' } });
    expect(await system.client.resume(turnKey, {})).toMatchObject({ resumed: true });
    expect(await ended(turnKey)).toMatchObject({ resumes: 1, status: 'completed' });
  }, 60_000);
});

describeWithTemporal('a decision while parked', () => {
  let system: System;
  let worker: GatedWorker;
  beforeAll(async () => {
    system = await startSystem({
      worker: false,
      scripts: { review: { replies: [{ calls: [refundOf(largeOrder)] }, say('Done.')] } },
    });
    worker = await startGatedWorker(system);
  }, 60_000);
  afterAll(async () => {
    await worker.stop();
    await system.stop();
  }, 30_000);

  test('decision: made while the run is parked -> counted at once, carried over the resume, acted on only then', async () => {
    const { turnKey } = await system.client.start({
      agent: 'support',
      subject: largeOrder.customer,
      message: 'Please refund it.',
      model: 'scripted:review',
      limits: renewsAtEveryStep,
    });
    const handle = system.client.context.temporal.workflow.getHandle(turnKey);
    const reviewOf = async () => (await system.client.status(turnKey)).view?.reviews[0];
    const review = await until(reviewOf);
    await until(async () => (await system.client.status(turnKey)).view?.status === 'interrupted');
    await system.client.stop(turnKey, 'test');
    await handle.signal('reviewDecision', bareApproval(review));
    expect(await until(async () => ((await reviewOf())?.state === 'approved' ? reviewOf() : undefined))).toMatchObject({
      decision: { by: 'ana' },
    });
    expect((await system.client.status(turnKey)).view?.status).toBe('cancelled');
    expect(worker.calls['recordDecision'] ?? 0).toBe(0);
    expect((await system.gateway.ledger()).charges).toHaveLength(0);
    await system.client.resume(turnKey, { money: true });
    await until(async () => (await system.client.wait(turnKey)).status === 'completed');
    expect((await system.gateway.ledger()).charges).toHaveLength(1);
    expect(worker.calls['recordDecision']).toBe(1);
  }, 60_000);
});
