// The turns of one case, for whoever continues it.
import type { StepRecord, TranscriptHead } from '../core/moves/activity-shapes';
import type { Query } from './open-database';

export interface CaseTurn {
  readonly workflowId: string;
  readonly turn: number;
  readonly status: string;
  readonly outcome: string | null;
  readonly replyRef: string | null;
  readonly messageAddress: string;
}

/** The turns of an agent in a case before one of them, oldest first. A fork is no turn of the case. */
export async function listTurnsBefore(
  query: Query,
  { caseId, agent, turn }: { readonly caseId: string; readonly agent: string; readonly turn: number },
): Promise<readonly CaseTurn[]> {
  const rows = await query
    .selectFrom('run')
    .select(['workflowId', 'turn', 'status', 'outcome', 'replyRef', 'messageAddress'])
    .where('caseId', '=', caseId)
    .where('agent', '=', agent)
    .where('turn', '<', turn)
    .where('messageAddress', 'is not', null)
    .orderBy('turn')
    .execute();
  return rows.flatMap(({ messageAddress, ...row }) => (messageAddress === null ? [] : [{ ...row, messageAddress }]));
}

/** The turns of a case after one of them, oldest first, of whichever agent. A fork is no turn of the case. */
export async function listTurnsAfter(
  query: Query,
  { caseId, turn }: { readonly caseId: string; readonly turn: number },
): Promise<readonly CaseTurn[]> {
  const rows = await query
    .selectFrom('run')
    .select(['workflowId', 'turn', 'status', 'outcome', 'replyRef', 'messageAddress'])
    .where('caseId', '=', caseId)
    .where('turn', '>', turn)
    .where('messageAddress', 'is not', null)
    .orderBy('turn')
    .execute();
  return rows.flatMap(({ messageAddress, ...row }) => (messageAddress === null ? [] : [{ ...row, messageAddress }]));
}

/** The tip of a run's branch as it was recorded last; undefined before the first record. */
export async function lastRecordedHead(query: Query, workflowId: string): Promise<TranscriptHead | undefined> {
  const row = await query
    .selectFrom('step')
    .select('record')
    .where('workflowId', '=', workflowId)
    .orderBy('step', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && (JSON.parse(row.record) as StepRecord).head;
}
