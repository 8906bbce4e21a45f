import type { SettledCall, TranscriptHead } from '../core/moves/activity-shapes';
import { renderResult, type RenderSources } from './render-result';

/** Appends one result a call, in call order. Appending again finds the same rows: an activity tried again changes nothing. */
export const settleTranscript = async (
  sources: RenderSources,
  caseId: string,
  { head, settle }: { head: TranscriptHead; settle: readonly SettledCall[] },
): Promise<TranscriptHead> => {
  let tip = head;
  for (const settled of settle) {
    const message = await renderResult(sources, caseId, settled);
    tip = await sources.transcripts.append(caseId, tip, message);
  }
  return tip;
};
