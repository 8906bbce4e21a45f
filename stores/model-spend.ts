// What the models of an agent used on a day, over all runs and workers. A request is counted before it is sent, at the most it may
// use, and refused when that would pass the day's cap; what it did use replaces the estimate. One row a call says what it was
// counted with: a call dispatched again after a crash is the same reservation and counts once, a further try of one that may have
// been billed is another. Tokens are counts, costs millionths of a dollar; an unknown price counts tokens only.
import type { Database, Tx } from './open-database';
import type { SpendCallTable } from './schema';

export interface SpendAsk {
  /** The model call's receipt key. */
  readonly receiptKey: string;
  readonly agent: string;
  readonly tokens: number;
  /** null: the price is unknown. */
  readonly costMicro: number | null;
}

export interface SpendCap {
  readonly tokens: number;
  readonly costMicro: number;
}

/** False when the request would pass the cap: nothing is counted then, and nothing may be sent. */
export async function reserveSpend(db: Database, ask: SpendAsk, cap: SpendCap): Promise<boolean> {
  return db.write(async (tx) => {
    const day = new Date(await db.nowMs(tx)).toISOString().slice(0, 10);
    await lockDay(tx, { agent: ask.agent, day });
    const call = await findCall(tx, ask.receiptKey);
    if (call?.open === 1) return true;
    const used = await readDay(tx, { agent: ask.agent, day });
    if (used.tokens + ask.tokens > cap.tokens || used.costMicro + (ask.costMicro ?? 0) > cap.costMicro) return false;
    await addToDay(tx, { agent: ask.agent, day }, ask);
    const row = { ...ask, day, open: 1 };
    await tx
      .insertInto('spendCall')
      .values(row)
      .onConflict((conflict) => conflict.column('receiptKey').doUpdateSet(row))
      .execute();
    return true;
  });
}

/**
 * Ends a reservation with what was used; null: nobody knows, the whole reservation stays counted. A second time: changes nothing.
 */
export async function settleSpend(
  db: Database,
  receiptKey: string,
  used: { readonly tokens: number; readonly costMicro: number | null } | null,
): Promise<void> {
  await db.write(async (tx) => {
    const found = await findCall(tx, receiptKey);
    if (found === undefined) return;
    await lockDay(tx, found);
    const call = await findCall(tx, receiptKey);
    if (call?.open !== 1) return;
    const settled = used ?? { tokens: call.tokens, costMicro: call.costMicro };
    await addToDay(tx, call, {
      tokens: settled.tokens - call.tokens,
      costMicro: (settled.costMicro ?? 0) - (call.costMicro ?? 0),
    });
    await tx
      .updateTable('spendCall')
      .set({ ...settled, open: 0 })
      .where('receiptKey', '=', receiptKey)
      .execute();
  });
}

export interface DaySpend {
  readonly tokens: number;
  readonly costMicro: number;
  /** Calls of that day whose price is unknown: their tokens count, their cost does not. */
  readonly unpricedCalls: number;
}

/** `day`: UTC, `yyyy-mm-dd`. */
export async function readDaySpend(db: Database, of: AgentDay): Promise<DaySpend> {
  return db.read(async (query) => {
    const row = await query
      .selectFrom('spend')
      .select(['tokens', 'costMicro'])
      .where('agent', '=', of.agent)
      .where('day', '=', of.day)
      .executeTakeFirst();
    const unpriced = await query
      .selectFrom('spendCall')
      .select((eb) => eb.fn.countAll<number>().as('calls'))
      .where('agent', '=', of.agent)
      .where('day', '=', of.day)
      .where('costMicro', 'is', null)
      .executeTakeFirstOrThrow();
    return { tokens: row?.tokens ?? 0, costMicro: row?.costMicro ?? 0, unpricedCalls: unpriced.calls };
  });
}

interface AgentDay {
  readonly agent: string;
  readonly day: string;
}

const findCall = (tx: Tx, receiptKey: string): Promise<SpendCallTable | undefined> =>
  tx.selectFrom('spendCall').selectAll().where('receiptKey', '=', receiptKey).executeTakeFirst();

/** The day's row is written first, so that two workers never read the same sum. */
async function lockDay(tx: Tx, { agent, day }: AgentDay): Promise<void> {
  await tx
    .insertInto('spend')
    .values({ agent, day, tokens: 0, costMicro: 0 })
    .onConflict((conflict) =>
      conflict.columns(['agent', 'day']).doUpdateSet((eb) => ({ tokens: eb.ref('spend.tokens') })),
    )
    .execute();
}

const readDay = (tx: Tx, { agent, day }: AgentDay): Promise<{ tokens: number; costMicro: number }> =>
  tx
    .selectFrom('spend')
    .select(['tokens', 'costMicro'])
    .where('agent', '=', agent)
    .where('day', '=', day)
    .executeTakeFirstOrThrow();

async function addToDay(
  tx: Tx,
  { agent, day }: AgentDay,
  by: { readonly tokens: number; readonly costMicro: number | null },
): Promise<void> {
  await tx
    .updateTable('spend')
    .set((eb) => ({ tokens: eb('tokens', '+', by.tokens), costMicro: eb('costMicro', '+', by.costMicro ?? 0) }))
    .where('agent', '=', agent)
    .where('day', '=', day)
    .execute();
}
