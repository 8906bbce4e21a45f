// Policy and holds on real runs: what was recorded can be judged again, and what a hold stopped waits for a person.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describeWithTemporal } from '../support/needs';
import { refundOf, say } from '../support/refund-scripts';
import { startSystem, type System } from '../support/start-system';
import { jsonOf, runTurnkeep } from './run-turnkeep';

const SHIPPED = resolve(__dirname, '..', '..', 'agents', 'support', 'policy.json');
const SMALL = 'Hello, the jigsaw puzzle from order #W7752779 is missing pieces. Please refund 52.01 USD.';
const ABOUT = ['--customer', 'isabella_brown_3584', '--message', SMALL, '--wait'];

const puzzle = { orderId: '#W2598834', total: '46.00', method: 'gift_card_7250692' };
const shoes = { orderId: '#W8171054', total: '241.06', method: 'credit_card_1565124' };
/** One refund that is done alone, then one that waits for a person. */
const twice = { replies: [{ calls: [refundOf(puzzle)] }, { calls: [refundOf(shoes)] }, say('Done.')] };

describeWithTemporal('policy on real runs', () => {
  let system: System;
  let folder: string;
  beforeAll(async () => {
    system = await startSystem({ scripts: { twice } });
    folder = mkdtempSync(join(tmpdir(), 'turnkeep-policy-run-'));
  }, 60_000);
  afterAll(async () => {
    await system.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  const json = async (...args: readonly string[]) => {
    const ended = await runTurnkeep([...args, '--json'], { env: system.env });
    return { code: ended.code, ...jsonOf(ended) };
  };

  it('hold -> the refund waits as a review; released and approved -> paid; policy test tells what a lower limit had done', async () => {
    const hold = await json('effects', 'hold', '--agent', 'support', '--reason', 'incident-1', '--as', 'olga');
    expect(hold.next).toContain('turnkeep effects release --agent support --reason CODE --as NAME');
    const held = await json('run', 'start', 'support', ...ABOUT);
    const shown = await json('run', 'show', held.run);
    expect(shown.run).toMatchObject({ status: 'interrupted', waitingKind: 'review', policy: 'support@1' });
    expect(shown.reviews).toMatchObject([{ state: 'pending', rule: 'ledger.held' }]);
    expect(shown.effects).toEqual([]);
    const { reviewId } = shown.reviews[0];
    const approval = ['--reason', 'ok', '--confirm-amount', '52.01', '--as', 'rita'];
    expect(await json('review', 'approve', reviewId, ...approval)).toMatchObject({ code: 6, error: { code: 'HELD' } });
    await json('effects', 'release', '--agent', 'support', '--reason', 'over', '--as', 'olga');
    const decided = await json('review', 'approve', reviewId, ...approval);
    expect(decided.code).toBe(0);
    await system.client.wait(held.run, { timeoutMs: 30_000 });
    expect((await json('effects', 'list')).effects).toMatchObject([{ state: 'done', amountMinor: 5201 }]);

    const lower = join(folder, 'lower.json');
    const policy = JSON.parse(readFileSync(SHIPPED, 'utf8')) as { version: number; refund: { undated: string } };
    const refund = {
      ...policy.refund,
      reasons: { ...(policy.refund as object as { reasons: object }).reasons, incomplete: 'refuse' },
    };
    writeFileSync(lower, JSON.stringify({ ...policy, version: 2, refund }));
    expect(await json('policy', 'test', lower)).toMatchObject({
      code: 0,
      policy: { id: 'support@2' },
      cases: 1,
      unreadable: 0,
      before: { review: 1 },
      after: { refuse: 1 },
      changed: [
        {
          turnKey: held.run,
          before: { answer: 'review', rule: 'ledger.held', policy: 'support@1' },
          after: { answer: 'refuse', rule: 'gatekeeper.reason' },
        },
      ],
    });
  }, 90_000);

  it('abort -> names what stands, and how a person would undo it', async () => {
    const message = 'Please refund 46.00 USD for order #W2598834, the puzzle is damaged.';
    const about = ['--customer', 'chen_silva_7485', '--message', message, '--model', 'scripted:twice', '--wait'];
    const { run } = await json('run', 'start', 'support', ...about);
    const aborted = await json('run', 'abort', run, '--reason', 'test', '--as', 'olga');
    expect(aborted).toMatchObject({
      code: 0,
      status: 'aborted',
      effects: [
        {
          tool: 'process_refund',
          state: 'done',
          amountMinor: 4600,
          reversal: { words: expect.stringContaining('charges the customer again') as string },
        },
      ],
    });
  }, 90_000);
});
