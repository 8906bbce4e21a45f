import { toMinor } from '../../core/kernel/money';
import type { AgentKit, KitMade } from '../../core/moves/agent-kit';
import { asksForPerson } from './asks-for-person';
import { checkFacts } from './check-facts';
import { describePolicy, warnOfPolicy } from './describe-policy';
import { replyFromOutcomes } from './deterministic-reply';
import { establishedFacts } from './established-facts';
import { derivedValues, identifyEffect, judgeEffect, rulesOfTool } from './gatekeeper';
import { abortReplyOf, handOffReplyOf } from './hand-off-reply';
import { interimReplyOf } from './interim-reply';
import { ANSWER_CHARS_MAX, GUARD_ATTEMPTS_MAX, SUPPORT_LIMITS } from './limits';
import { readOffline } from './offline-reader';
import { minorOfPolicy, readSupportPolicy, type SupportPolicy } from './policy';
import { PROMPT_VERSION, renderPrompt } from './prompts';
import { shippedPolicy } from './shipped-policy';
import { HAND_OFF_TOOL, supportTools } from './tools';

const HOUR_MS = 3_600_000;
const MICRO_PER_CENT = 10_000;

/** Support for the worker, under one policy: tools, prompts, rules and offline reader. */
export const createSupportKit = (policy: SupportPolicy): AgentKit => ({
  name: 'support',
  policy: {
    id: `${policy.policy}@${policy.version}`,
    lines: describePolicy(policy),
    warnings: warnOfPolicy(policy),
  },
  tools: supportTools,
  prompt: renderPrompt,
  promptVersion: PROMPT_VERSION,
  handOffTool: HAND_OFF_TOOL,
  limits: SUPPORT_LIMITS,
  reviewExpiryMs: policy.review.expiryHours * HOUR_MS,
  review: {
    queue: policy.review.queue,
    substitutes: policy.review.substitutes,
    atExpiry: policy.review.atExpiry,
    approvalsNeeded: (amountMinor) =>
      amountMinor !== null && amountMinor > minorOfPolicy(policy.review.twoPersonsOver, policy) ? 2 : 1,
  },
  aloneCapsPerDay: { ...policy.caps.customerPerDay, currency: policy.currency },
  asksForPerson,
  establishedFacts,
  agentCapsPerDay: { ...policy.caps.agentPerDay, currency: policy.currency },
  modelSpendPerDay: {
    tokens: policy.caps.modelPerDay.tokens,
    costMicro: toMinor(policy.caps.modelPerDay.usd, 'USD') * MICRO_PER_CENT,
  },
  guardAttemptsMax: GUARD_ATTEMPTS_MAX,
  answerSchemaName: 'customerResponse',
  answerCharsMax: ANSWER_CHARS_MAX,
  rulesOf: (tool) => rulesOfTool(policy, tool),
  identify: identifyEffect,
  judge: (input) => judgeEffect(policy, input),
  derivedValues,
  checkFacts,
  readOffline,
  deterministicReply: replyFromOutcomes,
  interimReply: interimReplyOf,
  handOffReply: handOffReplyOf,
  abortReply: abortReplyOf,
});

/** Support under the policy it is shipped with. */
export const supportKit: AgentKit = createSupportKit(shippedPolicy);

/** Support under an owner's policy file: the kit, or every fault of the file. */
export const makeSupportKit = (raw: unknown): KitMade => {
  const read = readSupportPolicy(raw);
  return read.kind === 'policy' ? { kind: 'kit', kit: createSupportKit(read.policy) } : read;
};
