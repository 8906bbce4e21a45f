// Beside yes and no: a person asks back, changes the action, or is the first of two; by command, client and bare signal.
import type { RunStatusView } from '../../workflows/messages';
import { verifyEffects } from '../../stores/effects-verify';
import { jsonOf, runTurnkeep } from '../cli/run-turnkeep';
import { describeWithTemporal } from '../support/needs';
import { hugeOrder, largeOrder, refundOf, refundScript, say } from '../support/refund-scripts';
import { startSystem, until, type System } from '../support/start-system';

/** One item of the large order. */
const item = { id: '8538875209', price: '45.13', minor: 4_513 };
const changed = refundOf({ ...largeOrder, total: item.price }, { item_ids: [item.id] });

describeWithTemporal('review: ask, edit, two persons', () => {
  let system: System;
  beforeAll(async () => {
    system = await startSystem({
      scripts: {
        large: refundScript(largeOrder),
        huge: refundScript(hugeOrder),
        asked: {
          replies: [{ calls: [refundOf(largeOrder)] }, { calls: [refundOf(largeOrder)] }, say('It is looked at.')],
        },
        edited: {
          replies: [
            { calls: [refundOf(largeOrder)] },
            { calls: [refundOf(largeOrder)] },
            { calls: [changed] },
            say('One item is refunded.'),
          ],
        },
      },
    });
  }, 60_000);
  afterAll(() => system.stop(), 60_000);

  const start = async (script: string, order: { customer: string } = largeOrder): Promise<string> => {
    const model = `scripted:${script}`;
    const message = 'Please refund my order.';
    return (await system.client.start({ agent: 'support', subject: order.customer, message, model })).turnKey;
  };
  const waiting = async (turnKey: string, fits: (view: RunStatusView) => boolean = () => true): Promise<string> =>
    until(async () => {
      const { view } = await system.client.status(turnKey);
      const pending = view?.reviews.find(({ state }) => state === 'pending');
      return view?.status === 'interrupted' && fits(view) ? pending?.reviewId : undefined;
    });
  const ended = async (turnKey: string) =>
    until(async () => {
      const report = await system.client.wait(turnKey);
      return report.status === 'completed' ? report : undefined;
    });
  const turnkeep = async (...args: readonly string[]) => {
    const run = await runTurnkeep([...args, '--json'], { env: system.env });
    return { code: run.code, ...jsonOf(run) };
  };
  const paid = async (order: { orderId: string }) =>
    (await system.gateway.ledger()).charges
      .filter((charge) => charge.order_reference === order.orderId)
      .map(({ amount }) => amount);
  const findings = async () => (await verifyEffects(system.client.context.store)).findings;

  test('ask, by command and by a bare signal: the model gets the question and may propose again; then rejected', async () => {
    const turnKey = await start('asked');
    const reviewId = await waiting(turnKey);
    expect(await turnkeep('review', 'ask', reviewId, '--question', ' ')).toMatchObject({ code: 2 });
    expect(await turnkeep('review', 'ask', reviewId, '--question', 'Which item is broken?')).toMatchObject({
      code: 0,
      decision: 'ask',
      round: 1,
    });
    const again = await waiting(turnKey, ({ reviews }) => reviews.some(({ round }) => round === 2));
    expect(again).toBe(reviewId);
    const handle = system.client.context.temporal.workflow.getHandle(turnKey);
    const { view } = await system.client.status(turnKey);
    const { actionHash } = view?.reviews[0] ?? { actionHash: '' };
    const question = {
      reviewId,
      round: 2,
      actionHash,
      decision: 'ask',
      by: 'ana',
      reasonCode: 'question',
      note: 'Why?',
    };
    await handle.signal('reviewDecision', question);
    expect(await ended(turnKey)).toMatchObject({ outcome: 'answered', reply: 'It is looked at.' });
    const { reviews } = await turnkeep('review', 'list', '--state', 'asked');
    expect(reviews.map(({ round }: { round: number }) => round)).toEqual([1, 2]);
    expect(await paid(largeOrder)).toEqual([]);
    expect(await findings()).toEqual([]);
  }, 60_000);

  test('edit, by command: what cannot be is refused and changes nothing; the changed action is approved by the editor and paid once', async () => {
    const turnKey = await start('edited');
    const reviewId = await waiting(turnKey);
    const edit = (...set: readonly string[]) =>
      turnkeep('review', 'edit', reviewId, '--reason', 'one-item', ...set.flatMap((pair) => ['--set', pair]));
    expect(await edit('amount=cheap')).toMatchObject({ code: 2, error: { code: 'EDIT_INVALID' } });
    expect(await edit('price=1.00')).toMatchObject({ code: 2, error: { code: 'EDIT_INVALID' } });
    const mistyped = await edit('amnt=1.00');
    expect(mistyped.error.message).toMatch(/did you mean amount\?$/);
    expect(await edit(`amount=${largeOrder.total}`)).toMatchObject({
      code: 2,
      error: { code: 'EDIT_CHANGES_NOTHING' },
    });
    expect(await edit('amount')).toMatchObject({ code: 2, error: { code: 'SET' } });
    expect(await edit('amount=20.00')).toMatchObject({
      code: 6,
      error: {
        code: 'EDIT_REFUSED',
        message: expect.stringContaining('gatekeeper.amount: amounts must be the exact sum'),
      },
    });
    expect(await waiting(turnKey)).toBe(reviewId);

    const edited = await edit(`item_ids=["${item.id}"]`, `amount=${item.price}`);
    expect(edited).toMatchObject({ code: 0, changed: ['item_ids', 'amount'], by: 'tester', waitsIn: { round: 2 } });
    const next = edited.waitsIn.reviewId;
    expect(next).not.toBe(reviewId);
    const shown = await turnkeep('review', 'show', next);
    expect(shown).toMatchObject({
      amount: item.price,
      args: { amount: item.price, item_ids: [item.id] },
      edited: { by: 'tester', original: { amount: largeOrder.total } },
      startedBy: 'test-starter',
    });
    expect(
      await turnkeep('review', 'approve', reviewId, '--reason', 'ok', '--confirm-amount', largeOrder.total),
    ).toMatchObject({
      code: 6,
      error: { code: 'ALREADY_DECIDED' },
    });
    const approve = ['review', 'approve', next, '--reason', 'ok', '--confirm-amount', item.price];
    expect(await turnkeep(...approve)).toMatchObject({ code: 0, by: 'tester' });
    expect(await ended(turnKey)).toMatchObject({ outcome: 'answered', reply: 'One item is refunded.' });
    expect(await paid(largeOrder)).toEqual([item.minor]);
    const { moves, reviews } = await turnkeep('run', 'show', turnKey);
    const suppressed = moves.flatMap(({ verdicts }: { verdicts: readonly { kind: string }[] }) => verdicts);
    expect(suppressed).toMatchObject([{ kind: 'suppress', tool: 'process_refund' }]);
    expect(reviews.map(({ state }: { state: string }) => state).sort()).toEqual(['consumed', 'void']);
    expect(await findings()).toEqual([]);
  }, 90_000);

  test('two persons: the starter, one person and the same again are not enough; a second one is', async () => {
    const turnKey = await start('huge', hugeOrder);
    const reviewId = await waiting(turnKey);
    const approve = (as: string) =>
      turnkeep('review', 'approve', reviewId, '--reason', 'ok', '--confirm-amount', hugeOrder.total, '--as', as);
    expect(await approve('test-starter')).toMatchObject({
      code: 6,
      error: { code: 'CAUSED_THE_RUN', message: expect.stringContaining('test-starter started this run') },
    });
    expect(await approve('ana')).toMatchObject({ code: 0, approvals: { given: 1, needed: 2 } });
    expect(await turnkeep('review', 'show', reviewId)).toMatchObject({ approvals: { given: 1, needed: 2 } });
    const { stdout } = await runTurnkeep(['run', 'show', turnKey], { env: system.env });
    expect(stdout).toContain('1 of 2 approvals');
    expect(await approve('Ana')).toMatchObject({ code: 6, error: { code: 'SAME_APPROVER' } });
    expect(await paid(hugeOrder)).toEqual([]);
    await system.worker().kill();
    await system.startWorker();
    expect(await approve('ben')).toMatchObject({ code: 0, approvals: null });
    expect(await ended(turnKey)).toMatchObject({ outcome: 'answered' });
    expect(await paid(hugeOrder)).toEqual([481_532]);
    expect(await findings()).toEqual([]);
  }, 90_000);
});
