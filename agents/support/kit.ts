import type { AgentKit } from '../../core/moves/agent-kit';
import { checkFacts } from './check-facts';
import { replyFromOutcomes } from './deterministic-reply';
import { identifyRefund, judgeRefund, rulesOfTool } from './gatekeeper';
import { ALONE_CAPS_PER_DAY, ANSWER_CHARS_MAX, GUARD_ATTEMPTS_MAX, REVIEW_EXPIRY_MS, SUPPORT_LIMITS } from './limits';
import { readOffline } from './offline-reader';
import { PROMPT_VERSION, renderPrompt } from './prompts';
import { HAND_OFF_TOOL, supportTools } from './tools';

/** Support for the worker: tools, prompts, policy and offline reader. */
export const supportKit: AgentKit = {
  name: 'support',
  tools: supportTools,
  prompt: renderPrompt,
  promptVersion: PROMPT_VERSION,
  handOffTool: HAND_OFF_TOOL,
  limits: SUPPORT_LIMITS,
  reviewExpiryMs: REVIEW_EXPIRY_MS,
  aloneCapsPerDay: ALONE_CAPS_PER_DAY,
  guardAttemptsMax: GUARD_ATTEMPTS_MAX,
  answerSchemaName: 'customerResponse',
  answerCharsMax: ANSWER_CHARS_MAX,
  rulesOf: rulesOfTool,
  identify: identifyRefund,
  judge: judgeRefund,
  checkFacts,
  readOffline,
  deterministicReply: replyFromOutcomes,
};
