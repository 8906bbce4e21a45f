// Every commit that appended to the journal is followed by a line in the anchor file, here and nowhere else: an older copy that lost
// only a refusal or a question is noticed like one that lost a claim. The chain's head is the first statement, which also tells
// afterwards whether anything was appended. The anchor's own rule stands: nothing is written to it while the store is older.
import type { AnchorFile } from './open-store';
import { lockHead, readHead } from './journal';
import type { Database, Tx } from './open-database';

export interface JournalledStore {
  readonly db: Database;
  readonly anchor: Pick<AnchorFile, 'append'>;
}

/**
 * Runs `fn` in one transaction under the chain's head; `committed` is called between the commit and the anchor's line. Throws as
 * `db.write` does, and what the anchor throws after the commit: `fn` must then be safe to run again.
 */
export async function writeJournalled<T>(
  { db, anchor }: JournalledStore,
  fn: (tx: Tx) => Promise<T>,
  committed?: () => Promise<void>,
): Promise<T> {
  const { value, before, after } = await db.write(async (tx) => {
    const head = await lockHead(tx);
    const result = await fn(tx);
    return { value: result, before: head, after: await readHead(tx) };
  });
  await committed?.();
  if (after.seq > before.seq) await anchor.append(after);
  return value;
}
