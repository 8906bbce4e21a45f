// The guard on a real run: feedback and a next attempt, the cap, a cut reply, and the receipt that keeps every attempt.
import { parseTurnKey } from '../../core/kernel/ids';
import type { GuardReceipt } from '../../core/output-guard/receipt';
import { startGatedWorker, type GatedWorker } from '../support/gated-worker';
import { describeWithTemporal } from '../support/needs';
import { say, smallOrder } from '../support/refund-scripts';
import { startSystem, until, type System } from '../support/start-system';

describeWithTemporal('guard', () => {
  let system: System;
  let worker: GatedWorker;
  beforeAll(async () => {
    system = await startSystem({
      worker: false,
      scripts: {
        repaired: { replies: [{ text: 'Sure!' }, { text: '{"text":"wrong field"}' }, say('Here you are.')] },
        tooLong: { replies: [say('x'.repeat(5_000))], repeatLast: true },
        cut: { replies: [{ text: '{"message":"half', ending: 'cut' }, say('never asked for')] },
        refused: { replies: [{ text: 'no', ending: 'refused' }, say('never asked for')] },
      },
    });
    worker = await startGatedWorker(system);
  }, 60_000);
  afterAll(async () => {
    await worker.stop();
    await system.stop();
  }, 30_000);

  const run = async (script: string) => {
    const { turnKey } = await system.client.start({
      agent: 'support',
      subject: smallOrder.customer,
      message: 'Hello?',
      model: `scripted:${script}`,
    });
    const report = await until(async () => {
      const now = await system.client.wait(turnKey);
      return now.status === 'completed' ? now : undefined;
    });
    return { turnKey, report, receipts: await receiptsOf(turnKey) };
  };

  /** The receipts of the turn's model calls, by their keys: nothing lists them in the product yet. */
  const receiptsOf = async (turnKey: string): Promise<readonly GuardReceipt[]> => {
    const { store } = system.client.context;
    const caseId = parseTurnKey(turnKey)?.caseId ?? '';
    const rows = await store.db.read((query) =>
      query.selectFrom('receipt').select(['receiptKey', 'kind']).where('workflowId', '=', turnKey).execute(),
    );
    const found = await Promise.all(
      rows.filter((row) => row.kind === 'model').map((row) => store.receipts.find(caseId, row.receiptKey)),
    );
    return found
      .map((value) => (value?.['detail'] as unknown as { receipt: GuardReceipt }).receipt)
      .sort((a, b) => a.attempts.length - b.attempts.length);
  };

  test('wrong twice, then right -> answered; the last receipt keeps all three attempts', async () => {
    const { report, receipts } = await run('repaired');
    expect(report).toMatchObject({ outcome: 'answered', reply: 'Here you are.', steps: 1 });
    expect(receipts.map((receipt) => receipt.attempts.length)).toEqual([1, 2, 3]);
    expect(receipts.at(-1)).toMatchObject({
      stopReason: 'accepted',
      firstAttempt: { shapeValid: false },
      attempts: [{ errorKind: 'PARSE' }, { errorKind: 'VALIDATION' }, { outcome: 'accepted' }],
    });
  });

  test('a reply of 5,000 characters, three times -> attempt cap, handed off, never delivered', async () => {
    const { report, receipts } = await run('tooLong');
    expect(report.outcome).toBe('handedOff');
    expect(report.reply).not.toContain('xxxx');
    expect(receipts.at(-1)).toMatchObject({ stopReason: 'attempt_cap', value: null });
    expect(receipts).toHaveLength(3);
  });

  test.each([
    ['cut', 'completion_limit'],
    ['refused', 'refused'],
  ])('a reply that was %s -> withheld, no further attempt', async (script, stopReason) => {
    const { report, receipts } = await run(script);
    expect(report.outcome).toBe('handedOff');
    expect(receipts).toHaveLength(1);
    expect(receipts[0]).toMatchObject({ stopReason, attempts: [{ errorKind: 'COMPLETION' }] });
  });
});
