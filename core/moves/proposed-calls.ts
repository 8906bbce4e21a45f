// The calls a branch of a transcript holds, by their ids: the ids are made of the place of a call, so whoever knows the key finds the
// arguments of an effect or a review where the model wrote them.
import { callIdOf } from '../kernel/ids';
import type { JsonObject } from '../kernel/json';
import { parseObject } from '../output-guard/parse';
import type { ToolDeclaration } from '../kernel/tool-declaration';
import type { TranscriptMessage } from './agent-kit';

export interface CallInTranscript {
  readonly callId: string;
  readonly tool: string;
  /** Null when what the model wrote is no object. */
  readonly args: JsonObject | null;
}

/** All calls of a branch, in order. `messages` is the branch from its root. */
export const callsInTranscript = (
  key: Uint8Array,
  place: { readonly rootTurnKey: string; readonly branch: string },
  messages: readonly TranscriptMessage[],
): readonly CallInTranscript[] =>
  messages.flatMap((message, index) =>
    message.role === 'assistant'
      ? message.calls.map(({ tool, argsText }, position) => {
          const parsed = parseObject(argsText);
          return {
            callId: callIdOf(key, { ...place, depth: index + 1, position }),
            tool,
            args: parsed.kind === 'object' ? parsed.value : null,
          };
        })
      : [],
  );

const NAME_CHARS_MAX = 80;

/**
 * What the call is about, for a person: the first of its tool's identity fields that holds a name; of a tool without such fields, the
 * first argument that does. Null without one.
 */
export const subjectOfCall = (tool: ToolDeclaration | undefined, args: JsonObject | null): string | null => {
  if (tool === undefined || args === null) return null;
  const fields = tool.identity.length > 0 ? tool.identity : Object.keys(args);
  for (const field of fields) {
    const value = tool.freeText.includes(field) ? undefined : args[field];
    if (typeof value === 'string' && value !== '') return Array.from(value).slice(0, NAME_CHARS_MAX).join('');
  }
  return null;
};
