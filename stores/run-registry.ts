// One row a run and one a step: answers "what runs, what waits, what was spent" without opening a word of anybody.
import type { StepRecord, TurnRef } from '../core/moves/activity-shapes';
import { turnKeyOf } from '../core/kernel/ids';
import type { JsonObject } from '../core/kernel/json';
import { appendJournal, lockHead, type ChainPoint } from './journal';
import type { KeyRing } from './key-ring';
import { dialectOf, type Database, type Query, type Tx } from './open-database';
import { countRuns, runColumns, selectRuns } from './run-list';
import { endCase, newRun, noWait, recordStep } from './run-record';
import { openDelta, sealDelta } from './step-delta';
import type { RunRegistry } from './store-port';

type Claim = Parameters<RunRegistry['claimTurn']>[0];

export function createRunRegistry(db: Database, keys: Pick<KeyRing, 'caseKey' | 'caseKeyById'>): RunRegistry {
  return {
    claimTurn: async (claim) => db.write((tx) => claimTurn(tx, claim)),
    record: async (step) => {
      const sealed = await sealDelta(keys, step);
      await db.write((tx) => recordStep(tx, step, sealed));
    },
    setReply: async (turnKey, replyRef) => {
      await db.write((tx) => tx.updateTable('run').set({ replyRef }).where('workflowId', '=', turnKey).execute());
    },
    setInterim: async (turnKey, interimRef) => {
      await db.write((tx) => tx.updateTable('run').set({ interimRef }).where('workflowId', '=', turnKey).execute());
    },
    find: async (workflowId) =>
      db.read((query) =>
        query.selectFrom('run').select(runColumns).where('workflowId', '=', workflowId).executeTakeFirst(),
      ),
    list: async (filter) => db.read((query) => selectRuns(query, filter)),
    count: async (filter) => db.read((query) => countRuns(query, filter)),
    steps: async (workflowId) => readSteps(db, keys, workflowId),
  };
}

async function claimTurn(tx: Tx, { caseId, agent, messageAddress, ...start }: Claim): Promise<TurnRef> {
  const lastTurn = await lockCase(tx, caseId);
  const known = await tx
    .selectFrom('run')
    .select(['agent', 'turn'])
    .where('caseId', '=', caseId)
    .where('messageAddress', '=', messageAddress)
    .executeTakeFirst();
  if (known) return toTurnRef(known.agent, caseId, known.turn);
  const turn = toTurnRef(agent, caseId, lastTurn + 1);
  await tx
    .insertInto('run')
    .values(newRun(turn, { messageAddress, ...start }))
    .execute();
  await tx.updateTable('cases').set({ lastTurn: turn.turn, purgedMs: null }).where('caseId', '=', caseId).execute();
  return turn;
}

/** Makes the case's row when there is none, holds it, and tells its last turn. */
async function lockCase(tx: Tx, caseId: string): Promise<number> {
  await tx
    .insertInto('cases')
    .values({ caseId, lastTurn: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const select = tx.selectFrom('cases').select('lastTurn').where('caseId', '=', caseId);
  const locking = dialectOf(tx) === 'postgres' ? select.forUpdate() : select;
  return (await locking.executeTakeFirstOrThrow()).lastTurn;
}

function toTurnRef(agent: string, caseId: string, turn: number): TurnRef {
  const turnKey = turnKeyOf(agent, caseId, turn);
  return { agent, caseId, turn, turnKey, rootTurnKey: turnKey, branch: 'main' };
}

export interface Abort {
  readonly turnKey: string;
  readonly nowMs: number;
  /** Joins the journal's body: who, why (an address), how. */
  readonly details: JsonObject;
  /** Takes the place of the row's; left out: that stays. */
  readonly cause?: string;
}

/** Idempotent; a completed run stays completed. Journals `aborted`; undefined when nothing changed. */
export async function markAborted(tx: Tx, { turnKey, nowMs, details, cause }: Abort): Promise<ChainPoint | undefined> {
  await lockHead(tx);
  const { numUpdatedRows } = await tx
    .updateTable('run')
    .set((eb) => ({
      status: 'aborted' as const,
      stoppedAt: eb.ref('node'),
      endedMs: nowMs,
      ...noWait,
      ...(cause === undefined ? {} : { cause }),
    }))
    .where('workflowId', '=', turnKey)
    .where('status', 'not in', ['aborted', 'completed'])
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return undefined;
  const run = await tx.selectFrom('run').selectAll().where('workflowId', '=', turnKey).executeTakeFirstOrThrow();
  await endCase(tx, run.caseId, nowMs);
  const body = { step: run.step, uptoMove: run.uptoMove, ...details };
  return appendJournal(tx, { caseId: run.caseId, kind: 'aborted', subject: turnKey, body, atMs: nowMs });
}

/** Whether a person ended this run for good: by the journal, or by its row. */
export async function isAborted(query: Query, turnKey: string): Promise<boolean> {
  const told = await query
    .selectFrom('journal')
    .select('seq')
    .where('subject', '=', turnKey)
    .where('kind', '=', 'aborted')
    .executeTakeFirst();
  if (told !== undefined) return true;
  const run = await query.selectFrom('run').select('status').where('workflowId', '=', turnKey).executeTakeFirst();
  return run?.status === 'aborted';
}

/** Oldest first. The delta of an erased case, or without keys, is empty text. */
async function readSteps(
  db: Database,
  keys: Pick<KeyRing, 'caseKeyById'>,
  workflowId: string,
): Promise<readonly StepRecord[]> {
  const rows = await db.read((query) =>
    query.selectFrom('step').selectAll().where('workflowId', '=', workflowId).orderBy('step').execute(),
  );
  const steps: StepRecord[] = [];
  for (const row of rows) {
    const record = JSON.parse(row.record) as StepRecord;
    steps.push({ ...record, delta: await openDelta(keys, row) });
  }
  return steps;
}
