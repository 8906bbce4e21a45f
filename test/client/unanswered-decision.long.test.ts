// A decision that reaches no run, or one that nobody answers for.
import { describeWithTemporal } from '../support/needs';
import { largeOrder, refundScript } from '../support/refund-scripts';
import { startSystem, type System } from '../support/start-system';

describeWithTemporal('a decision without an answer', () => {
  let system: System;
  beforeAll(async () => {
    system = await startSystem({ scripts: { large: refundScript(largeOrder) } });
  }, 60_000);
  afterAll(() => system.stop(), 60_000);

  const waiting = async (): Promise<{ turnKey: string; reviewId: string }> => {
    const words = { agent: 'support', subject: largeOrder.customer, message: 'Please refund my order.' };
    const { turnKey } = await system.client.start({ ...words, model: 'scripted:large' });
    const { reviewId } = await system.client.wait(turnKey);
    return { turnKey, reviewId: reviewId ?? '' };
  };
  const approve = (reviewId: string) =>
    system.client.review.decide({
      ...{ reviewId, decision: 'approve', reasonCode: 'ok' },
      confirmAmount: largeOrder.total,
    });

  it('its workflow was terminated -> RUN_CLOSED, and what compares the two', async () => {
    const { turnKey, reviewId } = await waiting();
    await system.client.context.temporal.workflow.getHandle(turnKey).terminate();
    await expect(approve(reviewId)).rejects.toMatchObject({
      code: 'RUN_CLOSED',
      exit: 6,
      next: expect.arrayContaining(['turnkeep run reconcile']),
    });
  }, 60_000);

  it('its worker is frozen -> NO_ANSWER: unknown, as the server may have dropped it', async () => {
    const { reviewId } = await waiting();
    process.kill(system.worker().pid, 'SIGSTOP');
    try {
      await expect(approve(reviewId)).rejects.toMatchObject({ code: 'NO_ANSWER', exit: 7 });
    } finally {
      process.kill(system.worker().pid, 'SIGCONT');
    }
  }, 90_000);
});
