// A proposed call as it stands in the transcript: the arguments are read where the model wrote them, never taken from a workflow.
// When a person changed them they are read from the store, and pass the same schema.
import { assertInvariant } from '../../core/kernel/assert-never';
import { canonicalArgs } from '../../core/kernel/action-key';
import type { JsonObject } from '../../core/kernel/json';
import type { ToolDeclaration } from '../../core/kernel/tool-declaration';
import type { JudgeArg } from '../../core/moves/activity-shapes';
import type { AgentKit, DialogLine, StoredCall, TranscriptMessage } from '../../core/moves/agent-kit';
import { customerMessagesOf, dialogOf } from '../../core/moves/earlier-turns';
import { readToolArguments } from '../../core/output-guard/tool-arguments';
import { readEarlierTurns } from '../earlier-turns';
import type { AgentTools } from '../tools/tool-port';
import { createFailure } from '../to-application-failure';
import type { EffectDeps } from './effect-deps';

export interface ProposedAction {
  readonly kit: AgentKit;
  readonly tools: AgentTools;
  readonly effect: AgentTools['effects'][string];
  readonly tool: ToolDeclaration;
  readonly args: JsonObject;
  readonly canonical: JsonObject;
  /** The customer's own messages of the case up to this turn, oldest first. */
  readonly customerMessages: readonly string[];
  /** What tools brought into the conversation that is somebody's text, by tool and place: never evidence for a sensitive argument. */
  readonly outsideTexts: readonly { readonly id: string; readonly text: string }[];
  /** The same with the replies that were delivered: a yes is read with the question it answers. */
  readonly dialog: readonly DialogLine[];
  /** When it was read, epoch ms: what a policy counts days from. */
  readonly nowMs: number;
  /** A person changed the arguments: such an action is never done without a person. */
  readonly edited: boolean;
}

/** Throws `input.invalid` when the call is not there, is another tool's, or its arguments do not pass the tool's schema. */
export async function readProposedAction(deps: EffectDeps, { turn, call }: JudgeArg): Promise<ProposedAction> {
  const kit = deps.kits(turn.agent);
  const tools = deps.tools(turn.agent);
  const tool = kit.tools.find((declared) => declared.name === call.tool);
  const effect = Object.hasOwn(tools.effects, call.tool) ? tools.effects[call.tool] : undefined;
  if (tool === undefined || effect === undefined)
    throw createFailure({ type: 'input.invalid', code: 'effect.noSuchTool' });
  const messages = await deps.store.transcripts.read(turn.caseId, call.replyAddress, call.replyDepth);
  const proposed = callAt(messages, call.position);
  const { editRef } = call;
  const argsText = editRef === undefined ? null : await deps.store.transcripts.readNote(turn.caseId, editRef);
  const args = readArguments(tool, argsText === null ? proposed : { ...proposed, argsText });
  const earlier = await readEarlierTurns(deps.store.receipts, turn);
  const own = messages.flatMap((message) => (message.role === 'customer' ? [message.text] : []));
  return {
    kit,
    tools,
    effect,
    tool,
    args,
    canonical: canonicalArgs(tool, args),
    customerMessages: customerMessagesOf(earlier, own),
    dialog: dialogOf(earlier, own),
    outsideTexts: messages.flatMap((message, index) =>
      message.role === 'tool' ? [{ id: `${message.tool}@${index + 1}`, text: message.text }] : [],
    ),
    nowMs: Date.now(),
    edited: editRef !== undefined,
  };
}

function callAt(messages: readonly TranscriptMessage[], position: number): StoredCall {
  const reply = messages.at(-1);
  const call = reply?.role === 'assistant' ? reply.calls[position] : undefined;
  if (call === undefined) throw createFailure({ type: 'input.invalid', code: 'effect.noSuchCall' });
  return call;
}

function readArguments(tool: ToolDeclaration, call: StoredCall): JsonObject {
  assertInvariant(call.tool === tool.name, 'a call is judged under the tool that it names');
  const read = readToolArguments(tool, call.argsText);
  if (read.kind !== 'valid') throw createFailure({ type: 'input.invalid', code: 'effect.arguments' });
  return read.args;
}
