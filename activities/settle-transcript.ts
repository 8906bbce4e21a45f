import type { InboxRef, SettledCall, TranscriptHead } from '../core/moves/activity-shapes';
import { appendInbox } from './append-inbox';
import { renderResult, type RenderSources } from './render-result';

/** Appends one result a call, in call order, and then what the customer wrote meanwhile. Appending again finds the same rows: an activity tried again changes nothing. */
export const settleTranscript = async (
  sources: RenderSources,
  caseId: string,
  { head, settle, inbox }: { head: TranscriptHead; settle: readonly SettledCall[]; inbox?: readonly InboxRef[] },
): Promise<TranscriptHead> => {
  let tip = head;
  for (const settled of settle) {
    const message = await renderResult(sources, caseId, settled);
    tip = await sources.transcripts.append(caseId, tip, message);
  }
  return appendInbox(sources.transcripts, caseId, { head: tip, inbox });
};
