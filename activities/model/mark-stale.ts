// How a result that has grown old stands in the model's view: still there, so that the model knows what it once knew, but inside an
// envelope that says when it was seen and that it proves nothing now. It is marked in the view only; the transcript stays as it is.
import { canonicalJson } from '../../core/kernel/canonical-json';
import type { ToolDeclaration } from '../../core/kernel/tool-declaration';
import type { TranscriptMessage } from '../../core/moves/agent-kit';
import { isStale } from '../../core/moves/observed-evidence';

const words = 'This was observed too long ago to be stated as a fact. Call the tool again before you rely on it.';

/** The messages with each stale result marked so, by the same rule that leaves it out of the evidence. */
export const markStale = (
  tools: readonly ToolDeclaration[],
  messages: readonly TranscriptMessage[],
  nowMs: number,
): readonly TranscriptMessage[] =>
  messages.map((message) => {
    if (message.role !== 'tool' || !isStale(tools, message, nowMs)) return message;
    const observedAt = message.atMs === undefined ? 'unknown' : new Date(message.atMs).toISOString();
    return { ...message, text: canonicalJson({ status: 'stale', observedAt, words, earlier: message.text }) };
  });
