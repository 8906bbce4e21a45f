// Records of a run may be delivered twice and in any order. A row is written only by a record that is not older (more moves, or as
// many and later), and the run's figures are the sums over its steps, taken behind a lock of the run's row: so every order of
// deliveries ends in the same rows.
import { canonicalJson } from '../core/kernel/canonical-json';
import type { MoveLine, StepRecord, TurnRef, WaitingFor } from '../core/moves/activity-shapes';
import { dialectOf, type Tx } from './open-database';
import type { RunTable } from './schema';

export const noWait = { waitingKind: null, reviewId: null, waitingSinceMs: null, dueMs: null } as const;

export function newRun(
  { turnKey, caseId, turn, agent }: TurnRef,
  start: {
    readonly messageAddress: string | null;
    readonly modelLabel: string;
    readonly nowMs: number;
    readonly policy?: string;
    readonly customerRef?: string;
  },
): RunTable {
  return {
    workflowId: turnKey,
    caseId,
    turn,
    agent,
    messageAddress: start.messageAddress,
    customerRef: start.customerRef ?? null,
    status: 'starting',
    outcome: null,
    node: null,
    stoppedAt: null,
    cause: null,
    step: 0,
    ...noWait,
    verdict: null,
    tokens: 0,
    costMicro: 0,
    modelLabel: start.modelLabel,
    rules: 0,
    startedMs: start.nowMs,
    endedMs: null,
    uptoMove: 0,
    recordedMs: 0,
    replyRef: null,
    interimRef: null,
    policy: start.policy ?? null,
  };
}

/** Writes one record; one that is older than what stands changes nothing but what is its own. */
export async function recordStep(tx: Tx, step: StepRecord, deltaSealed: Uint8Array): Promise<void> {
  const run = await lockRun(tx, step);
  await upsertStep(tx, step, deltaSealed);
  const sums = await tx
    .selectFrom('step')
    .select((eb) => [eb.fn.sum<number>('tokens').as('tokens'), eb.fn.sum<number>('costMicro').as('costMicro')])
    .where('workflowId', '=', run.workflowId)
    .executeTakeFirstOrThrow();
  const standing = isNewer(step, run) ? standingOf(step, run) : {};
  await tx
    .updateTable('run')
    .set({ ...sums, ...standing })
    .where('workflowId', '=', run.workflowId)
    .execute();
  if (step.status === 'completed') await endCase(tx, run.caseId, step.atMs);
}

/** The time a case's last turn ended: the latest told. */
export async function endCase(tx: Tx, caseId: string, endedMs: number): Promise<void> {
  await tx
    .updateTable('cases')
    .set({ lastEndedMs: endedMs })
    .where('caseId', '=', caseId)
    .where((eb) => eb.or([eb('lastEndedMs', 'is', null), eb('lastEndedMs', '<', endedMs)]))
    .execute();
}

/** A run that nobody claimed here (a fork, or a claim lost with an older copy) gets its row from its first record. */
async function lockRun(tx: Tx, { turn, atMs }: StepRecord): Promise<RunTable> {
  await tx
    .insertInto('run')
    .values(newRun(turn, { messageAddress: null, modelLabel: 'unknown', nowMs: atMs }))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const select = tx.selectFrom('run').selectAll().where('workflowId', '=', turn.turnKey);
  const locking = dialectOf(tx) === 'postgres' ? select.forUpdate() : select;
  return locking.executeTakeFirstOrThrow();
}

/**
 * A step is recorded before each wait and at its end, each time with the moves since: the row keeps the moves of all its records,
 * and of the rest what the newest says. The run's row is locked, so that nobody writes between the look and the write.
 */
async function upsertStep(tx: Tx, step: StepRecord, deltaSealed: Uint8Array): Promise<void> {
  const { uptoMove, atMs, tokens, costMicro } = step;
  const at = { workflowId: step.turn.turnKey, step: step.step };
  const standing = await tx
    .selectFrom('step')
    .select(['record', 'uptoMove', 'atMs'])
    .where('workflowId', '=', at.workflowId)
    .where('step', '=', at.step)
    .executeTakeFirst();
  if (standing === undefined) {
    const record = recordOf(step, step.moves);
    await tx
      .insertInto('step')
      .values({ ...at, uptoMove, atMs, tokens, costMicro, record, deltaSealed })
      .execute();
    return;
  }
  const before = JSON.parse(standing.record) as StepRecord;
  const moves = mergeMoves(before.moves, step.moves);
  const isLate = uptoMove < standing.uptoMove || (uptoMove === standing.uptoMove && atMs < standing.atMs);
  await tx
    .updateTable('step')
    .set(
      isLate
        ? { record: recordOf(before, moves) }
        : { uptoMove, atMs, tokens, costMicro, record: recordOf(step, moves), deltaSealed },
    )
    .where('workflowId', '=', at.workflowId)
    .where('step', '=', at.step)
    .execute();
}

const recordOf = (step: StepRecord, moves: readonly MoveLine[]): string => canonicalJson({ ...step, moves, delta: '' });

const mergeMoves = (standing: readonly MoveLine[], latest: readonly MoveLine[]): readonly MoveLine[] => {
  const byMove = new Map([...standing, ...latest].map((line) => [line.move, line]));
  return [...byMove.values()].sort((one, other) => one.move - other.move);
};

const isNewer = (step: StepRecord, run: RunTable): boolean =>
  step.uptoMove > run.uptoMove || (step.uptoMove === run.uptoMove && step.atMs >= run.recordedMs);

/** What the newest record says of the run. An aborted run stays aborted, whatever is delivered late. */
function standingOf(step: StepRecord, run: RunTable): Partial<RunTable> {
  const place = {
    outcome: step.outcome,
    node: step.node,
    cause: step.cause,
    step: step.step,
    verdict: step.verdict ? `${step.verdict.kind}:${step.verdict.by}` : run.verdict,
    rules: step.rules,
    uptoMove: step.uptoMove,
    recordedMs: step.atMs,
  };
  if (run.status === 'aborted') return { ...place, cause: run.cause ?? step.cause, stoppedAt: step.node };
  const isStopped = step.status !== 'running' && step.status !== 'completed';
  return {
    ...place,
    ...waitOf(step.waiting),
    status: step.status,
    stoppedAt: isStopped ? step.node : null,
    endedMs: step.status === 'completed' ? step.atMs : null,
  };
}

const waitOf = (waiting: WaitingFor | null): Partial<RunTable> =>
  waiting
    ? {
        waitingKind: waiting.kind,
        reviewId: waiting.reviewId,
        waitingSinceMs: waiting.sinceMs,
        dueMs: waiting.dueMs,
      }
    : noWait;
