// The two ends of a turn: the reply that passed its checks, and the hand-off record that stands alone.
import { assertInvariant } from '../core/kernel/assert-never';
import { createHandOff } from '../core/human-review/hand-off';
import { canonicalJson } from '../core/kernel/canonical-json';
import type { JsonObject } from '../core/kernel/json';
import type { DeliverArg, DeliverReceipt, HandOffArg, HandOffReceipt } from '../core/moves/activity-shapes';
import { readCustomerReply } from '../core/output-guard/customer-reply';
import type { ActivityDeps } from './activity-deps';
import { gatherHandOff } from './hand-off-facts';
import { recordedOutcomes } from './recorded-outcomes';
import { settleTranscript } from './settle-transcript';

/** Keeps the accepted answer as the turn's reply. Nothing that did not pass the guard gets here. */
export const deliverReply = async (deps: ActivityDeps, arg: DeliverArg): Promise<DeliverReceipt> => {
  const { caseId, turnKey } = arg.turn;
  const messages = await deps.store.transcripts.read(caseId, arg.head.address, arg.head.depth);
  const answer = messages.at(-1);
  assertInvariant(answer?.role === 'assistant', 'the accepted answer is the tip of the transcript');
  const read = readCustomerReply(answer.text, deps.kits(arg.turn.agent).answerCharsMax);
  assertInvariant(read.kind === 'accepted', 'only an accepted answer is delivered');
  const head = await settleTranscript(deps.store, caseId, arg);
  const replyRef = await deps.store.transcripts.keepNote(caseId, read.message);
  await deps.runs.setReply(turnKey, replyRef);
  return { head, replyRef };
};

/** Writes the record a person picks up, and what the customer is told meanwhile; both from recorded facts alone. */
export const writeHandOff = async (deps: ActivityDeps, arg: HandOffArg): Promise<HandOffReceipt> => {
  const { caseId, turnKey } = arg.turn;
  const head = await settleTranscript(deps.store, caseId, arg);
  const outcomes = await recordedOutcomes(deps, caseId, arg.effects);
  const record = createHandOff({
    turnKey,
    agent: arg.turn.agent,
    who: arg.subject,
    askedAddress: arg.head.address,
    askedDepth: arg.head.depth,
    stoppedAt: arg.stoppedAt,
    figures: [],
    modelLabel: arg.modelLabel,
    atMs: Date.now(),
    ...(await gatherHandOff(deps, arg, head)),
  });
  await deps.store.receipts.keep({
    receiptKey: `handOff:${turnKey}`,
    caseId,
    turnKey,
    kind: 'handOff',
    value: JSON.parse(canonicalJson(record)) as JsonObject,
  });
  const replyRef = await deps.store.transcripts.keepNote(
    caseId,
    deps.kits(arg.turn.agent).deterministicReply(outcomes),
  );
  await deps.runs.setReply(turnKey, replyRef);
  return { head, replyRef };
};
