// What a person is shown before they decide: the exact action as it stands, what a person changed of it, who must approve, and the
// customer's own words.
import { callIdOf } from '../core/kernel/ids';
import type { JsonObject } from '../core/kernel/json';
import { parseObject } from '../core/output-guard/parse';
import type { OpenedBody } from '../stores/effect-events';
import { readDecided, readOpened } from '../stores/review-rows';
import { StoreIntegrityError, type ReviewRow } from '../stores/store-port';
import { findReview } from './review-list';
import { readRunRecords, readTranscript } from './run-records';
import type { RecordContext } from './client-context';

export interface ReviewEvidence {
  readonly review: ReviewRow;
  /** The arguments that are decided on; null when they can no longer be read (an erased case). */
  readonly args: JsonObject | null;
  /** What the model proposed, and who changed it; null when nobody did. */
  readonly edited: { readonly original: JsonObject | null; readonly by: string } | null;
  /** So many different persons must approve. */
  readonly approvalsNeeded: number;
  /** Who started the run and so may not approve; null in records of before it was kept. */
  readonly startedBy: string | null;
  /** The customer's messages of this turn, oldest first. */
  readonly customerMessages: readonly string[];
  readonly modelLabel: string;
}

export const readReviewEvidence = async (context: RecordContext, reviewId: string): Promise<ReviewEvidence> => {
  const review = await findReview(context, reviewId);
  const records = await readRunRecords(context, review.turnKey);
  const messages = await readTranscript(context, records);
  const opened = await context.store.db.read((query) => readOpened(query, review));
  const place = { rootTurnKey: rootOf(review.turnKey), branch: records.steps.at(-1)?.turn.branch ?? 'main' };
  const key = context.store.keys.identityKey;
  const argsText = messages
    .flatMap((message, index) =>
      message.role === 'assistant'
        ? message.calls.map((call, position) => ({ call, id: callIdOf(key, { ...place, depth: index + 1, position }) }))
        : [],
    )
    .find(({ id }) => id === review.callId)?.call.argsText;
  const proposed = parseArguments(argsText);
  const edited = await readEdited(context, review, opened?.edit);
  return {
    review,
    ...(edited === null
      ? { args: proposed, edited: null }
      : { args: edited.args, edited: { original: proposed, by: edited.by } }),
    ...personsOf(opened),
    customerMessages: messages.flatMap((message) => (message.role === 'customer' ? [message.text] : [])),
    modelLabel: records.row.modelLabel,
  };
};

const personsOf = (opened: OpenedBody | undefined): Pick<ReviewEvidence, 'approvalsNeeded' | 'startedBy'> => ({
  approvalsNeeded: opened?.approvalsNeeded ?? 1,
  startedBy: opened?.startedBy ?? null,
});

const parseArguments = (text: string | undefined): JsonObject | null => {
  const parsed = text === undefined ? undefined : parseObject(text);
  return parsed?.kind === 'object' ? parsed.value : null;
};

const readEdited = async (
  { store }: RecordContext,
  { caseId }: ReviewRow,
  edit: OpenedBody['edit'],
): Promise<{ readonly args: JsonObject | null; readonly by: string } | null> => {
  if (edit === undefined) return null;
  const decided = await store.db.read((query) => readDecided(query, edit));
  const by = decided?.by ?? '';
  try {
    return { args: parseArguments(await store.transcripts.readNote(caseId, edit.ref)), by };
  } catch (error) {
    if (error instanceof StoreIntegrityError) return { args: null, by };
    throw error;
  }
};

/** A fork decides with the original's calls. */
const rootOf = (turnKey: string): string => turnKey.replace(/~fork-\d+$/, '');
