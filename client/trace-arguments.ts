// Where the sensitive values of a proposed action stand in the conversation: what a person is shown beside the action. A value that only
// a document or a note brought in is named with the tool that returned it. An amount need not stand in any record word for word: what
// the rules derive from the records (the sum of the chosen items) and what the customer was told in a reply are named as what they are.
import { traceArguments, type Source, type Trace } from '../core/effects/provenance';
import type { JsonObject } from '../core/kernel/json';
import type { AgentKit, TranscriptMessage } from '../core/moves/agent-kit';
import { subjectOfCall } from '../core/moves/proposed-calls';

interface Conversation {
  readonly messages: readonly TranscriptMessage[];
  /** What the customer was told in turns before. */
  readonly replies: readonly string[];
  /** What the rules derived from the records when they judged this action. */
  readonly derived: readonly string[];
}

/** One line a sensitive value. What our records say is trusted, words that a tool returned from outside are not. */
export const traceConversation = (
  kit: AgentKit,
  { tool, args }: { readonly tool: string; readonly args: JsonObject },
  { messages, replies, derived }: Conversation,
): readonly Trace[] => {
  const declared = kit.tools.find(({ name }) => name === tool);
  const said = messages.flatMap((message, index): readonly Source[] => {
    if (message.role === 'customer') return [{ id: 'the customer', trusted: true, kind: 'words', text: message.text }];
    if (message.role !== 'tool') return [];
    const trusted = isRecords(kit, message.tool);
    return [{ id: `${message.tool} (message ${index + 1})`, trusted, kind: 'words', text: message.text }];
  });
  const records = said.filter(({ id, trusted }) => trusted && id !== 'the customer');
  const sums: Source = {
    id: `a sum of ${sumOf(records, subjectOfCall(declared, args))}`,
    trusted: true,
    kind: 'values',
    values: derived.filter((value) => !isIn(value, records)),
  };
  const told = replies.map((text): Source => ({
    id: 'a reply the customer was sent',
    trusted: true,
    kind: 'words',
    text,
  }));
  const traces = traceArguments(declared?.sensitive ?? [], args, [...said, sums, ...told]);
  return traces.map((trace) => ({ ...trace, sources: [...new Set(trace.sources)] }));
};

const isRecords = (kit: AgentKit, tool: string): boolean =>
  kit.tools.find(({ name }) => name === tool)?.results === 'records';

const isIn = (value: string, sources: readonly Source[]): boolean =>
  traceArguments(['value'], { value }, sources).some(({ from }) => from !== 'nowhere');

/** The results that tell of what the action is about; where none does, the rules read the records themselves. */
const sumOf = (records: readonly Source[], about: string | null): string => {
  const named = about === null ? [] : records.filter((source) => isIn(about, [source]));
  return named.length === 0 ? 'our records' : named.map(({ id }) => id).join(', ');
};

/** `amount 52.01: from the customer, get_order (message 3)`. */
export const describeTrace = ({ field, value, from, sources }: Trace): string => {
  const where = sources.length === 0 ? 'nowhere in the conversation: the model made it' : `from ${sources.join(', ')}`;
  return `${field} ${value}: ${where}${from === 'untrusted' ? ' ONLY: text from outside' : ''}`;
};
