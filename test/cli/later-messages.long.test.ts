// A customer takes back what waits for a person: the reviewer sees it, and cannot approve without having said so.
import { describeWithTemporal } from '../support/needs';
import { largeOrder, refundOf, say } from '../support/refund-scripts';
import { startSystem, type System } from '../support/start-system';
import { jsonOf, runTurnkeep } from './run-turnkeep';

const shoes = { orderId: '#W8171054', total: '241.06', method: 'credit_card_1565124' };
const other = { customer: 'olivia_ito_3591', orderId: '#W5866402', total: '3203.78', method: 'paypal_8049766' };
const ABOUT = ['--customer', 'chen_silva_7485', '--case', 'takes-it-back', '--wait'];
const FIRST = 'The running shoes of order #W8171054 came damaged, please refund it all.';
const SECOND = 'No, please forget about that refund, I keep them.';
const THIRD = 'Really, do not refund them.';

describeWithTemporal('later messages of the customer', () => {
  let system: System;
  beforeAll(async () => {
    const waits = { replies: [{ calls: [refundOf(shoes)] }, say('It is done.')] };
    const large = { replies: [{ calls: [refundOf(largeOrder)] }, say('It is done.')] };
    const slowly = { replies: [{ calls: [refundOf(other)], hangMs: 8_000 }, say('It is done.')] };
    const chats = { replies: [say('All right.')] };
    system = await startSystem({ scripts: { waits, large, slowly, chats } });
  }, 60_000);
  afterAll(() => system.stop(), 60_000);

  const json = async (...args: readonly string[]) => {
    const ended = await runTurnkeep([...args, '--json'], { env: system.env });
    return { code: ended.code, ...jsonOf(ended) };
  };
  const write = (message: string, script: string) =>
    json('run', 'start', 'support', ...ABOUT, '--model', `scripted:${script}`, '--message', message);

  it('a customer takes it back -> shown as written again; approve is refused until --seen-later says the exact count', async () => {
    const { reviewId, run } = await write(FIRST, 'waits');
    expect((await json('review', 'show', reviewId)).laterMessages).toEqual([]);
    await write(SECOND, 'chats');
    const shown = await json('review', 'show', reviewId);
    expect(shown).toMatchObject({ customerMessages: [FIRST], laterMessages: [{ turn: 2, text: SECOND }] });
    expect(shown.next[0]).toMatch(/--confirm-amount 241\.06 --seen-later 1 --as NAME$/);
    const { stdout } = await runTurnkeep(['review', 'show', reviewId], { env: system.env });
    const [before = '', after = ''] = stdout.split('the customer wrote again, after this was proposed (turn 2)');
    expect(before).toContain(FIRST);
    expect(after).toContain(SECOND);

    const approve = (...flags: readonly string[]) =>
      json('review', 'approve', reviewId, '--reason', 'ok', '--confirm-amount', '241.06', '--as', 'rita', ...flags);
    const refused = await approve();
    expect(refused).toMatchObject({
      code: 6,
      error: { code: 'LATER_MESSAGES' },
      next: ['turnkeep review show ' + String(reviewId)],
    });
    expect(refused.error.message).toContain('the customer wrote 1 message after');
    await write(THIRD, 'chats');
    expect(await approve('--seen-later', '1')).toMatchObject({ code: 6, error: { code: 'LATER_MESSAGES' } });
    expect(await approve('--seen-later', '9')).toMatchObject({ code: 6, error: { code: 'LATER_MESSAGES' } });
    expect((await json('effects', 'list')).effects).toEqual([]);
    expect(await approve('--seen-later', '2')).toMatchObject({ code: 0, decision: 'approve' });
    expect((await system.client.wait(run)).status).toBe('completed');
  }, 90_000);

  it('reject -> needs no word of what was written since', async () => {
    const about = ['--customer', largeOrder.customer, '--case', 'is-refused', '--wait', '--message'];
    const script = ['--model', 'scripted:large'];
    const { reviewId } = await json('run', 'start', 'support', ...about, 'Please refund #W6390527.', ...script);
    await json('run', 'start', 'support', ...about, SECOND, '--model', 'scripted:chats');
    expect(await json('review', 'reject', reviewId, '--reason', 'withdrawn', '--as', 'rita')).toMatchObject({
      code: 0,
    });
  }, 90_000);

  it('written while the model was still proposing, and not read -> shown by what the run says, and approve is refused', async () => {
    const about = ['--customer', other.customer, '--message', 'Please refund it.', '--model', 'scripted:slowly'];
    const { run } = await json('run', 'start', 'support', ...about);
    expect(await json('run', 'message', run, '--message', SECOND)).toMatchObject({ code: 0, state: 'waiting' });
    const { reviewId } = await system.client.wait(run, { timeoutMs: 30_000 });
    const shown = await json('review', 'show', reviewId ?? '');
    expect(shown.laterMessages).toEqual([{ turn: 1, text: SECOND }]);
    const approve = ['review', 'approve', reviewId ?? '', '--reason', 'ok', '--confirm-amount', other.total];
    expect(await json(...approve, '--as', 'rita')).toMatchObject({ code: 6, error: { code: 'LATER_MESSAGES' } });
  }, 90_000);
});
