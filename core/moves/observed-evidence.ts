// What a transcript proves. Each result is paired with the call it answers; what was observed longer ago than its tool allows is
// marked stale, for the model and for the check alike: a run resumed after days must not state Monday's status as today's. What an
// effect came to is recorded for good and never grows old; neither does an error, which observes nothing.
import { parseObject } from '../output-guard/parse';
import { readToolArguments } from '../output-guard/tool-arguments';
import type { Json, JsonObject } from '../kernel/json';
import type { ToolDeclaration } from '../kernel/tool-declaration';
import type { StoredCall, TranscriptMessage } from './agent-kit';
import type { Evidence } from './facts-check';

type ToolMessage = Extract<TranscriptMessage, { role: 'tool' }>;

export interface Observed {
  readonly tools: readonly ToolDeclaration[];
  readonly messages: readonly TranscriptMessage[];
  readonly nowMs: number;
}

/** Whether this result is older than its tool allows. A result without a time is, where age matters: nobody knows how old it is. */
export const isStale = (tools: readonly ToolDeclaration[], message: ToolMessage, nowMs: number): boolean => {
  const staleAfterMs = tools.find((tool) => tool.name === message.tool)?.staleAfterMs;
  if (staleAfterMs === undefined || message.isError) return false;
  return message.atMs === undefined || nowMs - message.atMs > staleAfterMs;
};

const readArgs = (tools: readonly ToolDeclaration[], call: StoredCall): JsonObject => {
  const declaration = tools.find((tool) => tool.name === call.tool);
  const read = declaration === undefined ? undefined : readToolArguments(declaration, call.argsText);
  return read?.kind === 'valid' ? read.args : {};
};

const readResult = (text: string): Json => {
  const parsed = parseObject(text);
  return parsed.kind === 'fault' ? null : parsed.value;
};

/** The results of a transcript, oldest first, each with its call. A result no call asked for is left out. Never throws. */
export const evidenceIn = ({ tools, messages, nowMs }: Observed): readonly Evidence[] => {
  const found: Evidence[] = [];
  let open: StoredCall[] = [];
  for (const message of messages) {
    if (message.role === 'assistant') open = [...message.calls];
    if (message.role !== 'tool') continue;
    // Results follow their calls in call order, so the first open call of that tool is the one answered.
    const index = open.findIndex((call) => call.tool === message.tool);
    const [call] = index < 0 ? [] : open.splice(index, 1);
    if (call === undefined) continue;
    found.push({
      tool: call.tool,
      args: readArgs(tools, call),
      isError: message.isError,
      result: readResult(message.text),
      stale: isStale(tools, message, nowMs),
      atMs: message.atMs ?? null,
    });
  }
  return found;
};
