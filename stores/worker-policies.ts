// Under which policy files the workers of this deployment run. A worker reads them once, at its start: a file changed since then is in
// force only after a restart, and nobody could tell that from the file alone. One row a worker and agent, beside the other facts of the
// deployment; a worker that ends in order takes its own away, one that was killed leaves them.
import * as z from 'zod';
import { canonicalJson } from '../core/kernel/canonical-json';
import type { Database, Query } from './open-database';

export interface WorkerPolicy {
  /** As the worker calls itself towards Temporal. */
  readonly worker: string;
  readonly agent: string;
  /** `id@version` of the file as it was read. */
  readonly policy: string;
  /** SHA-256 of its canonical JSON. */
  readonly digest: string;
  readonly startedMs: number;
}

const PREFIX = 'policy of ';
const rowSchema = z.object({
  worker: z.string(),
  agent: z.string(),
  policy: z.string(),
  digest: z.string(),
  startedMs: z.int(),
});

const nameOf = ({ worker, agent }: Pick<WorkerPolicy, 'worker' | 'agent'>): string => `${PREFIX}${worker} ${agent}`;

/** Says what this worker runs under; what one of the same name said before is replaced. */
export async function keepWorkerPolicies(db: Database, policies: readonly WorkerPolicy[]): Promise<void> {
  const rows = policies.map((policy) => ({ name: nameOf(policy), value: canonicalJson(policy) }));
  if (rows.length === 0) return;
  await db.write((tx) =>
    tx
      .insertInto('deployment')
      .values(rows)
      .onConflict((conflict) => conflict.column('name').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })))
      .execute(),
  );
}

/** For a worker that ends. */
export async function dropWorkerPolicies(db: Database, policies: readonly WorkerPolicy[]): Promise<void> {
  const names = policies.map(nameOf);
  if (names.length > 0) await db.write((tx) => tx.deleteFrom('deployment').where('name', 'in', names).execute());
}

/** Newest start first. A row of another form is a newer program's, and says nothing here. */
export async function listWorkerPolicies(query: Query): Promise<readonly WorkerPolicy[]> {
  const rows = await query.selectFrom('deployment').select('value').where('name', 'like', `${PREFIX}%`).execute();
  return rows
    .flatMap(({ value }) => {
      const read = rowSchema.safeParse(JSON.parse(value));
      return read.success ? [read.data] : [];
    })
    .sort((a, b) => b.startedMs - a.startedMs);
}
