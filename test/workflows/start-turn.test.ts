// Starting a turn twice: the same request is the same turn, another message never takes over a run it finds.
import { describeWithTemporal } from '../support/needs';
import { smallOrder } from '../support/refund-scripts';
import { startSystem, type System } from '../support/start-system';

describeWithTemporal('start turn', () => {
  let system: System;
  beforeAll(async () => {
    system = await startSystem({ worker: false });
  }, 60_000);
  afterAll(async () => {
    await system.stop();
  }, 30_000);

  const start = (message: string, requestId: string) =>
    system.client.start({ agent: 'support', subject: smallOrder.customer, message, caseReference: 'one', requestId });

  test('same request again -> the same turn; another request with the same words -> the next turn', async () => {
    const first = await start('yes', 'r-1');
    expect(await start('yes', 'r-1')).toMatchObject({ turnKey: first.turnKey, turn: 1 });
    expect(await start('yes', 'r-2')).toMatchObject({ turn: 2 });
  });

  test('a store older than Temporal: the turn number is taken by another message -> conflict that says so', async () => {
    const taken = await start('no', 'r-3');
    await system.client.context.store.db.write(async (tx) => {
      await tx.deleteFrom('run').where('workflowId', '=', taken.turnKey).execute();
      await tx
        .updateTable('cases')
        .set({ lastTurn: taken.turn - 1 })
        .execute();
    });
    await expect(start('something else', 'r-4')).rejects.toMatchObject({ code: 'TURN_TAKEN', exit: 6 });
  });
});
