// What a person is shown before they decide: the exact action as it was proposed, and the customer's own words.
import { callIdOf } from '../core/kernel/ids';
import type { JsonObject } from '../core/kernel/json';
import { parseObject } from '../core/output-guard/parse';
import type { ReviewRow } from '../stores/store-port';
import { findReview } from './review-list';
import { readRunRecords, readTranscript } from './run-records';
import type { RecordContext } from './client-context';

export interface ReviewEvidence {
  readonly review: ReviewRow;
  /** The arguments of the proposed call; null when the transcript no longer holds it (an erased case). */
  readonly args: JsonObject | null;
  /** The customer's messages of this turn, oldest first. */
  readonly customerMessages: readonly string[];
  readonly modelLabel: string;
}

export const readReviewEvidence = async (context: RecordContext, reviewId: string): Promise<ReviewEvidence> => {
  const review = await findReview(context, reviewId);
  const records = await readRunRecords(context, review.turnKey);
  const messages = await readTranscript(context, records);
  const place = { rootTurnKey: rootOf(review.turnKey), branch: records.steps.at(-1)?.turn.branch ?? 'main' };
  const key = context.store.keys.identityKey;
  const argsText = messages
    .flatMap((message, index) =>
      message.role === 'assistant'
        ? message.calls.map((call, position) => ({ call, id: callIdOf(key, { ...place, depth: index + 1, position }) }))
        : [],
    )
    .find(({ id }) => id === review.callId)?.call.argsText;
  const parsed = argsText === undefined ? undefined : parseObject(argsText);
  return {
    review,
    args: parsed?.kind === 'object' ? parsed.value : null,
    customerMessages: messages.flatMap((message) => (message.role === 'customer' ? [message.text] : [])),
    modelLabel: records.row.modelLabel,
  };
};

/** A fork decides with the original's calls. */
const rootOf = (turnKey: string): string => turnKey.replace(/~fork-\d+$/, '');
