// The gateway acts and its answer is lost. Once: the same key again, one charge. For ever: nobody knows, so the run parks, the entry
// is listed as unknown, and only a named person who says "money" lets the same key be asked again.
import { refundScript, smallOrder } from '../support/refund-scripts';
import { startSystem, until } from '../support/start-system';
import { completed, entriesOf, startRefund } from './kill-scene';
import { codesOf, reconcileByCommand, verifyByCommand } from './run-command';

export const loseAnswerOnce = async (): Promise<void> => {
  const system = await startSystem({ scripts: { turn: refundScript(smallOrder) } });
  try {
    await system.gateway.setFaults([{ kind: 'lost_answer' }]);
    const turnKey = await startRefund(system, smallOrder, 'once');
    expect(await completed(system, turnKey)).toMatchObject({ outcome: 'answered', reply: 'The refund is made.' });
    const [entry] = await entriesOf(system, turnKey);
    expect(entry).toMatchObject({ state: 'done', round: 1, attempt: 2 });
    expect(await system.gateway.ledger()).toMatchObject({
      charges: [{ key: entry?.outsideKey }],
      requests: 2,
      replays: 1,
    });
    expect((await verifyByCommand(system.env)).exit).toBe(0);
  } finally {
    await system.stop();
  }
};

export const loseAnswerForEver = async (): Promise<void> => {
  const system = await startSystem({ scripts: { turn: refundScript(smallOrder) } });
  try {
    await system.gateway.setFaults([{ kind: 'lost_answer', times: -1 }]);
    const turnKey = await startRefund(system, smallOrder, 'for ever');
    const parked = await until(async () => {
      const report = await system.client.wait(turnKey, { timeoutMs: 90_000 });
      return report.status === 'failed_resumable' ? report : undefined;
    }, 90_000);
    expect(parked).toMatchObject({ status: 'failed_resumable', cause: 'effect.unknown', outcome: null });
    expect((await system.gateway.ledger()).charges).toHaveLength(1);
    const open = await verifyByCommand(system.env);
    expect({ exit: open.exit, codes: codesOf(open) }).toEqual({ exit: 0, codes: [] });
    expect(open.body.open).toEqual([expect.objectContaining({ state: 'unknown', outside: 'charged' })]);

    const listed = await reconcileByCommand(system.env, 'ana');
    expect(listed).toMatchObject({ exit: 8, body: { error: { code: 'STILL_OPEN' } } });
    expect(listed.body.lines).toEqual([
      expect.objectContaining({ before: 'unknown', after: 'unknown', action: 'sentAgain', cause: 'connection_lost' }),
    ]);

    await expect(system.client.resume(turnKey, {})).rejects.toMatchObject({ code: 'MONEY_NEEDS_PERSON', exit: 4 });
    expect((await system.client.status(turnKey)).row.status).toBe('failed_resumable');
    await system.gateway.clearFaults();
    expect(await system.client.resume(turnKey, { money: true })).toMatchObject({ resumed: true, by: 'tester' });
    expect(await completed(system, turnKey)).toMatchObject({ outcome: 'answered', reply: 'The refund is made.' });
    const [entry] = await entriesOf(system, turnKey);
    expect(entry).toMatchObject({ state: 'done', round: 1 });
    expect((await system.gateway.ledger()).charges).toEqual([expect.objectContaining({ key: entry?.outsideKey })]);
    const end = await verifyByCommand(system.env);
    expect({ exit: end.exit, codes: codesOf(end), open: end.body.open }).toEqual({ exit: 0, codes: [], open: [] });
  } finally {
    await system.stop();
  }
};
