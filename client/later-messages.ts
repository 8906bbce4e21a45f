// What the customer wrote after an action was proposed: further messages of the same turn, those its run has and has not read, and
// the turns of the case that came later. A waiting action is not disturbed by them, so the person who decides on it is the one who
// must see them: our surfaces refuse to approve until that person says how many they have seen. A bare signal says nothing of it.
import { readInboxNote } from '../core/moves/inbox-note';
import { lastRecordedHead, listTurnsAfter, type CaseTurn } from '../stores/case-turns';
import { StoreIntegrityError, type ReviewRow } from '../stores/store-port';
import { ClientError } from './client-error';
import { findRun } from './run-status';
import type { RecordContext } from './client-context';

/** A message that the customer wrote after the proposal. */
export interface LaterMessage {
  readonly turn: number;
  /** null: there is one, and its words cannot be read any more. */
  readonly text: string | null;
}

interface Known {
  readonly ownTurn: readonly string[];
  /** Addresses of what waits in the run's inbox. */
  readonly inbox: readonly string[];
}

/** Oldest first. */
export const readLaterMessages = async (
  context: RecordContext,
  review: ReviewRow,
  { ownTurn, inbox }: Known,
): Promise<readonly LaterMessage[]> => {
  const { caseId, turn } = await findRun(context, review.turnKey);
  const later = await context.store.db.read((query) => listTurnsAfter(query, { caseId, turn }));
  const waiting = await Promise.all(inbox.map((ref) => readWaiting(context, caseId, ref)));
  const after = await Promise.all(later.map((row) => readTurn(context, caseId, row)));
  return [...[...ownTurn, ...waiting].map((text) => ({ turn, text })), ...after.flat()];
};

const readWaiting = async ({ store }: RecordContext, caseId: string, ref: string): Promise<string | null> =>
  orErased(async () => readInboxNote(await store.transcripts.readNote(caseId, ref)), null);

const readTurn = async ({ store }: RecordContext, caseId: string, row: CaseTurn): Promise<readonly LaterMessage[]> => {
  const head = await store.db.read((query) => lastRecordedHead(query, row.workflowId));
  const read = async (): Promise<readonly LaterMessage[]> => {
    // Before the first record there is the root and, below it, the message that started the turn.
    const messages = await store.transcripts.read(caseId, head?.address ?? row.messageAddress, head?.depth ?? 2);
    return messages.flatMap((message) => (message.role === 'customer' ? [{ turn: row.turn, text: message.text }] : []));
  };
  return orErased(read, [{ turn: row.turn, text: null }]);
};

const orErased = async <T>(read: () => Promise<T>, erased: T): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof StoreIntegrityError && error.code === 'store.erased') return erased;
    throw error;
  }
};

/** Refuses to approve while the customer wrote what the person has not said they saw; the count must be the exact one. */
export const assertSeenLater = (review: ReviewRow, count: number, seenLater: number | undefined): void => {
  if (count === (seenLater ?? 0)) return;
  const seen = seenLater === undefined ? '' : `, not ${seenLater}`;
  throw new ClientError('LATER_MESSAGES', 6, {
    message: `the customer wrote ${countWords(count)} after this action was proposed${seen}: read what was written, then say so by --seen-later ${count}; nothing was decided`,
    next: [`turnkeep review show ${review.reviewId}`],
  });
};

const countWords = (count: number): string => (count === 1 ? '1 message' : `${count} messages`);
