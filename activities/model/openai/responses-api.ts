// The Responses interface: a view becomes one request, one reply becomes a raw reply. How it ended is read from the status alone, never
// from the text; a status, a reason or a kind of item that is not known here is an unknown ending, which is never accepted.
import type { ResponseCreateParamsNonStreaming, ResponseInputItem } from 'openai/resources/responses/responses';
import { z } from 'zod';
import type { ToolNames } from '../../../core/kernel/tool-names';
import type { ModelView, RawReply, StoredCall } from '../../../core/moves/agent-kit';
import { ModelFailure } from '../model-backend';
import { shownItems, type ShownItem } from './shown-turns';
import { responsesUsage } from './usage';

export const toResponsesRequest = (
  view: ModelView,
  model: string,
  names: ToolNames,
): ResponseCreateParamsNonStreaming => ({
  model,
  instructions: view.system,
  input: shownItems(view).flatMap((item) => toInputItems(item, names)),
  max_output_tokens: view.outputTokensMax,
  // Nothing of a customer is kept at the provider.
  store: false,
  ...(view.tools.length === 0
    ? {}
    : {
        tools: view.tools.map(({ name, description, parameters }) => ({
          type: 'function' as const,
          name: names.toProvider(name),
          description,
          parameters,
          strict: false,
        })),
        tool_choice: 'auto' as const,
        parallel_tool_calls: true,
      }),
});

const toInputItems = (item: ShownItem, names: ToolNames): readonly ResponseInputItem[] => {
  switch (item.kind) {
    case 'customer':
      return [{ role: 'user', content: item.text }];
    case 'program':
      return [{ role: 'developer', content: item.text }];
    case 'output':
      return [{ type: 'function_call_output', call_id: item.id, output: item.text }];
    case 'assistant':
      return [
        ...(item.text === '' && item.calls.length > 0
          ? []
          : [{ role: 'assistant' as const, content: item.text === '' ? '(no words)' : item.text }]),
        ...item.calls.map(({ id, tool, argsText }) => ({
          type: 'function_call' as const,
          call_id: id,
          name: names.toProvider(tool),
          arguments: argsText,
        })),
      ];
  }
};

const partSchema = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  refusal: z.string().optional(),
});
const itemSchema = z.looseObject({
  type: z.string(),
  status: z.string().nullish(),
  phase: z.string().nullish(),
  content: z.array(partSchema).nullish(),
  name: z.string().optional(),
  arguments: z.string().optional(),
});
const replySchema = z.looseObject({
  id: z.string().optional(),
  model: z.string().optional(),
  status: z.string().nullish(),
  incomplete_details: z.looseObject({ reason: z.string().nullish() }).nullish(),
  error: z.looseObject({ code: z.string().nullish() }).nullish(),
  output: z.array(itemSchema),
});
type Reply = z.infer<typeof replySchema>;
type Item = z.infer<typeof itemSchema>;

/** Throws ModelFailure for what is no reply of this interface, or one that says the provider failed. */
export const readResponsesReply = (value: unknown, names: ToolNames): RawReply => {
  const read = replySchema.safeParse(value);
  if (!read.success) throw new ModelFailure('model.brokenReply', true, { code: 'notAReply' });
  const reply = read.data;
  const calls = callsOf(reply.output, names);
  const refusal = partsOf(reply.output).flatMap((part) => (part.type === 'refusal' ? [part.refusal ?? ''] : []));
  const text = refusal.length > 0 ? refusal.join('') : textOf(reply.output);
  return {
    text,
    calls,
    ending: endingOf(reply, { refused: refusal.length > 0, calls: calls.length, text }),
    usage: responsesUsage(reply['usage'], text !== '' || calls.length > 0),
    model: reply.model ?? '',
    ...(reply.id === undefined ? {} : { responseId: reply.id }),
  };
};

const callsOf = (output: readonly Item[], names: ToolNames): readonly StoredCall[] =>
  output
    .filter(({ type }) => type === 'function_call')
    .map(({ name, arguments: argsText }) => {
      if (name === undefined || argsText === undefined)
        throw new ModelFailure('model.brokenReply', true, { code: 'notACall' });
      return { tool: names.toOurs(name), argsText };
    });

/** Commentary is said on the way; the answer is the rest. */
const partsOf = (output: readonly Item[]) =>
  output.flatMap(({ type, phase, content }) => (type === 'message' && phase !== 'commentary' ? (content ?? []) : []));

const textOf = (output: readonly Item[]): string =>
  partsOf(output)
    .flatMap(({ type, text }) => (type === 'output_text' ? [text ?? ''] : []))
    .join('');

const knownItems: ReadonlySet<string> = new Set(['message', 'reasoning', 'function_call']);

interface Found {
  readonly refused: boolean;
  readonly calls: number;
  readonly text: string;
}

const endingOf = (reply: Reply, found: Found): RawReply['ending'] => {
  switch (reply.status ?? '') {
    case 'completed':
      return completedEnding(reply, found);
    case 'incomplete':
      return incompleteEnding(reply.incomplete_details?.reason);
    case 'failed':
      return failedEnding(reply.error?.code);
    default:
      return 'unknown';
  }
};

const completedEnding = ({ output }: Reply, { refused, calls, text }: Found): RawReply['ending'] => {
  if (output.some(({ type }) => !knownItems.has(type))) return 'unknown';
  if (output.some(({ type, status }) => type !== 'reasoning' && status === 'incomplete')) return 'cut';
  if (refused) return 'refused';
  if (calls > 0) return 'toolsProposed';
  return text === '' ? 'empty' : 'answered';
};

const incompleteEnding = (reason: string | null | undefined): RawReply['ending'] => {
  if (reason === 'max_output_tokens') return 'cut';
  return reason === 'content_filter' ? 'filtered' : 'unknown';
};

/** A provider that failed while it generated may have billed what it had; a policy of its own is a refusal. */
const failedEnding = (code: string | null | undefined): RawReply['ending'] => {
  if (code === 'server_error') throw new ModelFailure('model.serverError', true, { code: 'failed.serverError' });
  if (code === 'rate_limit_exceeded') throw new ModelFailure('model.serverError', true, { code: 'failed.rateLimit' });
  return code === 'invalid_prompt' ? 'refused' : 'unknown';
};
