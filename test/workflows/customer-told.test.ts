// What the customer is told without a model, on a server: with what waits also what was done, a colleague's question in their words,
// where the money would go, and a last word that is true after an abort and at a hand-off.
import { readHandOff } from '../../client/hand-off-record';
import { readRunRecords } from '../../client/run-records';
import { describeWithTemporal } from '../support/needs';
import { largeOrder, refundOf, say } from '../support/refund-scripts';
import { startSystem, until, type System } from '../support/start-system';

/** Two pending orders of one customer: one within what may be cancelled alone, one over it. */
const canceller = 'evelyn_kovacs_6742';
const [small, large] = ['#W5694685', '#W6689278'] as const;
const cancel = (orderId: string) => ({
  tool: 'cancel_order',
  argsText: JSON.stringify({ order_id: orderId, reason_code: 'noLongerNeeded' }),
});
/** Two delivered orders of one customer, both over what may go out alone. */
const refunder = 'daiki_patel_5953';
const first = { orderId: '#W3135192', total: '609.15', method: 'paypal_1009053' };
const second = { orderId: '#W8969494', total: '752.27', method: 'paypal_1009053' };

describeWithTemporal('what the customer is told', () => {
  let system: System;
  beforeEach(async () => {
    system = await startSystem({
      scripts: {
        cancels: { replies: [{ calls: [cancel(small), cancel(large)] }, say('Both were looked at.')] },
        refunds: { replies: [{ calls: [refundOf(first), refundOf(second)] }, say('Both were looked at.')] },
        large: { replies: [{ calls: [refundOf(largeOrder)] }, say('It was looked at.')] },
      },
    });
  }, 60_000);
  afterEach(async () => {
    await system.stop();
  }, 30_000);

  const start = async (message: string, of: { subject: string; script?: string; to?: string }) => {
    const { turnKey } = await system.client.start({
      agent: 'support',
      subject: of.subject,
      message,
      ...(of.script === undefined ? {} : { model: `scripted:${of.script}` }),
      ...(of.to === undefined ? {} : { caseReference: of.to }),
    });
    return system.client.wait(turnKey);
  };
  const cancels = (to?: string) =>
    start(`Please cancel orders ${small} and ${large}.`, {
      subject: canceller,
      script: 'cancels',
      ...(to === undefined ? {} : { to }),
    });
  const doneSmall = new RegExp(`the cancellation of order ${small} was made\\. Your receipt is ca_\\w+\\.`);

  test('one cancellation done, another waits -> interim names the done one with its receipt; aborted -> what stands and what was not carried out', async () => {
    const waiting = await cancels();
    expect(waiting.status).toBe('interrupted');
    expect(waiting.interimReply).toMatch(doneSmall);
    expect(waiting.interimReply).toContain(
      `A colleague decides on your request: the cancellation of order ${large}, which would pay the money back to your PayPal account.`,
    );
    expect(waiting.interimReply).not.toContain('Nothing was done');
    await system.client.abort(waiting.turnKey, 'settled by phone');
    const { reply, interimReply } = await system.client.wait(waiting.turnKey);
    expect(interimReply).toBeNull();
    expect(reply).toMatch(doneSmall);
    expect(reply).toContain('A colleague ended the work on your request here.');
    expect(reply).toContain(`The cancellation of order ${large} was not carried out; nothing was done about it.`);
    expect(reply).not.toContain('settled by phone');
  }, 60_000);

  test('two refunds wait, a person asks about one -> interim holds the question as theirs, and the other still waits', async () => {
    const waiting = await start('Please look at my orders.', { subject: refunder, script: 'refunds' });
    expect(waiting.interimReply).toContain(
      `the refund of ${first.total} USD for order ${first.orderId} to your PayPal account`,
    );
    const { reviews } = await readRunRecords(system.client.context, waiting.turnKey);
    const reviewOf = (amountMinor: number) =>
      reviews.find((review) => review.amountMinor === amountMinor)?.reviewId ?? '';
    await system.client.decide({
      reviewId: reviewOf(60_915),
      decision: 'ask',
      reasonCode: 'unclear',
      note: 'Was the box open\nwhen it came?',
    });
    const asked = await until(async () => {
      const now = await system.client.wait(waiting.turnKey);
      return now.interimReply?.includes('asks') === true ? now.interimReply : undefined;
    });
    expect(asked).toContain(
      `the refund of ${first.total} USD for order ${first.orderId} was not decided yet: a colleague has a question about it; ` +
        'nothing was paid. The colleague asks: "Was the box open when it came?"',
    );
    expect(asked).toContain(`A colleague decides on your request: the refund of ${second.total} USD`);
  }, 60_000);

  test('two refunds wait, one is allowed and made -> interim names it as made while the other waits', async () => {
    const waiting = await start('Please look at my orders.', { subject: refunder, script: 'refunds' });
    const { reviews } = await readRunRecords(system.client.context, waiting.turnKey);
    await system.client.decide({
      reviewId: reviews.find(({ amountMinor }) => amountMinor === 60_915)?.reviewId ?? '',
      decision: 'approve',
      reasonCode: 'ok',
      confirmAmount: first.total,
    });
    const told = await until(async () => {
      const { interimReply } = await system.client.wait(waiting.turnKey);
      return interimReply?.includes('was made') === true ? interimReply : undefined;
    });
    const [made, waits] = told.split('\n');
    expect(made).toMatch(
      new RegExp(`the refund of ${first.total} USD for order ${first.orderId} was made\\. Your receipt`),
    );
    expect(waits).toBe(
      `A colleague decides on your request: the refund of ${second.total} USD for order ${second.orderId} to your PayPal account.`,
    );
  }, 60_000);

  test('handed off after a cancellation, with another waiting in an earlier turn -> reply and record name both, none says nothing was done', async () => {
    const waiting = await cancels('hand-off');
    const next = await start('I want to talk to a person, please.', { subject: canceller, to: 'hand-off' });
    expect(next.outcome).toBe('handedOff');
    expect(next.reply).toMatch(/^A colleague takes over from here, as you asked for a person\./);
    expect(next.reply).toMatch(doneSmall);
    expect(next.reply).toContain(`The cancellation of order ${large} waits for a colleague to decide`);
    const row = await system.client.context.store.runs.find(next.turnKey);
    const record = await readHandOff(system.client.context, row!);
    expect(record?.pendingReviewIds).toEqual([waiting.reviewId]);
    expect(record?.stillUnknown.join()).toContain(`(${large}): ${waiting.reviewId ?? '-'}, of turn 1`);
  }, 60_000);

  test('aborted with nothing done -> what waited was not carried out, no amount is said to be paid', async () => {
    const waiting = await start('Please look at it.', { subject: largeOrder.customer, script: 'large' });
    await system.client.abort(waiting.turnKey, 'test');
    const { reply } = await system.client.wait(waiting.turnKey);
    expect(reply).toBe(
      'A colleague ended the work on your request here.\n' +
        `The refund of ${largeOrder.total} USD for order ${largeOrder.orderId} was not carried out; nothing was done about it.\n` +
        'If you still need something, please write to us again.',
    );
  }, 60_000);
});
