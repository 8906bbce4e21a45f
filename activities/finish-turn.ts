// The two ends of a turn: the reply that passed its checks, and the hand-off record that stands alone.
import { assertInvariant } from '../core/kernel/assert-never';
import { createHandOff } from '../core/human-review/hand-off';
import { canonicalJson } from '../core/kernel/canonical-json';
import type { JsonObject } from '../core/kernel/json';
import type {
  DeliverArg,
  DeliverReceipt,
  HandOffArg,
  HandOffReceipt,
  NotMade,
  TranscriptHead,
} from '../core/moves/activity-shapes';
import type { WaitingEffect } from '../core/moves/agent-kit';
import { cameTo } from '../core/moves/not-made';
import { callsInTranscript } from '../core/moves/proposed-calls';
import { readCustomerReply } from '../core/output-guard/customer-reply';
import { listWaitingReviews, toWaitingEffect } from '../stores/turn-standing';
import type { ActivityDeps } from './activity-deps';
import { readEarlierStanding, type EarlierStanding, type WaitingReview } from './case-standing';
import { gatherHandOff } from './hand-off-facts';
import { outcomesNotMade, recordedOutcomes } from './recorded-outcomes';
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
  const notMade = await outcomesNotMade(deps, arg.turn, { at: arg.head, notMade: arg.notMade ?? [] });
  return deps.kits(arg.turn.agent).deterministicReply([...made, ...notMade]);
};

/** Writes the record a person picks up, and what the customer is told meanwhile; both from recorded facts alone. */
export const writeHandOff = async (deps: ActivityDeps, arg: HandOffArg): Promise<HandOffReceipt> => {
  const { caseId, turnKey } = arg.turn;
  const head = await settleTranscript(deps.store, caseId, arg);
  const earlier = await readEarlierStanding(deps, arg.turn);
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
    ...(await gatherHandOff(deps, arg, { head, waitsEarlier: earlier.waiting })),
  });
  await deps.store.receipts.keep({
    receiptKey: `handOff:${turnKey}`,
    caseId,
    turnKey,
    kind: 'handOff',
    value: JSON.parse(canonicalJson(record)) as JsonObject,
  });
  const replyRef = await deps.store.transcripts.keepNote(caseId, await sayHandOff(deps, arg, { head, earlier }));
  await deps.runs.setReply(turnKey, replyRef);
  return { head, replyRef, ...(arg.inbox === undefined ? {} : { inboxTaken: arg.inbox.length }) };
};

/** What was done in the whole case and what waits in it; of an agent without words of its own for it, what was done in this turn. */
const sayHandOff = async (
  deps: ActivityDeps,
  arg: HandOffArg,
  { head, earlier }: { readonly head: TranscriptHead; readonly earlier: EarlierStanding },
): Promise<string> => {
  const { handOffReply, deterministicReply } = deps.kits(arg.turn.agent);
  const made = await recordedOutcomes(deps, arg.turn.caseId, cameTo(arg));
  if (handOffReply === undefined) return deterministicReply(made);
  const notMade = await outcomesNotMade(deps, arg.turn, {
    at: head,
    notMade: (arg.notMade ?? []).filter((other) => !earlier.waiting.some((waits) => isSame(other, waits))),
  });
  const own = await waitingOfTurn(deps, arg, head);
  return handOffReply(arg.reason, {
    recorded: [...earlier.recorded, ...made, ...notMade],
    waiting: [...earlier.waiting.map(({ effect }) => effect), ...own],
  });
};

/** Told once: as what waits. */
const isSame = ({ code, tool, amountMinor }: NotMade, { review }: WaitingReview): boolean =>
  code === 'pendingElsewhere' && tool === review.tool && amountMinor === review.amountMinor;

const waitingOfTurn = async (
  { store, identityKey }: ActivityDeps,
  { turn, pendingReviewIds = [] }: HandOffArg,
  head: TranscriptHead,
): Promise<readonly WaitingEffect[]> => {
  if (pendingReviewIds.length === 0) return [];
  const reviews = await listWaitingReviews(store, turn.turnKey);
  const messages = await store.transcripts.read(turn.caseId, head.address, head.depth);
  const calls = callsInTranscript(await identityKey(), turn, messages);
  const own = reviews.filter(({ reviewId }) => pendingReviewIds.includes(reviewId));
  return Promise.all(own.map((review) => toWaitingEffect(store, review, calls)));
};
