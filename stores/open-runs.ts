// The runs that are not over, with what they need of the code that goes on with them: the agent, the rule set and the version of the
// prompt they started with. The prompt's version stands in the run's first record, which is sealed; it is nobody's word.
import type { KeyRing } from './key-ring';
import type { Database } from './open-database';
import { openDelta } from './step-delta';

export interface OpenRun {
  readonly workflowId: string;
  readonly agent: string;
  readonly status: string;
  /** 0: nothing was recorded yet. */
  readonly rules: number;
  /** Undefined where nothing was recorded yet, or where the case was erased. */
  readonly prompt: string | undefined;
}

const OPEN = ['starting', 'running', 'interrupted', 'cancelled', 'failed_resumable'] as const;

/** Newest first. Throws StoreIntegrityError where a record does not open. */
export async function listOpenRuns(
  db: Database,
  keys: Pick<KeyRing, 'caseKeyById'>,
  limit: number,
): Promise<readonly OpenRun[]> {
  const rows = await db.read((query) =>
    query
      .selectFrom('run')
      .select(['workflowId', 'agent', 'status', 'rules'])
      .where('status', 'in', OPEN)
      .orderBy('startedMs', 'desc')
      .orderBy('workflowId')
      .limit(limit)
      .execute(),
  );
  const runs: OpenRun[] = [];
  for (const row of rows) runs.push({ ...row, prompt: await firstPrompt(db, keys, row.workflowId) });
  return runs;
}

const firstPrompt = async (
  db: Database,
  keys: Pick<KeyRing, 'caseKeyById'>,
  workflowId: string,
): Promise<string | undefined> => {
  const first = await db.read((query) =>
    query
      .selectFrom('step')
      .selectAll()
      .where('workflowId', '=', workflowId)
      .orderBy('step')
      .limit(1)
      .executeTakeFirst(),
  );
  const delta = first === undefined ? '' : await openDelta(keys, first);
  if (delta === '') return undefined;
  const { settings } = JSON.parse(delta) as { readonly settings?: { readonly prompt?: string } };
  return settings?.prompt;
};
