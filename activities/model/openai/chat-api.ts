// Chat Completions, the interface that compatible servers speak too: a view becomes one request, one reply becomes a raw reply. How it ended
// is read from the finish reason alone, never from the text; servers that end a reply with calls by "stop" are taken by their calls. What
// is not known here is an unknown ending, which is never accepted.
import type {
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions/completions';
import { z } from 'zod';
import type { ToolNames } from '../../../core/kernel/tool-names';
import type { ModelView, RawReply, StoredCall } from '../../../core/moves/agent-kit';
import { ModelFailure } from '../model-backend';
import { shownItems, type ShownItem } from './shown-turns';
import { chatUsage } from './usage';

export interface ChatWish {
  readonly model: string;
  readonly maxTokensField: 'max_completion_tokens' | 'max_tokens';
}

export const toChatRequest = (
  view: ModelView,
  { model, maxTokensField }: ChatWish,
  names: ToolNames,
): ChatCompletionCreateParamsNonStreaming => ({
  model,
  messages: [{ role: 'system', content: view.system }, ...shownItems(view).map((item) => toChatMessage(item, names))],
  [maxTokensField]: view.outputTokensMax,
  // Nothing of a customer is kept at the provider.
  store: false,
  ...(view.tools.length === 0
    ? {}
    : {
        tools: view.tools.map(({ name, description, parameters }) => ({
          type: 'function' as const,
          function: { name: names.toProvider(name), description, parameters },
        })),
        tool_choice: 'auto' as const,
        parallel_tool_calls: true,
      }),
});

const toChatMessage = (item: ShownItem, names: ToolNames): ChatCompletionMessageParam => {
  switch (item.kind) {
    case 'customer':
      return { role: 'user', content: item.text };
    case 'program':
      return { role: 'system', content: item.text };
    case 'output':
      return { role: 'tool', tool_call_id: item.id, content: item.text };
    case 'assistant':
      if (item.calls.length === 0) return { role: 'assistant', content: item.text === '' ? '(no words)' : item.text };
      return {
        role: 'assistant',
        content: item.text === '' ? null : item.text,
        tool_calls: item.calls.map(({ id, tool, argsText }) => ({
          id,
          type: 'function',
          function: { name: names.toProvider(tool), arguments: argsText },
        })),
      };
  }
};

const functionSchema = z.looseObject({ name: z.string(), arguments: z.string() });
const replySchema = z.looseObject({
  id: z.string().optional(),
  model: z.string().optional(),
  choices: z
    .array(
      z.looseObject({
        finish_reason: z.string().nullish(),
        message: z.looseObject({
          content: z.string().nullish(),
          refusal: z.string().nullish(),
          tool_calls: z.array(z.looseObject({ function: functionSchema })).nullish(),
          function_call: functionSchema.nullish(),
        }),
      }),
    )
    .min(1),
});

type Choice = z.infer<typeof replySchema>['choices'][number];
type Message = Choice['message'];

/** Throws ModelFailure for what is no reply of this interface. */
export const readChatReply = (value: unknown, names: ToolNames): RawReply => {
  const read = replySchema.safeParse(value);
  const choice = read.success ? read.data.choices[0] : undefined;
  if (!read.success || choice === undefined) throw new ModelFailure('model.brokenReply', true, { code: 'notAReply' });
  const { id, model = '', usage } = read.data;
  const said = saidBy(choice, names);
  return {
    ...said,
    usage: chatUsage(usage, said.text !== '' || said.calls.length > 0),
    model,
    ...(id === undefined ? {} : { responseId: id }),
  };
};

const saidBy = (
  { message, finish_reason: reason }: Choice,
  names: ToolNames,
): Pick<RawReply, 'text' | 'calls' | 'ending'> => {
  const calls = callsOf(message, names);
  const refusal = message.refusal ?? '';
  const text = refusal === '' ? (message.content ?? '') : refusal;
  return { text, calls, ending: endingOf(reason ?? '', { refused: refusal !== '', calls: calls.length, text }) };
};

/** The older `function_call` is a call like any other. */
const callsOf = ({ tool_calls: calls, function_call: oldCall }: Message, names: ToolNames): readonly StoredCall[] =>
  [...(calls ?? []).map((call) => call.function), ...(oldCall ? [oldCall] : [])].map((call) => ({
    tool: names.toOurs(call.name),
    argsText: call.arguments,
  }));

interface Found {
  readonly refused: boolean;
  readonly calls: number;
  readonly text: string;
}

const endingOf = (reason: string, { refused, calls, text }: Found): RawReply['ending'] => {
  switch (reason) {
    case 'length':
      return 'cut';
    case 'content_filter':
      return 'filtered';
    case 'stop':
    case 'tool_calls':
    case 'function_call':
      if (refused) return 'refused';
      if (calls > 0) return 'toolsProposed';
      // Calls that are announced and not there: whether the reply is whole, nobody knows.
      if (reason !== 'stop') return 'unknown';
      return text === '' ? 'empty' : 'answered';
    default:
      return 'unknown';
  }
};
