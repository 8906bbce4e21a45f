// A proposed call's arguments never cross to a workflow: they are read here, from the reply they stand in.
import { assertInvariant } from '../core/kernel/assert-never';
import type { CallRef } from '../core/moves/activity-shapes';
import type { StoredCall } from '../core/moves/agent-kit';
import type { TranscriptStore } from '../stores/store-port';

/** The call as the model wrote it. The transcript is append-only, so a missing reply or place is a broken invariant. */
export const readStoredCall = async (
  transcripts: TranscriptStore,
  caseId: string,
  call: CallRef,
): Promise<StoredCall> => {
  const messages = await transcripts.read(caseId, call.replyAddress, call.replyDepth);
  const reply = messages.at(-1);
  assertInvariant(reply?.role === 'assistant', `no reply of a model at ${call.replyAddress}`);
  const stored = reply.calls[call.position];
  assertInvariant(stored !== undefined, `the reply at ${call.replyAddress} has no call ${call.position}`);
  return stored;
};
