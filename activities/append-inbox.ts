// What the customer wrote while the turn ran, taken into the transcript in the order it came. Appending again finds the same rows.
import type { InboxRef, TranscriptHead } from '../core/moves/activity-shapes';
import type { TranscriptMessage } from '../core/moves/agent-kit';
import { readInboxNote } from '../core/moves/inbox-note';
import { notSentWords } from '../core/moves/not-sent';
import { StoreIntegrityError, type TranscriptStore } from '../stores/store-port';

/** An address that leads to no message: said, or a message that was lost would be lost without a trace. */
const lostWords = 'A further message of the customer was announced, but its words are not in the store.';

export const appendInbox = async (
  transcripts: TranscriptStore,
  caseId: string,
  { head, inbox = [] }: { head: TranscriptHead; inbox?: readonly InboxRef[] | undefined },
): Promise<TranscriptHead> => {
  if (inbox.length === 0) return head;
  let tip = (await endsInAnswer(transcripts, caseId, head))
    ? await transcripts.append(caseId, head, { role: 'program', text: notSentWords })
    : head;
  for (const { noteRef } of inbox)
    tip = await transcripts.append(caseId, tip, await messageAt(transcripts, caseId, noteRef));
  return tip;
};

/** Within its turn an answer is followed by nothing; one that is followed by a message was not delivered. */
const endsInAnswer = async (transcripts: TranscriptStore, caseId: string, head: TranscriptHead): Promise<boolean> => {
  const last = (await transcripts.read(caseId, head.address, head.depth)).at(-1);
  return last?.role === 'assistant' && last.calls.length === 0;
};

const messageAt = async (transcripts: TranscriptStore, caseId: string, noteRef: string): Promise<TranscriptMessage> => {
  const text = readInboxNote(await noteAt(transcripts, caseId, noteRef));
  return text === null ? { role: 'program', text: lostWords } : { role: 'customer', text };
};

/** Empty where there is none. */
const noteAt = async (transcripts: TranscriptStore, caseId: string, noteRef: string): Promise<string> => {
  try {
    return await transcripts.readNote(caseId, noteRef);
  } catch (error) {
    if (error instanceof StoreIntegrityError && error.code === 'store.rowMissing') return '';
    throw error;
  }
};
