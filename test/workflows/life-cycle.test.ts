// What the stop table does not show: a stop in retry back-off and during a review, a node that fails, a store that is down, money
// that only a named person lets go on, and the clock that stands still.
import { ApplicationFailure } from '@temporalio/common';
import type { RunState } from '../../core/moves/run-state';
import { StoreUnavailableError } from '../../stores/store-port';
import type { RunStatusView } from '../../workflows/messages';
import { startGatedWorker, type GatedWorker } from '../support/gated-worker';
import { describeWithTemporal } from '../support/needs';
import { largeOrder, refundScript, say, smallOrder } from '../support/refund-scripts';
import { startSystem, until, type System } from '../support/start-system';

describeWithTemporal('life cycle', () => {
  let system: System;
  let worker: GatedWorker;
  beforeEach(async () => {
    system = await startSystem({
      worker: false,
      scripts: {
        small: refundScript(smallOrder),
        large: refundScript(largeOrder),
        hello: { replies: [say('Hello.')] },
        unavailable: { replies: [{ fails: 'unavailable' }], repeatLast: true },
        timesOut: { replies: [{ fails: 'timeout' }], repeatLast: true },
        invalid: { replies: [{ fails: 'invalidRequest' }], repeatLast: true },
      },
    });
    worker = await startGatedWorker(system);
  }, 60_000);
  afterEach(async () => {
    await worker.stop();
    await system.stop();
  }, 30_000);

  const start = async (script: string, order: { customer: string; orderId: string; total: string } = smallOrder) => {
    const { turnKey } = await system.client.start({
      agent: 'support',
      subject: order.customer,
      message: `Please refund ${order.total} for ${order.orderId}.`,
      model: `scripted:${script}`,
    });
    return turnKey;
  };
  const viewAt = async (turnKey: string, status: string) =>
    until(async () => {
      const { view } = await system.client.status(turnKey);
      return view?.status === status ? view : undefined;
    });
  const ended = async (turnKey: string) =>
    until(async () => {
      const report = await system.client.wait(turnKey);
      return report.status === 'completed' ? report : undefined;
    });
  const charges = async (): Promise<number> => (await system.gateway.ledger()).charges.length;

  test('stop: in the retry back-off of a model call -> parked at once, nothing reserved, no step counted', async () => {
    const turnKey = await start('unavailable');
    await until(() => Promise.resolve((worker.calls['callModel'] ?? 0) >= 2));
    expect(await system.client.stop(turnKey, 'test')).toMatchObject({ parked: true, status: 'cancelled' });
    const view = await viewAt(turnKey, 'cancelled');
    expect(view).toMatchObject({ node: 'agent', step: 0, modelCalls: 0, tokens: { reserved: 0 } });
    expect(view.tokens.committed).toBeGreaterThan(0);
  });

  test('model: unreachable to the end -> failed_resumable naming node and cause, nothing committed; resume ends well', async () => {
    const turnKey = await start('unavailable');
    const view = await viewAt(turnKey, 'failed_resumable');
    expect(view).toMatchObject({
      node: 'agent',
      park: { cause: 'model.unavailable', node: 'agent' },
      tokens: { reserved: 0, committed: 0 },
      step: 0,
    });
    system.writeScript('unavailable', { replies: [say('Back again.')] });
    await system.client.resume(turnKey, {});
    expect(await ended(turnKey)).toMatchObject({ outcome: 'answered', reply: 'Back again.' });
  });

  test('model: three calls that may have been billed -> parked, each reservation committed whole', async () => {
    const turnKey = await start('timesOut');
    const view = await viewAt(turnKey, 'failed_resumable');
    expect(view.park).toMatchObject({ cause: 'model.timeout', node: 'agent' });
    expect(worker.calls['callModel']).toBe(3);
    expect(view.modelCalls).toBe(3);
    expect(view.tokens.committed).toBeGreaterThan(3 * 800);
  });

  test('review: stop while a person is asked -> cancelled; resume waits again; then approved and paid once', async () => {
    const turnKey = await start('large', largeOrder);
    await viewAt(turnKey, 'interrupted');
    expect(await system.client.stop(turnKey, 'test')).toMatchObject({ parked: true });
    const parked = await viewAt(turnKey, 'cancelled');
    expect(parked).toMatchObject({ node: 'review', waiting: { kind: 'review' } });
    expect(await charges()).toBe(0);
    await system.client.resume(turnKey, {});
    const waiting = await viewAt(turnKey, 'interrupted');
    expect(waiting.remainingMs).toBeLessThanOrEqual(parked.remainingMs);
    const review = waiting.reviews[0];
    await system.client.decide({
      reviewId: review?.reviewId ?? '',
      decision: 'approve',
      reasonCode: 'ok',
      confirmAmount: largeOrder.total,
    });
    expect(await ended(turnKey)).toMatchObject({ outcome: 'answered' });
    expect(await charges()).toBe(1);
  });

  test('deltas: folded over all steps of a run that waited, was stopped and resumed -> the state it ended with', async () => {
    const turnKey = await start('large', largeOrder);
    const waiting = await viewAt(turnKey, 'interrupted');
    await system.client.stop(turnKey, 'test');
    await viewAt(turnKey, 'cancelled');
    await system.client.resume(turnKey, {});
    await viewAt(turnKey, 'interrupted');
    await system.client.decide({
      reviewId: waiting.reviews[0]?.reviewId ?? '',
      decision: 'approve',
      reasonCode: 'ok',
      confirmAmount: largeOrder.total,
    });
    await ended(turnKey);
    const final = await system.client.context.temporal.workflow.getHandle(turnKey).query<RunStatusView>('runStatus');
    const steps = await system.client.context.store.runs.steps(turnKey);
    const folded = steps.reduce<Partial<RunState>>(
      (state, step) => ({ ...state, ...(JSON.parse(step.delta) as object) }),
      {},
    );
    expect(folded.status).toBe('completed');
    expect(folded.resumes).toBe(1);
    expect(folded.effects).toEqual(final.effects);
    expect(Object.values(folded.desk?.requests ?? {})).toEqual(final.reviews);
    expect(folded.desk?.requests[waiting.reviews[0]?.reviewId ?? '']?.decision?.decision).toBe('approve');
  });

  test('decision: made while parked -> counted, nothing paid until resumed; money needs a named person', async () => {
    const turnKey = await start('large', largeOrder);
    const waiting = await viewAt(turnKey, 'interrupted');
    await system.client.stop(turnKey, 'test');
    await viewAt(turnKey, 'cancelled');
    const review = waiting.reviews[0];
    const decided = await system.client.decide({
      reviewId: review?.reviewId ?? '',
      decision: 'approve',
      reasonCode: 'ok',
      confirmAmount: largeOrder.total,
    });
    expect(decided.parked).toBe(true);
    const view = await until(async () => {
      const now = (await system.client.status(turnKey)).view;
      return now?.reviews[0]?.state === 'approved' ? now : undefined;
    });
    expect(view).toMatchObject({ status: 'cancelled', movesMoneyNext: true, waiting: { kind: 'money' } });
    expect(await charges()).toBe(0);
    await expect(system.client.resume(turnKey, {})).rejects.toMatchObject({ code: 'MONEY_NEEDS_PERSON', exit: 4 });
    await system.client.resume(turnKey, { money: true });
    expect(await ended(turnKey)).toMatchObject({ outcome: 'answered' });
    expect(await charges()).toBe(1);
  });

  test('decision: made while parked, then aborted -> nothing paid, and the record of the abort names who had decided', async () => {
    const turnKey = await start('large', largeOrder);
    const [review] = (await viewAt(turnKey, 'interrupted')).reviews;
    const paid = await charges();
    await system.client.stop(turnKey, 'test');
    await viewAt(turnKey, 'cancelled');
    await system.client.decide({
      ...{ reviewId: review?.reviewId ?? '', decision: 'approve', reasonCode: 'ok' },
      confirmAmount: largeOrder.total,
    });
    await system.client.abort(turnKey, 'the customer called');
    expect(await charges()).toBe(paid);
    const { body } = await system.client.context.store.db.read((query) =>
      query
        .selectFrom('journal')
        .select('body')
        .where('subject', '=', turnKey)
        .where('kind', '=', 'aborted')
        .executeTakeFirstOrThrow(),
    );
    expect(JSON.parse(body)).toMatchObject({
      reached: { decisions: [{ reviewId: review?.reviewId, decision: 'approve', by: 'tester' }] },
    });
  });

  test('failed node: the door fails for good before the claim -> parked; without --money refused, with it paid once', async () => {
    worker.fail('performEffect', () => ApplicationFailure.nonRetryable('no store', 'store.integrity'), 1);
    const turnKey = await start('small');
    const view = await viewAt(turnKey, 'failed_resumable');
    expect(view).toMatchObject({
      node: 'send',
      park: { cause: 'store.integrity' },
      movesMoneyNext: true,
      waiting: { kind: 'money' },
    });
    await expect(system.client.resume(turnKey, {})).rejects.toMatchObject({ code: 'MONEY_NEEDS_PERSON', exit: 4 });
    const handle = system.client.context.temporal.workflow.getHandle(turnKey);
    const copied = { turnKey, by: 'somebody', money: true, addTimeMs: 0 };
    await handle.signal('resume', { ...copied, parkedAtMs: 1 });
    await until(async () => (await system.client.status(turnKey)).view?.resumeRefused === 'otherPark');
    await handle.signal('resume', { ...copied, parkedAtMs: view.park?.atMs, turnKey: 'support/c_0/1' });
    await handle.signal('resume', { ...copied, parkedAtMs: view.park?.atMs, money: false });
    const refused = await until(async () => {
      const now = (await system.client.status(turnKey)).view;
      return now?.resumeRefused === 'moneyNeedsPerson' ? now : undefined;
    });
    expect(refused.status).toBe('failed_resumable');
    expect(await charges()).toBe(0);
    await system.client.resume(turnKey, { money: true });
    expect(await ended(turnKey)).toMatchObject({ outcome: 'answered' });
    expect(await charges()).toBe(1);
  });

  test('stop: while an effect waits in retry back-off -> its outcome is awaited and recorded, then it parks', async () => {
    await system.gateway.setFaults([{ kind: 'error_500_unstored', times: 1 }]);
    const turnKey = await start('small');
    await until(async () => (await system.gateway.ledger()).requests >= 1);
    expect(await system.client.stop(turnKey, 'test')).toMatchObject({ parked: true, status: 'cancelled' });
    const view = await viewAt(turnKey, 'cancelled');
    expect(view).toMatchObject({ node: 'tools', effects: [{ kind: 'done' }], movesMoneyNext: false });
    expect(await charges()).toBe(1);
    await system.client.resume(turnKey, {});
    expect(await ended(turnKey)).toMatchObject({ outcome: 'answered' });
    expect(await charges()).toBe(1);
  });

  test('store: down while a step is recorded -> the run goes on when it is back, no row is lost', async () => {
    worker.fail('recordStep', () => new StoreUnavailableError('store.unreachable', 'down'), 3);
    const turnKey = await start('small');
    expect(await ended(turnKey)).toMatchObject({ outcome: 'answered' });
    const steps = await system.client.context.store.runs.steps(turnKey);
    const moves = steps.flatMap((step) => step.moves.map((line) => line.move));
    expect(moves).toEqual(Array.from({ length: moves.length }, (_, index) => index + 1));
    expect(moves.length).toBeGreaterThan(5);
  });

  test('store: down for the park -> the status shows at once, and what was not recorded travels in the state', async () => {
    const gate = worker.hold('runTool');
    const turnKey = await start('small');
    await gate.reached;
    worker.fail('recordStep', () => new StoreUnavailableError('store.unreachable', 'down'), 1_000);
    expect(await system.client.stop(turnKey, 'test')).toMatchObject({ parked: true, status: 'cancelled' });
    gate.release();
    worker.fail('recordStep', () => new Error('unused'), 0);
    await system.client.resume(turnKey, {});
    expect(await ended(turnKey)).toMatchObject({ outcome: 'answered' });
    const moves = (await system.client.context.store.runs.steps(turnKey)).flatMap((step) =>
      step.moves.map((line) => line.move),
    );
    expect(moves).toEqual(Array.from({ length: moves.length }, (_, index) => index + 1));
  });

  test('clock: stands still while parked and --add-time is the only extension', async () => {
    const gate = worker.hold('callModel');
    const turnKey = await start('hello');
    await gate.reached;
    await system.client.stop(turnKey, 'test');
    gate.release();
    const parked = await viewAt(turnKey, 'cancelled');
    const later = await viewAt(turnKey, 'cancelled');
    expect(later.remainingMs).toBe(parked.remainingMs);
    const second = worker.hold('callModel');
    await system.client.resume(turnKey, { addTimeMs: 60_000 });
    await second.reached;
    const running = await viewAt(turnKey, 'running');
    expect(running.remainingMs).toBeGreaterThan(parked.remainingMs + 30_000);
    expect(running.remainingMs).toBeLessThanOrEqual(parked.remainingMs + 60_000);
    expect(running.resumes).toBe(1);
    second.release();
    expect(await ended(turnKey)).toMatchObject({ outcome: 'answered', reply: 'Hello.' });
  });

  test('resume: of a running run -> refused by the client; a stray resume signal resumes no later park', async () => {
    const gate = worker.hold('callModel');
    const turnKey = await start('hello');
    await gate.reached;
    await expect(system.client.resume(turnKey, {})).rejects.toMatchObject({ code: 'RUN_NOT_PARKED', exit: 6 });
    const handle = system.client.context.temporal.workflow.getHandle(turnKey);
    await handle.signal('resume', { turnKey, parkedAtMs: 0, by: 'early', money: true, addTimeMs: 0 });
    await system.client.stop(turnKey, 'test');
    gate.release();
    const view = await viewAt(turnKey, 'cancelled');
    expect(view).toMatchObject({ resumes: 0, park: { cause: 'stop' } });
    await system.client.resume(turnKey, {});
    await ended(turnKey);
  });

  test('abort: a parked run -> journalled, terminated, registry says aborted, nothing paid; again: refused', async () => {
    const turnKey = await start('large', largeOrder);
    await viewAt(turnKey, 'interrupted');
    const report = await system.client.abort(turnKey, 'test');
    expect(report).toMatchObject({ status: 'aborted', parkedFirst: true, effects: [] });
    expect(await system.client.status(turnKey)).toMatchObject({
      row: { status: 'aborted' },
      execution: { name: 'TERMINATED' },
    });
    expect(await charges()).toBe(0);
    await expect(system.client.abort(turnKey, 'again')).rejects.toMatchObject({ code: 'RUN_CLOSED', exit: 6 });
    await expect(system.client.stop(turnKey, 'again')).rejects.toMatchObject({ code: 'RUN_CLOSED' });
  });

  test('customer: unknown in the order database -> handed off, no model was asked', async () => {
    const turnKey = await start('hello', { ...smallOrder, customer: 'nobody_0000' });
    expect(await ended(turnKey)).toMatchObject({ outcome: 'handedOff' });
    expect(worker.calls['callModel'] ?? 0).toBe(0);
  });
});
