import { toModelSchema } from '../../core/output-guard/model-schema';
import type { ModelCallArg } from '../../core/moves/activity-shapes';
import type { AgentKit, ModelView, ToolForModel, TranscriptMessage } from '../../core/moves/agent-kit';

/** The tools as a model sees them: JSON Schema made from the same shapes that validate what comes back. */
export const toolsForModel = (kit: AgentKit): readonly ToolForModel[] =>
  kit.tools.map((tool) => ({
    name: tool.name,
    description: tool.description,
    parameters: toModelSchema(tool.args),
  }));

export const viewFor = (kit: AgentKit, arg: ModelCallArg, messages: readonly TranscriptMessage[]): ModelView => ({
  purpose: arg.purpose,
  system: kit.prompt(arg.prompt, arg.purpose),
  messages,
  tools: arg.purpose === 'act' ? toolsForModel(kit) : [],
  outputTokensMax: arg.outputTokensMax,
});
