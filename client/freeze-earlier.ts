// What a new turn is told of the turns before it, frozen at its start under its own key: the first one written stands, so a start that
// is repeated after a crash tells the same.
import { fromMinor } from '../core/kernel/money';
import type { JsonObject } from '../core/kernel/json';
import { canonicalJson } from '../core/kernel/canonical-json';
import type { TurnRef } from '../core/moves/activity-shapes';
import type { AgentKit, TranscriptMessage } from '../core/moves/agent-kit';
import {
  earlierReceiptKey,
  earlierTurnsSchema,
  isOver,
  type EarlierReview,
  type EarlierTurn,
  type EarlierTurns,
} from '../core/moves/earlier-turns';
import { earlierBytesOf, earlierMessages } from '../core/moves/earlier-view';
import { callsInTranscript, subjectOfCall } from '../core/moves/proposed-calls';
import { lastRecordedHead, listTurnsBefore, type CaseTurn } from '../stores/case-turns';
import { selectEffects } from '../stores/effect-ledger';
import { findReviewRows } from '../stores/review-rows';
import { StoreIntegrityError, type ReviewRow } from '../stores/store-port';
import { tokensUpperOf } from '../stores/tokens-upper';
import type { RecordContext } from './client-context';

type Context = Pick<RecordContext, 'store'>;

/** Freezes, or reads what is frozen already. */
export const freezeEarlier = async (
  context: Context,
  { turn, kit, tokensMax }: { readonly turn: TurnRef; readonly kit: AgentKit; readonly tokensMax: number },
): Promise<EarlierTurns> => {
  const { receipts, db } = context.store;
  const receiptKey = earlierReceiptKey(turn.turnKey);
  const known = await receipts.find(turn.caseId, receiptKey);
  if (known !== undefined) return earlierTurnsSchema.parse(known);
  const before = await db.read((query) => listTurnsBefore(query, turn));
  const turns: EarlierTurn[] = [];
  for (const row of before) turns.push(await readEarlierTurn(context, { row, caseId: turn.caseId, kit }));
  const record: EarlierTurns = { version: 1, bytesMax: earlierBytesOf(tokensMax), turns };
  const kept = await receipts.keep({
    receiptKey,
    caseId: turn.caseId,
    turnKey: turn.turnKey,
    kind: 'earlier',
    value: JSON.parse(canonicalJson(record)) as JsonObject,
  });
  return earlierTurnsSchema.parse(kept);
};

/** The most tokens a model may count for what the record tells it. */
export const earlierTokensUpper = (record: EarlierTurns): number =>
  earlierMessages(record).reduce((sum, message) => sum + tokensUpperOf(message), 0);

interface Place {
  readonly row: CaseTurn;
  readonly caseId: string;
  readonly kit: AgentKit;
}

const readEarlierTurn = async (context: Context, place: Place): Promise<EarlierTurn> => {
  const { row, caseId, kit } = place;
  const { db, receipts } = context.store;
  const turnKey = row.workflowId;
  const words = await readWords(context, place);
  const orders = new Map(
    callsInTranscript(context.store.keys.identityKey, { rootTurnKey: turnKey, branch: 'main' }, words.messages).map(
      ({ callId, tool, args }) => [
        callId,
        subjectOfCall(
          kit.tools.find(({ name }) => name === tool),
          args,
        ),
      ],
    ),
  );
  const frozen = await receipts.find(caseId, earlierReceiptKey(turnKey));
  const [effects, reviews] = await db.read(async (query) => [
    await selectEffects(query, { turnKey }),
    await findReviewRows(query, { turnKey }),
  ]);
  return {
    turn: row.turn,
    messages: words.messages.flatMap((message) => (message.role === 'customer' ? [message.text] : [])),
    reply: words.reply,
    status: row.status,
    outcome: row.outcome,
    repliesBefore: repliesIn(frozen),
    effects: effects.map(({ tool, state, amountMinor, currency, callId }) => ({
      tool,
      state,
      ...moneyOf({ amountMinor, currency }),
      order: orders.get(callId) ?? null,
    })),
    reviews: newestRounds(reviews).map((review) => toEarlierReview(review, { row, order: orders.get(review.callId) })),
  };
};

/** What was said in a turn; nothing of a turn whose words were erased. */
const readWords = async (
  { store }: Context,
  { row, caseId }: Place,
): Promise<{ readonly messages: readonly TranscriptMessage[]; readonly reply: string | null }> => {
  const head = await store.db.read((query) => lastRecordedHead(query, row.workflowId));
  try {
    return {
      // Before the first record there is the root and, below it, the message that started the turn.
      messages: await store.transcripts.read(caseId, head?.address ?? row.messageAddress, head?.depth ?? 2),
      reply: row.replyRef === null ? null : await store.transcripts.readNote(caseId, row.replyRef),
    };
  } catch (error) {
    if (error instanceof StoreIntegrityError && error.code === 'store.erased') return { messages: [], reply: null };
    throw error;
  }
};

/** The turns that had ended, and so had given their last reply, when this one started. */
const repliesIn = (frozen: JsonObject | undefined): number[] =>
  frozen === undefined
    ? []
    : earlierTurnsSchema
        .parse(frozen)
        .turns.filter((earlier) => isOver(earlier))
        .map(({ turn }) => turn);

const moneyOf = (of: { readonly amountMinor: number | null; readonly currency: string | null }) => ({
  amount: of.amountMinor === null || of.currency === null ? null : fromMinor(of.amountMinor, of.currency),
  currency: of.currency,
});

const newestRounds = (reviews: readonly ReviewRow[]): readonly ReviewRow[] => [
  ...new Map(reviews.map((review) => [review.reviewId, review])).values(),
];

const toEarlierReview = (
  review: ReviewRow,
  { row, order }: { readonly row: CaseTurn; readonly order: string | null | undefined },
): EarlierReview => ({
  reviewId: review.reviewId,
  round: review.round,
  tool: review.tool,
  ...moneyOf(review),
  order: order ?? null,
  state: review.state,
  isOpen: (review.state === 'pending' || review.state === 'granted') && !isOver(row),
  sinceMs: review.openedMs,
  since: new Date(review.openedMs).toISOString(),
});
