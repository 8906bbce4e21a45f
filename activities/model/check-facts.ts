// The guard's check of meaning for one reply: the agent's own check, on what the transcript proved when the model was asked. Failed
// attempts and their feedback are no part of it: a model can not talk its own words into evidence.
import type { AgentKit, TranscriptMessage } from '../../core/moves/agent-kit';
import { evidenceIn } from '../../core/moves/observed-evidence';
import type { CustomerReply } from '../../core/output-guard/customer-reply';
import type { MeaningCheck } from '../../core/output-guard/meaning';

export interface Grounds {
  /** The transcript the model was asked on, without this step's failed attempts. */
  readonly messages: readonly TranscriptMessage[];
  /** When it was asked: what was fresh then is fresh for the check too. */
  readonly askedAtMs: number;
}

/** Undefined where the agent has no check: the stage of meaning is then not reached. */
export const meaningOf = (kit: AgentKit, { messages, askedAtMs }: Grounds): MeaningCheck | undefined => {
  const { checkFacts, tools } = kit;
  if (checkFacts === undefined) return undefined;
  return (value) =>
    checkFacts({
      message: (value as CustomerReply).message,
      evidence: evidenceIn({ tools, messages, nowMs: askedAtMs }),
      customerMessages: messages.flatMap((one) => (one.role === 'customer' ? [one.text] : [])),
      programMessages: messages.flatMap((one) => (one.role === 'program' ? [one.text] : [])),
      nowMs: askedAtMs,
    });
};
