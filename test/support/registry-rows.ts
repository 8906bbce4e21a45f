// Rows of a registry as a test wants them, without a run behind them.
import { turnKeyOf } from '../../core/kernel/ids';
import type { Store } from '../../stores/open-store';
import { newRun } from '../../stores/run-record';
import type { EffectTable, RunTable } from '../../stores/schema';

export interface RunOf extends Partial<RunTable> {
  readonly caseId: string;
}

/** Writes the row and returns its key. */
export const putRun = async (
  { db }: Store,
  { caseId, turn = 1, agent = 'support', ...change }: RunOf,
): Promise<string> => {
  const turnKey = turnKeyOf(agent, caseId, turn);
  const place = { agent, caseId, turn, turnKey, rootTurnKey: turnKey, branch: 'main' };
  const row = newRun(place, { messageAddress: `m${turnKey}`, modelLabel: 'scripted', nowMs: 1_000 });
  await db.write((tx) =>
    tx
      .insertInto('run')
      .values({ ...row, ...change })
      .execute(),
  );
  return turnKey;
};

/** A ledger entry of a run, unknown unless said otherwise. */
export const putEffect = async (
  { db }: Store,
  { turnKey, caseId, ...change }: Partial<EffectTable> & { turnKey: string; caseId: string },
): Promise<void> => {
  const row: EffectTable = {
    effectKey: `e-${turnKey}`,
    caseId,
    turnKey,
    callId: 'call',
    agent: 'support',
    tool: 'refund_order',
    orderRef: null,
    customerRef: null,
    day: '2026-11-30',
    alone: 1,
    amountMinor: 100,
    currency: 'USD',
    argsDigest: 'a',
    factsDigest: null,
    actionHash: null,
    state: 'unknown',
    allowedBy: 'policy:small',
    reviewId: null,
    reviewRound: null,
    round: 1,
    attempt: 1,
    attemptToken: 't',
    outsideKey: 'o',
    leaseUntilMs: null,
    firstStartedMs: 1_000,
    receiptKey: null,
    resultSealed: null,
    changedMs: 1_000,
  };
  await db.write((tx) =>
    tx
      .insertInto('effect')
      .values({ ...row, ...change })
      .execute(),
  );
};
