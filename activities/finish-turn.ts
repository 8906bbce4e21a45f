// The two ends of a turn: the reply that passed its checks, and the hand-off record that stands alone.
import { assertInvariant } from '../core/kernel/assert-never';
import { createHandOff } from '../core/human-review/hand-off';
import { canonicalJson } from '../core/kernel/canonical-json';
import type { JsonObject } from '../core/kernel/json';
import type { DeliverArg, DeliverReceipt, HandOffArg, HandOffReceipt } from '../core/moves/activity-shapes';
import { readCustomerReply } from '../core/output-guard/customer-reply';
import type { ActivityDeps } from './activity-deps';
import { gatherHandOff } from './hand-off-facts';
import { outcomeOf, recordedOutcomes } from './recorded-outcomes';
import { settleTranscript } from './settle-transcript';

/** Keeps the turn's reply: the accepted answer, or what the records say. Nothing that did not pass the guard gets here. */
export const deliverReply = async (deps: ActivityDeps, arg: DeliverArg): Promise<DeliverReceipt> => {
  const { caseId, turnKey } = arg.turn;
  const words = arg.source === 'model' ? await acceptedAnswer(deps, arg) : await replyFromRecords(deps, arg);
  const head = await settleTranscript(deps.store, caseId, arg);
  const replyRef = await deps.store.transcripts.keepNote(caseId, words);
  await deps.runs.setReply(turnKey, replyRef);
  return { head, replyRef };
};

const acceptedAnswer = async (deps: ActivityDeps, arg: DeliverArg): Promise<string> => {
  const { caseId } = arg.turn;
  const messages = await deps.store.transcripts.read(caseId, arg.head.address, arg.head.depth);
  const answer = messages.at(-1);
  assertInvariant(answer?.role === 'assistant', 'the accepted answer is the tip of the transcript');
  const read = readCustomerReply(answer.text, deps.kits(arg.turn.agent).answerCharsMax);
  assertInvariant(read.kind === 'accepted', 'only an accepted answer is delivered');
  return read.message;
};

const replyFromRecords = async (deps: ActivityDeps, arg: DeliverArg): Promise<string> => {
  const made = await recordedOutcomes(deps, arg.turn.caseId, arg.effects ?? []);
  return deps.kits(arg.turn.agent).deterministicReply([...made, ...(arg.notMade ?? []).map(outcomeOf)]);
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
  return { head, replyRef, ...(arg.inbox === undefined ? {} : { inboxTaken: arg.inbox.length }) };
};
