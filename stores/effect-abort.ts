// What an abort leaves in the store: a line in the journal, void reviews, and the list of what stands. Nothing is undone.
import type { JsonObject } from '../core/kernel/json';
import { selectEffects, toEffectRow } from './effect-ledger';
import type { Store } from './open-store';
import { findReviewRows, voidReview } from './review-rows';
import { markAborted } from './run-registry';
import type { EffectRow } from './store-port';
import { writeJournalled } from './write-journalled';

export interface AbortRecord {
  readonly turnKey: string;
  readonly caseId: string;
  readonly by: string;
  /** Address of the reason in the transcript store. */
  readonly reasonRef: string;
  /** It did not park before it was terminated. */
  readonly withoutStop: boolean;
  /** Why it ended, as a code, where no person of ours ended it. */
  readonly cause?: string;
  /** How far the run itself said it had come, beyond what was recorded of it. */
  readonly reached?: JsonObject;
}

/**
 * Journals the abort, ends the registry's row and voids the reviews of this turn that still wait: a grant left behind can start
 * nothing. Again: changes nothing. True when this call recorded it.
 */
export async function recordAbort(store: Store, abort: AbortRecord): Promise<boolean> {
  return writeJournalled(store, async (tx) => {
    const at = { caseId: abort.caseId, atMs: await store.db.nowMs(tx) };
    const { turnKey, by, reasonRef, withoutStop, cause, reached } = abort;
    const reviews = await findReviewRows(tx, { turnKey });
    for (const review of reviews)
      if (review.state === 'pending' || review.state === 'granted')
        await voidReview(tx, { reviewId: review.reviewId, round: review.round, why: 'aborted' }, at);
    const how = { ...(cause === undefined ? {} : { cause }), ...(reached === undefined ? {} : { reached }) };
    const details = { by, reasonRef, withoutStop, ...how };
    const marked = await markAborted(tx, {
      turnKey,
      nowMs: at.atMs,
      details,
      ...(cause === undefined ? {} : { cause }),
    });
    return marked !== undefined;
  });
}

/** Ledger entries of this turn, whatever their state: what was done stands, what is open stays open. */
export async function listOpenEntries(store: Store, turnKey: string): Promise<readonly EffectRow[]> {
  const rows = await store.db.read((query) => selectEffects(query, { turnKey }));
  return rows.map(toEffectRow);
}
