// Runs found by what was recorded of them. Every filter has an index behind it (run-list-ddl): a long registry answers like a short one.
import type { SelectQueryBuilder } from 'kysely';
import type { Query } from './open-database';
import type { StoreSchema } from './schema';
import type { RunFilter, RunRow } from './store-port';

const LIST_LIMIT = 200;

/** What is shown of a row: no digest of a customer, nothing of the record's own order. */
export const runColumns = [
  'workflowId',
  'caseId',
  'turn',
  'agent',
  'status',
  'outcome',
  'stoppedAt',
  'cause',
  'step',
  'waitingKind',
  'reviewId',
  'waitingSinceMs',
  'dueMs',
  'verdict',
  'tokens',
  'costMicro',
  'modelLabel',
  'rules',
  'startedMs',
  'endedMs',
  'uptoMove',
  'replyRef',
  'interimRef',
  'policy',
] as const satisfies readonly (keyof RunRow)[];

type Runs<Output> = SelectQueryBuilder<StoreSchema, 'run', Output>;

const equalities = {
  status: 'status',
  outcome: 'outcome',
  agent: 'agent',
  waiting: 'waitingKind',
  caseId: 'caseId',
  customerRef: 'customerRef',
} as const;

const narrowed = <Output>(runs: Runs<Output>, filter: RunFilter): Runs<Output> => {
  let select = runs;
  for (const [part, column] of Object.entries(equalities)) {
    const value = filter[part as keyof typeof equalities];
    if (value !== undefined) select = select.where(column, '=', value);
  }
  return filter.sinceMs === undefined ? select : select.where('startedMs', '>=', filter.sinceMs);
};

export const selectRuns = async (
  query: Query,
  { limit = LIST_LIMIT, ...filter }: RunFilter & { readonly limit?: number },
): Promise<readonly RunRow[]> =>
  narrowed(query.selectFrom('run').select(runColumns), filter)
    .orderBy('startedMs', 'desc')
    .orderBy('workflowId')
    .limit(limit)
    .execute();

export const countRuns = async (query: Query, filter: RunFilter): Promise<number> => {
  const counted = narrowed(
    query.selectFrom('run').select((eb) => eb.fn.countAll<number>().as('runs')),
    filter,
  );
  return (await counted.executeTakeFirstOrThrow()).runs;
};

/** The names under which runs of this registry ended. */
export const listOutcomes = async (query: Query): Promise<readonly string[]> => {
  const rows = await query.selectFrom('run').select('outcome').distinct().where('outcome', 'is not', null).execute();
  return rows.flatMap(({ outcome }) => outcome ?? []);
};

/** A run that has not ended, with the time of its newest record. */
export interface OpenRun extends RunRow {
  readonly recordedMs: number;
}

/** Every run that has not ended, oldest first. */
export const selectOpenRuns = async (query: Query): Promise<readonly OpenRun[]> =>
  query
    .selectFrom('run')
    .select([...runColumns, 'recordedMs'])
    .where('status', 'in', ['starting', 'running', 'interrupted', 'cancelled', 'failed_resumable'])
    .orderBy('startedMs')
    .orderBy('workflowId')
    .execute();

const AT_ONCE = 500;

/** Which of these workflow ids have a row, and how each stands. */
export const selectStatuses = async (
  query: Query,
  workflowIds: readonly string[],
): Promise<ReadonlyMap<string, RunRow['status']>> => {
  const found = new Map<string, RunRow['status']>();
  for (let at = 0; at < workflowIds.length; at += AT_ONCE) {
    const some = workflowIds.slice(at, at + AT_ONCE);
    const rows = await query
      .selectFrom('run')
      .select(['workflowId', 'status'])
      .where('workflowId', 'in', some)
      .execute();
    for (const { workflowId, status } of rows) found.set(workflowId, status);
  }
  return found;
};
