// Rule set 2 on a server: what the customer is told while a person decides, the reply that needs no model, and what the customer
// writes while the turn runs.
import { setTimeout as sleep } from 'node:timers/promises';
import { callModel } from '../../activities/model/call-model';
import { inboxNoteOf } from '../../core/moves/inbox-note';
import { notSentWords } from '../../core/moves/not-sent';
import type { ModelCallArg, ModelReceipt } from '../../core/moves/activity-shapes';
import { readRunRecords, readTranscript } from '../../client/run-records';
import { startGatedWorker, type GatedWorker } from '../support/gated-worker';
import { describeWithTemporal } from '../support/needs';
import { getOrder, largeOrder, refundOf, say, smallOrder } from '../support/refund-scripts';
import { startSystem, until, type System } from '../support/start-system';

/** Two delivered orders of one customer, both over what may go out alone. */
const batchCustomer = 'daiki_patel_5953';
const first = { orderId: '#W3135192', total: '609.15', method: 'paypal_1009053' };
const second = { orderId: '#W8969494', total: '752.27', method: 'paypal_1009053' };

describeWithTemporal('rule set 2', () => {
  let system: System;
  let worker: GatedWorker;
  beforeEach(async () => {
    system = await startSystem({
      worker: false,
      scripts: {
        large: { replies: [{ calls: [refundOf(largeOrder)] }, say('The refund is made.')] },
        batch: { replies: [{ calls: [refundOf(first), refundOf(second)] }, say('Both were looked at.')] },
        answers: { replies: [say('First.'), say('Second.'), say('Third.')] },
        read: { replies: [{ calls: [getOrder(smallOrder.orderId)] }, say('It was delivered.')] },
        lost: { replies: [{ calls: [{ tool: 'delete_all', argsText: '{}' }] }], repeatLast: true },
      },
    });
    worker = await startGatedWorker(system);
  }, 60_000);
  afterEach(async () => {
    await worker.stop();
    await system.stop();
  }, 30_000);

  const start = async (script: string, { subject, limits = {} }: { subject?: string; limits?: object } = {}) =>
    (
      await system.client.start({
        agent: 'support',
        subject: subject ?? smallOrder.customer,
        message: 'Please look at my orders.',
        model: `scripted:${script}`,
        limits,
      })
    ).turnKey;
  const ended = async (turnKey: string) =>
    until(async () => {
      const report = await system.client.wait(turnKey);
      return report.status === 'completed' ? report : undefined;
    });
  const decide = (reviewId: string | null, decision: 'approve' | 'reject', amount?: string) =>
    system.client.decide({
      reviewId: reviewId ?? '',
      decision,
      reasonCode: 'ok',
      ...(amount === undefined ? {} : { confirmAmount: amount }),
    });
  const transcriptOf = async (turnKey: string) =>
    (await readTranscript(system.client.context, await readRunRecords(system.client.context, turnKey))).map(
      (message) => (message.role === 'tool' ? `tool ${message.tool}` : `${message.role}: ${message.text}`),
    );
  const caseOf = async (turnKey: string) => (await system.client.context.store.runs.find(turnKey))?.caseId ?? '';
  const signal = async (turnKey: string, payload: unknown) =>
    system.client.context.temporal.workflow.getHandle(turnKey).signal('customerMessage', payload);

  test('interim reply: a refund waits -> the customer is told what a colleague decides; the reply takes its place', async () => {
    const turnKey = await start('large', { subject: largeOrder.customer });
    const waiting = await system.client.wait(turnKey);
    expect(waiting).toMatchObject({ status: 'interrupted', reply: null });
    expect(waiting.interimReply).toContain(`the refund of ${largeOrder.total} USD for order ${largeOrder.orderId}`);
    await decide(waiting.reviewId, 'approve', largeOrder.total);
    expect(await ended(turnKey)).toMatchObject({
      outcome: 'answered',
      reply: 'The refund is made.',
      interimReply: null,
    });
  }, 60_000);

  test('interim reply: one of two is rejected, the other waits on -> told once', async () => {
    const turnKey = await start('batch', { subject: batchCustomer });
    const waiting = await system.client.wait(turnKey);
    expect(waiting.interimReply).toContain(first.total);
    expect(waiting.interimReply).toContain(second.total);
    await decide(waiting.reviewId, 'reject');
    const still = await system.client.wait(turnKey, { decidedReview: waiting.reviewId ?? '' });
    expect(still.status).toBe('interrupted');
    await decide(still.reviewId, 'reject');
    await ended(turnKey);
    expect(worker.calls['deliverInterim']).toBe(1);
  }, 60_000);

  test('approved with no model time left -> the refund is made, no model is asked, the records answer', async () => {
    const gate = worker.hold('judgeAction');
    const turnKey = await start('large', { subject: largeOrder.customer, limits: { workingMs: 8_000 } });
    await gate.reached;
    await sleep(8_100);
    gate.release();
    const waiting = await system.client.wait(turnKey);
    expect(waiting.status).toBe('interrupted');
    expect((await system.client.status(turnKey)).view?.remainingMs).toBe(0);
    await decide(waiting.reviewId, 'approve', largeOrder.total);
    const report = await ended(turnKey);
    expect(report).toMatchObject({ outcome: 'answered', interimReply: null });
    expect(report.reply).toMatch(
      new RegExp(`the refund of ${largeOrder.total} USD for order ${largeOrder.orderId} was made`),
    );
    expect(worker.calls['callModel']).toBe(1);
    expect((await system.gateway.ledger()).charges).toHaveLength(1);
  }, 60_000);

  test('no progress: the model calls nothing that exists, twice -> handed off, named so', async () => {
    const report = await ended(await start('lost'));
    expect(report).toMatchObject({ outcome: 'handedOff' });
    expect(worker.calls['callModel']).toBe(2);
  }, 60_000);

  test('message while the model answers -> the answer is not delivered, the model is asked again with it', async () => {
    const gate = worker.hold('callModel');
    const turnKey = await start('answers');
    await gate.reached;
    expect(await system.client.sendMessage(turnKey, 'And my other order?')).toMatchObject({ state: 'waiting' });
    gate.release();
    expect(await ended(turnKey)).toMatchObject({ outcome: 'answered', reply: 'Second.', unread: 0 });
    expect((await transcriptOf(turnKey)).slice(1)).toEqual([
      'customer: Please look at my orders.',
      'assistant: {"message":"First."}',
      `program: ${notSentWords}`,
      'customer: And my other order?',
      'assistant: {"message":"Second."}',
    ]);
  }, 60_000);

  test('message while a tool runs -> behind its result in the next call', async () => {
    const gate = worker.hold('runTool');
    const turnKey = await start('read');
    await gate.reached;
    await system.client.sendMessage(turnKey, 'Is it blue?', 'request-1');
    await system.client.sendMessage(turnKey, 'Is it blue?', 'request-1');
    gate.release();
    await ended(turnKey);
    expect((await transcriptOf(turnKey)).slice(3)).toEqual([
      'tool get_order',
      'customer: Is it blue?',
      'assistant: {"message":"It was delivered."}',
    ]);
  }, 60_000);

  test('message while the reply is delivered -> the run ends and says that it was not read', async () => {
    const gate = worker.hold('deliverReply');
    const turnKey = await start('answers');
    await gate.reached;
    await system.client.sendMessage(turnKey, 'Wait, one more thing.');
    gate.release();
    expect(await ended(turnKey)).toMatchObject({ outcome: 'answered', reply: 'First.', unread: 1 });
    const result = (await system.client.context.temporal.workflow.getHandle(turnKey).result()) as { unread?: unknown };
    expect(result.unread).toHaveLength(1);
  }, 60_000);

  test('message to a turn that waits, or has ended -> refused, and told to start the next turn of the case', async () => {
    const next = [expect.stringMatching(/^turnkeep run start support --case REF/) as string];
    const waits = await start('large', { subject: largeOrder.customer });
    await system.client.wait(waits);
    await expect(system.client.sendMessage(waits, 'Hello?')).rejects.toMatchObject({
      code: 'RUN_WAITS',
      exit: 6,
      next,
    });
    const over = await start('answers');
    await ended(over);
    await expect(system.client.sendMessage(over, 'Hello?')).rejects.toMatchObject({
      code: 'RUN_CLOSED',
      exit: 6,
      next,
    });
    await expect(system.client.sendMessage(over, ' ')).rejects.toMatchObject({ code: 'INPUT_EMPTY', exit: 2 });
    await expect(system.client.sendMessage(over, 'x'.repeat(20_001))).rejects.toMatchObject({ code: 'INPUT_TOO_LONG' });
  }, 60_000);

  test("signals that are no message: junk, an address of nothing, a reviewer's note -> nobody's words are taken for the customer's", async () => {
    const gate = worker.hold('runTool');
    const turnKey = await start('read');
    await gate.reached;
    const { transcripts } = system.client.context.store;
    const note = await transcripts.keepNote(await caseOf(turnKey), 'refund 500 at once');
    for (const junk of [null, 'hi', { noteRef: '../x', bytes: 1, tokensUpper: 1 }, { text: 'refund 500' }])
      await signal(turnKey, junk);
    await signal(turnKey, { noteRef: 'f'.repeat(64), bytes: 5, tokensUpper: 20 });
    await signal(turnKey, { noteRef: note, bytes: 5, tokensUpper: 20 });
    const { view } = await system.client.status(turnKey);
    expect(view?.inbox).toMatchObject({ ignored: 4, waiting: ['f'.repeat(64), note] });
    gate.release();
    expect(await ended(turnKey)).toMatchObject({ outcome: 'answered' });
    const said = await transcriptOf(turnKey);
    expect(said.filter((line) => line.startsWith('customer:'))).toEqual(['customer: Please look at my orders.']);
    expect(said.filter((line) => line.includes('not in the store'))).toHaveLength(2);
    expect(said.join('\n')).not.toContain('500');
  }, 60_000);

  test('model call dispatched again with more messages behind it -> the stored receipt, which names what it took', async () => {
    const turnKey = await start('answers');
    await ended(turnKey);
    const { store } = system.client.context;
    const caseId = await caseOf(turnKey);
    const root = await store.transcripts.append(caseId, null, { role: 'program', text: 'opened' });
    const head = await store.transcripts.append(caseId, root, { role: 'customer', text: 'Hello' });
    const [a, b] = await Promise.all(
      ['one', 'two'].map(async (text) => ({
        noteRef: await store.transcripts.keepNote(caseId, inboxNoteOf(text, text)),
      })),
    );
    const arg: ModelCallArg = {
      turn: { agent: 'support', caseId, turn: 9, turnKey: `support/${caseId}/9`, rootTurnKey: 'r', branch: 'main' },
      head,
      settle: [],
      purpose: 'act',
      attempt: 1,
      guardAttemptsMax: 3,
      feedbackOf: null,
      callPosition: 0,
      model: { backend: 'scripted', label: 'scripted', price: null, script: 'answers' },
      prompt: worker.deps.kits('support').promptVersion,
      outputTokensMax: 800,
      deadlineAtMs: Date.now() + 60_000,
      subject: smallOrder.customer,
    };
    const run = (inbox: ModelCallArg['inbox']) =>
      callModel(worker.deps, { ...arg, ...(inbox === undefined ? {} : { inbox }) }, new AbortController().signal);
    const once = (await run([a!])) as ModelReceipt;
    const again = await run([a!, b!]);
    expect(once.inboxTaken).toBe(1);
    expect(again).toEqual(once);
    const words = (await store.transcripts.read(caseId, once.head.address, once.head.depth)).map(({ text }) => text);
    expect(words).toEqual(['opened', 'Hello', 'one', '{"message":"First."}']);
  }, 60_000);
});
