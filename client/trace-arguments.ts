// Where the sensitive values of a proposed action stand in the conversation: what a person is shown beside the action. A value that only
// a document or a note brought in is named with the tool that returned it.
import { traceArguments, type Source, type Trace } from '../core/effects/provenance';
import type { JsonObject } from '../core/kernel/json';
import type { AgentKit, TranscriptMessage } from '../core/moves/agent-kit';

/** One line a sensitive value. What our records say is trusted, words that a tool returned from outside are not. */
export const traceConversation = (
  kit: AgentKit,
  { tool, args }: { readonly tool: string; readonly args: JsonObject },
  messages: readonly TranscriptMessage[],
): readonly Trace[] => {
  const declared = kit.tools.find(({ name }) => name === tool);
  const sources = messages.flatMap((message, index): readonly Source[] => {
    if (message.role === 'customer') return [{ id: 'the customer', trusted: true, kind: 'words', text: message.text }];
    if (message.role !== 'tool') return [];
    const trusted = kit.tools.find(({ name }) => name === message.tool)?.results === 'records';
    return [{ id: `${message.tool} (message ${index + 1})`, trusted, kind: 'words', text: message.text }];
  });
  return traceArguments(declared?.sensitive ?? [], args, sources);
};

/** `amount 52.01: from the customer, get_order (message 3)`. */
export const describeTrace = ({ field, value, from, sources }: Trace): string => {
  const where = sources.length === 0 ? 'nowhere in the conversation: the model made it' : `from ${sources.join(', ')}`;
  return `${field} ${value}: ${where}${from === 'untrusted' ? ' ONLY: text from outside' : ''}`;
};
