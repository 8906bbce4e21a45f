// The Gatekeeper: whether an effect may happen, by code, on the tool edge, after the arguments were validated. One file a tool holds
// its rules; what no rule knows is refused.
import type { JsonObject } from '../../core/kernel/json';
import type { EffectIdentity, JudgeInput, PolicyAnswer } from '../../core/moves/agent-kit';
import { identifyCancel, judgeCancel } from './judge-cancel';
import { chosenAmount, identifyRefund, judgeRefund } from './judge-refund';
import { refuse } from './own-order';
import type { SupportPolicy } from './policy';

/** Counted up when code changes what a rule answers: a review made under the rules before is then void. */
const RULES_VERSION = 5;

const unidentified = (args: JsonObject): EffectIdentity => ({
  identity: args,
  orderRef: null,
  items: 'whole',
  amount: null,
  currency: null,
  orderTotal: null,
});

/** What policy says of a proposed effect; refuses a tool it has no rules for. Throws only when facts break their shape. */
export const judgeEffect = (policy: SupportPolicy, input: JudgeInput): PolicyAnswer => {
  if (input.tool === 'process_refund') return judgeRefund(policy, input);
  if (input.tool === 'cancel_order') return judgeCancel(policy, input);
  return refuse('gatekeeper.tool', 'no rule of support allows this tool');
};

/** The identity and the money of an effect: one for every spelling of it. */
export const identifyEffect = (input: JudgeInput): EffectIdentity => {
  if (input.tool === 'process_refund') return identifyRefund(input) ?? unidentified(input.args);
  if (input.tool === 'cancel_order') return identifyCancel(input) ?? unidentified(input.args);
  return unidentified(input.args);
};

/** The amount the chosen items cost by our records: the Gatekeeper refuses a refund of any other. */
export const derivedValues = (input: JudgeInput): readonly string[] => {
  const amount = input.tool === 'process_refund' ? chosenAmount(input) : null;
  return amount === null ? [] : [amount];
};

/** The figures and versions of the rules that judge a tool, and nothing else of the policy: what a review is bound to. */
export const rulesOfTool = (policy: SupportPolicy, tool: string): JsonObject => {
  const common = { gatekeeper: RULES_VERSION, currency: policy.currency };
  if (tool === 'process_refund') return { ...common, refund: policy.refund };
  if (tool === 'cancel_order') return { ...common, cancel: policy.cancel };
  return common;
};
