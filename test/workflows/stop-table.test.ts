// Stop at every node of the support graph, in retry back-off, during an effect, during a review and in the activation that
// continues as new. Per row: the status, what the ledger and the gateway hold, and what of the budget is still reserved; then
// the run is resumed and ends as if it had never been stopped.
import { bareApproval } from '../support/bare-approval';
import { describeWithTemporal } from '../support/needs';
import { startGatedWorker, type ActivityName, type GatedWorker } from '../support/gated-worker';
import { largeOrder, refundScript, smallOrder } from '../support/refund-scripts';
import { startSystem, until, type System } from '../support/start-system';

interface Row {
  readonly at: string;
  readonly activity: ActivityName;
  readonly order: { customer: string; orderId: string; total: string; method: string };
  readonly parkedNode: string;
  /** Charges at the gateway when the run has parked. */
  readonly charges: number;
  readonly needsMoney?: boolean;
}

const rows: readonly Row[] = [
  { at: 'verify', activity: 'establish', order: smallOrder, parkedNode: 'verify', charges: 0 },
  { at: 'agent', activity: 'callModel', order: smallOrder, parkedNode: 'agent', charges: 0 },
  { at: 'tools', activity: 'runTool', order: smallOrder, parkedNode: 'tools', charges: 0 },
  { at: 'judge', activity: 'judgeAction', order: smallOrder, parkedNode: 'judge', charges: 0 },
  { at: 'open', activity: 'openReview', order: largeOrder, parkedNode: 'open', charges: 0 },
  { at: 'decide', activity: 'recordDecision', order: largeOrder, parkedNode: 'decide', charges: 0 },
  {
    at: 'send (an effect in flight is awaited)',
    activity: 'performEffect',
    order: smallOrder,
    parkedNode: 'tools',
    charges: 1,
  },
  { at: 'reply', activity: 'deliverReply', order: smallOrder, parkedNode: 'reply', charges: 1 },
];

describeWithTemporal('stop', () => {
  let system: System;
  let worker: GatedWorker;
  // A system a row: the order may be refunded once only.
  beforeEach(async () => {
    system = await startSystem({
      worker: false,
      scripts: { small: refundScript(smallOrder), large: refundScript(largeOrder) },
    });
    worker = await startGatedWorker(system);
  }, 60_000);
  afterEach(async () => {
    await worker.stop();
    await system.stop();
  }, 30_000);

  const start = (order: Row['order'], caseReference: string) =>
    system.client.start({
      agent: 'support',
      subject: order.customer,
      message: `Please refund ${order.total} for ${order.orderId}, it came damaged.`,
      model: order === smallOrder ? 'scripted:small' : 'scripted:large',
      caseReference,
    });

  const approve = async (turnKey: string): Promise<void> => {
    const view = await until(async () => (await system.client.status(turnKey)).view?.reviews[0]);
    const handle = system.client.context.temporal.workflow.getHandle(turnKey);
    await handle.signal('reviewDecision', bareApproval(view));
  };

  const charges = async (): Promise<number> => (await system.gateway.ledger()).charges.length;

  const parkedView = async (turnKey: string) =>
    until(async () => {
      const { view } = await system.client.status(turnKey);
      return view === null || view.park === null ? undefined : view;
    });

  test.each(rows)(
    'stop at $at: parks there, keeps the ledger and the budget right, resumes to the end',
    async (row) => {
      const gate = worker.hold(row.activity);
      const turn = await start(row.order, row.at);
      if (row.activity === 'recordDecision') {
        await until(async () => (await system.client.status(turn.turnKey)).row.status === 'interrupted');
        await approve(turn.turnKey);
      }
      await gate.reached;
      const stopping = system.client.stop(turn.turnKey, 'test');
      if (row.activity === 'performEffect') {
        await until(async () => (await system.client.status(turn.turnKey)).execution?.cancelRequested);
        gate.release();
      }
      const stopped = await stopping;
      expect(stopped).toMatchObject({ parked: true, alreadyStopped: false, status: 'cancelled' });
      gate.release();
      const view = await parkedView(turn.turnKey);
      expect(view).toMatchObject({
        status: 'cancelled',
        node: row.parkedNode,
        park: { cause: 'stop', node: row.parkedNode },
        stop: { by: 'tester' },
        tokens: { reserved: 0 },
      });
      expect(await charges()).toBe(row.charges);
      expect(await system.client.stop(turn.turnKey, 'again')).toMatchObject({ alreadyStopped: true, asked: 0 });
      await system.client.resume(turn.turnKey, { money: view.movesMoneyNext });
      if (row.activity === 'openReview') {
        await until(async () => (await system.client.status(turn.turnKey)).row.status === 'interrupted');
        await approve(turn.turnKey);
      }
      const ended = await until(async () => {
        const report = await system.client.wait(turn.turnKey);
        return report.status === 'completed' ? report : undefined;
      });
      expect(ended).toMatchObject({ status: 'completed', outcome: 'answered', reply: 'The refund is made.' });
      expect(await charges()).toBe(1);
    },
  );
});
