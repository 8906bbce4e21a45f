// How a turn stands for whoever tells of it from outside its run: the calls it had made when it was recorded last, and the actions of
// it that nobody has decided or that were approved and not carried out, with the arguments they would be carried out under.
import { fromMinor } from '../core/kernel/money';
import type { WaitingEffect } from '../core/moves/agent-kit';
import { callsInTranscript, type CallInTranscript } from '../core/moves/proposed-calls';
import { parseObject } from '../core/output-guard/parse';
import { lastRecordedHead } from './case-turns';
import type { Database } from './open-database';
import { findReviewRows, readOpened } from './review-rows';
import { StoreIntegrityError, type ReviewRow, type TranscriptStore } from './store-port';

interface Sources {
  readonly db: Database;
  readonly transcripts: TranscriptStore;
}

interface TurnPlace {
  readonly caseId: string;
  readonly turnKey: string;
}

/** None of a turn that was not recorded yet, or whose words were erased. A fork's calls are not among them. */
export const readTurnCalls = async (
  { db, transcripts }: Sources,
  identityKey: Uint8Array,
  { caseId, turnKey }: TurnPlace,
): Promise<readonly CallInTranscript[]> => {
  const head = await db.read((query) => lastRecordedHead(query, turnKey));
  if (head === undefined) return [];
  try {
    const messages = await transcripts.read(caseId, head.address, head.depth);
    return callsInTranscript(identityKey, { rootTurnKey: turnKey, branch: 'main' }, messages);
  } catch (error) {
    if (error instanceof StoreIntegrityError && error.code === 'store.erased') return [];
    throw error;
  }
};

/** `rows` oldest first. */
export const newestRounds = (rows: readonly ReviewRow[]): readonly ReviewRow[] => [
  ...new Map(rows.map((row) => [row.reviewId, row])).values(),
];

/** For a person, or for what a person granted. */
export const isWaitingReview = ({ state }: ReviewRow): boolean => state === 'pending' || state === 'granted';

/** The newest round of each review of the turn that waits, oldest first. */
export const listWaitingReviews = async ({ db }: Sources, turnKey: string): Promise<readonly ReviewRow[]> =>
  newestRounds(await db.read((query) => findReviewRows(query, { turnKey }))).filter(isWaitingReview);

/** The action of a review; under a person's arguments where a person changed them. Arguments that are not to be found are empty. */
export const toWaitingEffect = async (
  { db, transcripts }: Sources,
  review: ReviewRow,
  calls: readonly CallInTranscript[],
): Promise<WaitingEffect> => {
  const { tool, amountMinor, currency } = review;
  const opened = await db.read((query) => readOpened(query, review));
  const parsed =
    opened?.edit === undefined ? null : parseObject(await transcripts.readNote(review.caseId, opened.edit.ref));
  const args =
    parsed?.kind === 'object' ? parsed.value : (calls.find(({ callId }) => callId === review.callId)?.args ?? {});
  const amount = amountMinor === null || currency === null ? null : fromMinor(amountMinor, currency);
  return { tool, args, amount, currency };
};
