// Records the fixtures of test/workflows/replay.test.ts: `node scripts/record-histories.mjs`. Run only when workflows change on
// purpose before a release; histories of a released version are never recorded again to make a test pass. What is recorded is the
// newest rule set, in a folder of its own: those of earlier ones stay as they are.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newestRules } from '../../core/loop-governor/loop-state';
import { createCaseSealer } from '../../stores/case-sealer';
import { exportHistory } from '../../temporal-config/export-history';
import { createPayloadCodec } from '../../temporal-config/payload-codec';
import { bareApproval } from '../support/bare-approval';
import { startGatedWorker, type GatedWorker } from '../support/gated-worker';
import { getOrder, largeOrder, refundOf, refundScript, say, smallOrder } from '../support/refund-scripts';
import { startSystem, until, type System } from '../support/start-system';
import { historiesFolder } from './histories';

const folder = join(historiesFolder, 'supportTurn', `rules-${newestRules}`);
/** Another order over what may go out alone: the first is refunded by then. */
const otherLarge = { customer: 'daiki_patel_5953', orderId: '#W3135192', total: '609.15', method: 'paypal_1009053' };

let system: System;
let worker: GatedWorker;

beforeAll(async () => {
  system = await startSystem({
    worker: false,
    scripts: {
      refund: refundScript(smallOrder),
      review: { replies: [{ calls: [refundOf(largeOrder)] }, say('The refund is made.')] },
      late: { replies: [{ calls: [refundOf(otherLarge)] }, say('The refund is made.')] },
      twice: { replies: [say('It was delivered.'), say('And the other one too.')] },
      read: { replies: [{ calls: [getOrder(smallOrder.orderId)] }, say('It was delivered.')] },
    },
  });
  worker = await startGatedWorker(system);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}, 60_000);
afterAll(async () => {
  await worker.stop();
  await system.stop();
}, 30_000);

const orderOf: Readonly<Record<string, { customer: string; total: string }>> = { review: largeOrder, late: otherLarge };

const start = async (
  script: string,
  limits: { historyEventsMax?: number; workingMs?: number } = {},
): Promise<{ turnKey: string; runId: string }> => {
  const order = orderOf[script] ?? smallOrder;
  const { turnKey } = await system.client.start({
    agent: 'support',
    subject: order.customer,
    message: `Please refund ${order.total}.`,
    model: `scripted:${script}`,
    limits,
  });
  const { raw } = await system.client.context.temporal.workflow.getHandle(turnKey).describe();
  return { turnKey, runId: raw.workflowExecutionInfo?.firstRunId ?? '' };
};

const completed = (turnKey: string) => until(async () => (await system.client.wait(turnKey)).status === 'completed');

interface Ending {
  workflowExecutionContinuedAsNewEventAttributes?: { newExecutionRunId?: string };
}

/** Every run of the chain, from its first: `<name>-1.json`, `<name>-2.json`, … */
const keep = async (name: string, { turnKey, runId }: { turnKey: string; runId: string }): Promise<number> => {
  const { temporal, store } = system.client.context;
  const codec = createPayloadCodec({ keys: createCaseSealer(store.keys), side: 'passThrough' });
  let next: string | undefined = runId;
  let count = 0;
  while (next !== undefined) {
    const text = await exportHistory(temporal, { workflowId: turnKey, runId: next, codec });
    count += 1;
    writeFileSync(join(folder, `${name}-${count}.json`), text);
    const { events } = JSON.parse(text) as { events: Ending[] };
    next = events.at(-1)?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId;
  }
  return count;
};

test('record: a turn that completed, with a read and a refund', async () => {
  const turn = await start('refund');
  await until(async () => (await system.client.wait(turn.turnKey)).status !== 'running');
  const { view } = await system.client.status(turn.turnKey);
  if (view?.status === 'interrupted') throw new Error('the refund was to be allowed alone');
  await completed(turn.turnKey);
  expect(await keep('completed', turn)).toBe(1);
}, 60_000);

test('record: a turn that waited for a review, was stopped, decided while parked and resumed', async () => {
  const turn = await start('review');
  const handle = system.client.context.temporal.workflow.getHandle(turn.turnKey);
  await until(async () => (await system.client.status(turn.turnKey)).view?.status === 'interrupted');
  await system.client.stop(turn.turnKey, 'recording');
  const review = await until(async () => (await system.client.status(turn.turnKey)).view?.reviews[0]);
  await handle.signal('reviewDecision', bareApproval(review));
  await until(async () => (await system.client.status(turn.turnKey)).view?.reviews[0]?.state === 'approved');
  await system.client.resume(turn.turnKey, { money: true });
  await completed(turn.turnKey);
  expect(await keep('stopped-and-resumed', turn)).toBe(2);
}, 60_000);

test('record: a turn that was stopped in a model call and aborted', async () => {
  const gate = worker.hold('callModel');
  const turn = await start('read');
  await gate.reached;
  await system.client.stop(turn.turnKey, 'recording');
  gate.release();
  await system.client.abort(turn.turnKey, 'recording');
  await until(async () => (await system.client.status(turn.turnKey)).execution?.name === 'TERMINATED');
  expect(await keep('aborted', turn)).toBe(1);
}, 60_000);

test('record: a turn that continued as new', async () => {
  const turn = await start('read', { historyEventsMax: 10 });
  await completed(turn.turnKey);
  expect(await keep('continued-as-new', turn)).toBe(2);
}, 60_000);

test('record: a turn that was approved with no model time left, and answered from the records', async () => {
  const gate = worker.hold('judgeAction');
  const turn = await start('late', { workingMs: 8_000 });
  await gate.reached;
  await sleep(8_100);
  gate.release();
  const { reviewId } = await system.client.wait(turn.turnKey);
  await system.client.decide({
    reviewId: reviewId ?? '',
    decision: 'approve',
    reasonCode: 'ok',
    confirmAmount: otherLarge.total,
  });
  await completed(turn.turnKey);
  expect(await keep('no-model-time', turn)).toBe(1);
}, 60_000);

test('record: a turn whose customer wrote again while the model answered', async () => {
  const gate = worker.hold('callModel');
  const turn = await start('twice');
  await gate.reached;
  await system.client.sendMessage(turn.turnKey, 'And my other order?');
  gate.release();
  await completed(turn.turnKey);
  expect(await keep('heard-more', turn)).toBe(1);
}, 60_000);
