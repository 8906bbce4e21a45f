// What persons did to a run as a whole, by the journal: who stopped it, who had it go on, who ended it. Of words the address alone.
import * as z from 'zod';
import { readBody } from './effect-events';
import { appendJournal } from './journal';
import type { Query } from './open-database';
import { writeJournalled, type JournalledStore } from './write-journalled';

const kinds = ['stopped', 'resumed', 'aborted'] as const;
type ActKind = (typeof kinds)[number];

const bodySchema = z.object({
  by: z.string(),
  reasonRef: z.string().exactOptional(),
  money: z.boolean().exactOptional(),
  cause: z.string().exactOptional(),
});

export interface JournalledAct {
  readonly of: ActKind;
  readonly by: string;
  readonly atMs: number;
  /** Of a resume: whether it let an unfinished step that moves money go on. */
  readonly money: boolean;
  /** Why it ended, as a code, where no person of ours ended it: `by` had it recorded. */
  readonly cause: string | null;
  /** Where the reason lies in the transcript store; null where none is asked for. */
  readonly address: string | null;
}

type Recorded = { readonly turnKey: string; readonly caseId: string; readonly by: string } & (
  { readonly of: 'stopped'; readonly reasonRef: string } | { readonly of: 'resumed'; readonly money: boolean }
);

/** After it was done: the store being down must hold up no stop. An abort is journalled together with its row. */
export async function recordRunAct(
  store: JournalledStore,
  { of: kind, turnKey: subject, caseId, ...body }: Recorded,
): Promise<void> {
  await writeJournalled(store, async (tx) => {
    await appendJournal(tx, { caseId, kind, subject, body, atMs: await store.db.nowMs(tx) });
  });
}

/** Oldest first. */
export async function listRunActs(query: Query, turnKey: string): Promise<readonly JournalledAct[]> {
  const rows = await query
    .selectFrom('journal')
    .select(['seq', 'kind', 'body', 'atMs'])
    .where('subject', '=', turnKey)
    .where('kind', 'in', kinds)
    .orderBy('seq')
    .execute();
  return rows.map(({ kind, atMs, ...row }) => {
    const { by, reasonRef, money, cause } = readBody(bodySchema, row);
    return { of: kind as ActKind, by, atMs, money: money ?? false, cause: cause ?? null, address: reasonRef ?? null };
  });
}
