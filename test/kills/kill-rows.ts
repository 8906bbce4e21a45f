// The ten instants, in the order of a refund turn. Nothing is compiled into the product to reach them: a slow gateway, a lock on the
// database, a pipe in the anchor's place and a hanging model hold the worker where it shall die.
import { setTimeout as sleep } from 'node:timers/promises';
import { getOrder, largeOrder, refundOf, refundScript, say, smallOrder } from '../support/refund-scripts';
import type { KillRow, Order, Reach } from './kill-scene';
import { holdAnchor, poll } from './store-probe';

const plainly =
  (reach: Reach): (() => Reach) =>
  () =>
    reach;

/** The second call, which proposes the refund, hangs. */
const thinkingScript = (order: Order, hangMs: number): unknown => ({
  replies: [{ calls: [getOrder(order.orderId)] }, { calls: [refundOf(order)], hangMs }, say('The refund is made.')],
});

const isUnderWay = (activity: string, pending: readonly string[]): boolean =>
  pending.some((one) => one.startsWith(`${activity}#`));

const small = { order: smallOrder, script: refundScript(smallOrder) };

export const killRows: readonly KillRow[] = [
  {
    at: 'during the model call that proposes the refund',
    order: smallOrder,
    script: thinkingScript(smallOrder, 3_000),
    faults: [],
    prepare: plainly(async ({ probe, pending }) => {
      await poll(
        'the second model call',
        async () => probe.receipts('model') === 1 && isUnderWay('callModel', await pending()),
      );
      await sleep(300);
      return undefined;
    }),
    hit: { ledger: 'none', charges: 0, pending: ['callModel'] },
  },
  {
    at: 'at the door, before the claim',
    ...small,
    faults: [],
    prepare: plainly(async ({ probe, pending }) => {
      await poll('the judgement', () => probe.receipts('judged') === 1);
      const release = await probe.lock();
      await poll('the door', async () => isUnderWay('performEffect', await pending()));
      await sleep(200);
      return release;
    }),
    hit: { ledger: 'none', charges: 0, pending: ['performEffect'] },
  },
  {
    at: 'claimed, before the anchor line and the send',
    ...small,
    faults: [],
    prepare: (system) => {
      const anchor = holdAnchor(system.env['TURNKEEP_HOME'] ?? '');
      return async ({ probe }) => {
        await anchor.answerOneReader();
        await poll('the claim', () => probe.entry().state === 'started');
        await sleep(200);
        return anchor.restore;
      };
    },
    hit: { ledger: 'started#1', charges: 0, pending: ['performEffect'] },
  },
  {
    at: 'sent, unread by a frozen gateway that charges after the death',
    ...small,
    faults: [],
    gatewayFrozen: true,
    prepare: plainly(async ({ system, probe, charges }) => {
      await poll('the claim', () => probe.entry().state === 'started');
      await sleep(300);
      return async () => {
        process.kill(system.gateway.pid, 'SIGCONT');
        await poll('the charge of a dead sender', async () => (await charges()) === 1);
      };
    }),
    hit: { ledger: 'started#1', charges: 0, pending: ['performEffect'] },
  },
  {
    at: 'while the gateway works, before its effect',
    ...small,
    faults: [{ kind: 'slow', delay_ms: 1_500 }],
    prepare: plainly(async ({ requests }) => {
      await poll('the request', async () => (await requests()) === 1);
      await sleep(200);
      return undefined;
    }),
    hit: { ledger: 'started#1', charges: 0, pending: ['performEffect'] },
  },
  {
    at: 'charged, the answer under way',
    ...small,
    faults: [{ kind: 'slow_after', delay_ms: 1_500 }],
    prepare: plainly(async ({ charges }) => {
      await poll('the charge', async () => (await charges()) === 1);
      return undefined;
    }),
    hit: { ledger: 'started#1', charges: 1, pending: ['performEffect'] },
  },
  {
    at: 'charged under a grant, one second later',
    order: largeOrder,
    script: refundScript(largeOrder),
    faults: [{ kind: 'slow_after', delay_ms: 2_000 }],
    prepare: plainly(async ({ charges }) => {
      await poll('the charge', async () => (await charges()) === 1);
      await sleep(1_000);
      return undefined;
    }),
    hit: { ledger: 'started#1', charges: 1, pending: ['performEffect'] },
  },
  {
    at: 'answered, in front of the record',
    ...small,
    faults: [{ kind: 'slow', delay_ms: 500 }],
    prepare: plainly(async ({ probe, requests, charges }) => {
      await poll('the request', async () => (await requests()) === 1);
      const release = await probe.lock();
      await poll('the charge', async () => (await charges()) === 1);
      await sleep(300);
      return release;
    }),
    hit: { ledger: 'started#1', charges: 1, pending: ['performEffect'] },
  },
  {
    at: 'recorded, before the activity answers',
    ...small,
    faults: [{ kind: 'slow', delay_ms: 500 }],
    prepare: plainly(async ({ system, probe, requests }) => {
      await poll('the request', async () => (await requests()) === 1);
      const anchor = holdAnchor(system.env['TURNKEEP_HOME'] ?? '');
      await poll('the record', () => probe.entry().state === 'done');
      await sleep(200);
      return anchor.restore;
    }),
    hit: { ledger: 'done#1', charges: 1, pending: ['performEffect'] },
  },
  {
    at: 'inside the local activity recordStep',
    ...small,
    faults: [],
    prepare: plainly(async ({ probe, pending }) => {
      await poll('the receipt of the refund', () => probe.receipts('effect') === 1);
      const release = await probe.lock();
      await poll('the answer of the activity', async () => (await pending()).length === 0);
      await sleep(300);
      return release;
    }),
    hit: { ledger: 'done#1', charges: 1, pending: [] },
  },
];
