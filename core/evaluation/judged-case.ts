// A judgement as it was kept: everything the policy and the ledger's rules judged by, and what came of it. Judged again under
// another policy it says what that policy would have done: the same facts, the same words, the same day, other figures. The sums
// done alone on that day stand as they were; what the other policy would have done to them before is not played through.
import * as z from 'zod/mini';
import { ruleBeforehand } from '../effects/standing-rule';
import type { ActionStanding, RuledAnswer } from '../effects/standing-rule';
import type { JsonObject } from '../kernel/json';
import type { AgentKit, JudgeInput } from '../moves/agent-kit';
import type { CallRef } from '../moves/model-shapes';

export const judgedKind = 'judged';

export interface JudgedCase {
  readonly version: 1;
  readonly agent: string;
  readonly turnKey: string;
  readonly call: CallRef;
  /** The policy in force, `id@version`; null for an agent without one. */
  readonly policyId: string | null;
  /** What the policy was asked, words of the customer included: kept sealed. */
  readonly input: JudgeInput;
  /** The policy's own answer, before the ledger's rules. */
  readonly policy: RuledAnswer;
  readonly standing: ActionStanding;
  /** What came of it. */
  readonly ruled: RuledAnswer;
}

const count = z.int();
const totals = z.object({ count, sumMinor: count });
const ruled = z.object({ answer: z.enum(['allow', 'review', 'refuse']), rule: z.string() });
const shape = z.looseObject({
  version: z.literal(1),
  agent: z.string(),
  turnKey: z.string(),
  call: z.looseObject({ callId: z.string(), tool: z.string() }),
  policyId: z.nullable(z.string()),
  input: z.looseObject({ tool: z.string(), subject: z.string(), customerMessages: z.array(z.string()), nowMs: count }),
  ruled,
  standing: z.looseObject({
    veto: z.enum(['none', 'refused', 'askPerson']),
    takenMinor: count,
    alone: z.object({ customer: totals, agent: totals }),
  }),
});

/** The case in a kept receipt; null for one of another shape. */
export const readJudgedCase = (value: JsonObject): JudgedCase | null => {
  const read = shape.safeParse(value);
  return read.success ? (read.data as unknown as JudgedCase) : null;
};

/** What this kit's policy would have done. Throws where the facts do not fit the kit's rules: then nothing is known. */
export const judgeCaseAgain = (kit: AgentKit, { input, standing }: JudgedCase): RuledAnswer => {
  const { answer, rule } = kit.judge(input);
  return ruleBeforehand({ answer, rule }, standing, { customer: kit.aloneCapsPerDay, agent: kit.agentCapsPerDay });
};
