// The facts check on a real run: what a model says against the records is told back to it and never delivered.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseTurnKey } from '../../core/kernel/ids';
import type { ModelView } from '../../core/moves/agent-kit';
import type { ModelReceipt } from '../../core/moves/activity-shapes';
import type { GuardReceipt } from '../../core/output-guard/receipt';
import type { WorkerDeps } from '../../workers/worker-deps';
import { startGatedWorker, type GatedWorker } from '../support/gated-worker';
import { describeWithTemporal } from '../support/needs';
import { getOrder, largeOrder, say, smallOrder } from '../support/refund-scripts';
import { startSystem, until, type System } from '../support/start-system';

const total = (amount: string): { text: string } => say(`The total of order ${smallOrder.orderId} is ${amount} USD.`);
const delivered = say(`Order ${smallOrder.orderId} is delivered.`);
const reads = { calls: [getOrder(smallOrder.orderId)] };
const staleAfterMs = 4_000;

const scripts = {
  insists: { replies: [reads, total('25.01')], repeatLast: true },
  corrects: { replies: [reads, total('25.01'), total(smallOrder.total)] },
  stranger: {
    replies: [
      { calls: [getOrder(largeOrder.orderId)] },
      say(`Order ${largeOrder.orderId} is delivered and comes to ${largeOrder.total} USD.`),
      say(`I cannot find order ${largeOrder.orderId} on your account.`),
    ],
  },
  unread: { replies: [delivered, reads, delivered] },
  old: { replies: [reads, { hangMs: 600_000 }] },
};

interface Kept {
  readonly outcome: ModelReceipt;
  readonly receipt: GuardReceipt;
  readonly feedback: string | null;
}

describeWithTemporal('facts', () => {
  let system: System;
  let worker: GatedWorker;
  const views: ModelView[] = [];

  /** Reads grow old after seconds, and what the model is shown is kept. */
  const watch = (deps: WorkerDeps): WorkerDeps => ({
    ...deps,
    kits: (name) => {
      const kit = deps.kits(name);
      const tools = kit.tools.map((tool) => (tool.staleAfterMs === undefined ? tool : { ...tool, staleAfterMs }));
      return { ...kit, tools };
    },
    backends: {
      ...deps.backends,
      scripted: {
        name: 'scripted',
        call: (ask) => {
          views.push(ask.view);
          return deps.backends['scripted']!.call(ask);
        },
      },
    },
  });

  beforeAll(async () => {
    system = await startSystem({ worker: false, scripts });
    worker = await startGatedWorker(system, { change: watch });
  }, 60_000);
  afterAll(async () => {
    await worker.stop();
    await system.stop();
  }, 30_000);

  const start = async (script: string) => {
    const { turnKey } = await system.client.start({
      agent: 'support',
      subject: smallOrder.customer,
      message: 'What about my order?',
      model: `scripted:${script}`,
    });
    return turnKey;
  };
  const ended = (turnKey: string) =>
    until(async () => {
      const now = await system.client.wait(turnKey);
      return now.status === 'completed' ? now : undefined;
    });
  /** Model receipts of a turn, those with an answer to judge, in the order of their attempts. */
  const answersOf = async (turnKey: string): Promise<readonly Kept[]> => {
    const { store } = system.client.context;
    const caseId = parseTurnKey(turnKey)?.caseId ?? '';
    const rows = await store.db.read((query) =>
      query
        .selectFrom('receipt')
        .select(['receiptKey', 'kind'])
        .where('workflowId', '=', turnKey)
        .orderBy('atMs')
        .execute(),
    );
    const found = await Promise.all(
      rows.filter(({ kind }) => kind === 'model').map((row) => store.receipts.find(caseId, row.receiptKey)),
    );
    return found
      .map((value) => {
        const { outcome, detail } = value as unknown as { outcome: ModelReceipt; detail: Omit<Kept, 'outcome'> };
        return { outcome, receipt: detail.receipt, feedback: detail.feedback };
      })
      .filter(({ receipt }) => receipt.attempts.at(-1)?.outcome !== 'proposed');
  };

  test('a wrong total, insisted on three times -> handed off by the attempt cap, never delivered', async () => {
    const turnKey = await start('insists');
    const report = await ended(turnKey);
    expect(report.outcome).toBe('handedOff');
    expect(report.reply).not.toContain('25.01');
    expect(report.reply).toContain('A colleague takes on your request');
    const answers = await answersOf(turnKey);
    expect(answers.at(-1)?.receipt).toMatchObject({
      stopReason: 'attempt_cap',
      value: null,
      firstAttempt: { shapeValid: true, meaningCorrect: false },
      attempts: [1, 2, 3].map((attempt) => ({
        attempt,
        stage: 'meaning',
        errorKind: 'SEMANTIC',
        shapeOk: true,
        semanticOk: false,
      })),
    });
    expect(answers).toHaveLength(3);
    const { store } = system.client.context;
    const record = await store.receipts.find(parseTurnKey(turnKey)?.caseId ?? '', `handOff:${turnKey}`);
    expect(JSON.stringify(record)).toContain('guard.attempt_cap');
  });

  test('a wrong total, then the right one -> answered; the feedback names the disagreement, the receipt keeps it', async () => {
    const turnKey = await start('corrects');
    expect(await ended(turnKey)).toMatchObject({
      outcome: 'answered',
      reply: `The total of order ${smallOrder.orderId} is ${smallOrder.total} USD.`,
    });
    const [first, second] = await answersOf(turnKey);
    expect(first?.feedback).toContain('25.01');
    expect(first?.feedback).toContain(`total ${smallOrder.total} USD`);
    expect(first?.feedback).not.toContain('JSON');
    expect(second?.receipt).toMatchObject({
      stopReason: 'accepted',
      firstAttempt: { shapeValid: true, meaningCorrect: false },
      attempts: [{ errorKind: 'SEMANTIC' }, { outcome: 'accepted', stage: 'meaning', semanticOk: true }],
    });
    expect(second?.outcome.guard).toMatchObject({ accepted: true, errorCount: 0, uncheckedCount: 0 });
  });

  test("another customer's order stated as theirs -> refused; that it cannot be found is let through", async () => {
    const turnKey = await start('stranger');
    expect(await ended(turnKey)).toMatchObject({
      outcome: 'answered',
      reply: `I cannot find order ${largeOrder.orderId} on your account.`,
    });
    const [first] = await answersOf(turnKey);
    expect(first?.feedback).toContain(`order ${largeOrder.orderId} is no order of this customer`);
  });

  test('a status nobody looked up -> refused; after the order was read it is let through', async () => {
    const turnKey = await start('unread');
    expect(await ended(turnKey)).toMatchObject({
      outcome: 'answered',
      reply: `Order ${smallOrder.orderId} is delivered.`,
    });
    expect((await answersOf(turnKey))[0]?.receipt.attempts[0]).toMatchObject({ errorKind: 'SEMANTIC' });
  });

  test('a status read before a stop, stated after its time is up -> marked stale, refused until it is read again', async () => {
    const turnKey = await start('old');
    const before = worker.calls['callModel'] ?? 0;
    await until(() => Promise.resolve((worker.calls['callModel'] ?? 0) >= before + 2));
    expect(await system.client.stop(turnKey, 'test')).toMatchObject({ parked: true });
    system.writeScript('old', { replies: [reads, delivered, reads, delivered] });
    await sleep(staleAfterMs + 100);
    views.length = 0;
    await system.client.resume(turnKey, {});
    expect(await ended(turnKey)).toMatchObject({
      outcome: 'answered',
      reply: `Order ${smallOrder.orderId} is delivered.`,
    });
    const shown = views.map(({ messages }) =>
      messages.flatMap((one) => (one.role === 'tool' ? [(JSON.parse(one.text) as { status: string }).status] : [])),
    );
    expect(shown).toEqual([['stale'], ['stale'], ['stale', 'ok']]);
    const [refused] = await answersOf(turnKey);
    expect(refused?.feedback).toContain('too old to be stated');
  });
});
