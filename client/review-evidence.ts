// What a person is shown before they decide: the exact action as it stands, what a person changed of it, who must approve, the
// customer's own words, and what the customer wrote after the action was proposed, which may well take it back.
import { callIdOf } from '../core/kernel/ids';
import type { Trace } from '../core/effects/provenance';
import { judgedKind, readJudgedCase } from '../core/evaluation/judged-case';
import type { JsonObject } from '../core/kernel/json';
import type { AgentKit, DialogLine, TranscriptMessage } from '../core/moves/agent-kit';
import { dialogOf } from '../core/moves/earlier-turns';
import { parseObject } from '../core/output-guard/parse';
import type { OpenedBody } from '../stores/effect-events';
import { readEarlierTurns } from '../stores/earlier-turns';
import { listReceipts } from '../stores/list-receipts';
import { readDecided, readOpened } from '../stores/review-rows';
import { StoreIntegrityError, type ReviewRow } from '../stores/store-port';
import { loadKit } from '../temporal-config/agent-list';
import type { TakenDecision } from './counted-decision';
import { readLaterMessages, type LaterMessage } from './later-messages';
import { findReview } from './review-list';
import { readRunRecords, readTranscript } from './run-records';
import type { RecordContext } from './client-context';
import { traceConversation } from './trace-arguments';

/** What a person is shown before deciding. */
export interface ReviewEvidence {
  readonly review: ReviewRow;
  /** The arguments that are decided on; null when they can no longer be read (an erased case). */
  readonly args: JsonObject | null;
  /** What the model proposed, and who changed it; null when nobody did. */
  readonly edited: { readonly original: JsonObject | null; readonly by: string } | null;
  /** So many different persons must approve. */
  readonly approvalsNeeded: number;
  /** So many did while more must. The run alone knows: null where it was not asked or does not answer, and where one is enough. */
  readonly approvalsGiven: number | null;
  /** A decision that counts and is not carried out yet, as the run alone knows; null where there is none or the run was not asked. */
  readonly taken: TakenDecision | null;
  /** Who started the run and so may not approve; null in records of before it was kept. */
  readonly startedBy: string | null;
  /** The customer's messages of this turn before the action was proposed, oldest first. */
  readonly customerMessages: readonly string[];
  /** What the customer wrote after that, in this turn and in later ones of the case, oldest first. */
  readonly laterMessages: readonly LaterMessage[];
  /** What was said in the turns before, oldest first: a yes is read with the question it answers. */
  readonly earlier: readonly DialogLine[];
  /** Where the sensitive values of the action come from. */
  readonly traces: readonly Trace[];
  readonly modelLabel: string;
}

/** `inbox`: the addresses of messages that the run has and has not read, where the run was asked. */
export const readReviewEvidence = async (
  context: RecordContext,
  reviewId: string,
  inbox: readonly string[] = [],
): Promise<ReviewEvidence> => {
  const review = await findReview(context, reviewId);
  const records = await readRunRecords(context, review.turnKey);
  const messages = await readTranscript(context, records);
  const opened = await context.store.db.read((query) => readOpened(query, review));
  const place = { rootTurnKey: rootOf(review.turnKey), branch: records.steps.at(-1)?.turn.branch ?? 'main' };
  const key = context.store.keys.identityKey;
  const call = messages
    .flatMap((message, index) =>
      message.role === 'assistant'
        ? message.calls.map((made, position) => ({
            made,
            index,
            id: callIdOf(key, { ...place, depth: index + 1, position }),
          }))
        : [],
    )
    .find(({ id }) => id === review.callId);
  const proposedAt = call?.index ?? messages.length;
  const proposed = parseArguments(call?.made.argsText);
  const edited = await readEdited(context, review, opened?.edit);
  const before = await readEarlierTurns(context.store.receipts, {
    caseId: review.caseId,
    rootTurnKey: place.rootTurnKey,
  });
  const earlier = dialogOf(before, []);
  const conversation = { earlier, messages: messages.slice(0, proposedAt) };
  return {
    review,
    ...(edited === null
      ? { args: proposed, edited: null }
      : { args: edited.args, edited: { original: proposed, by: edited.by } }),
    ...personsOf(opened),
    taken: null,
    earlier,
    traces: proposed === null ? [] : await traceReview(context, { review, args: proposed }, conversation),
    customerMessages: wordsOf(messages.slice(0, proposedAt)),
    laterMessages: await readLaterMessages(context, review, { ownTurn: wordsOf(messages.slice(proposedAt)), inbox }),
    modelLabel: records.row.modelLabel,
  };
};

const wordsOf = (messages: readonly TranscriptMessage[]): readonly string[] =>
  messages.flatMap((message) => (message.role === 'customer' ? [message.text] : []));

interface Said {
  readonly earlier: readonly DialogLine[];
  readonly messages: readonly TranscriptMessage[];
}

/** What the model proposed is traced; what a person changed comes from that person. */
const traceReview = async (
  context: RecordContext,
  { review, args }: { readonly review: ReviewRow; readonly args: JsonObject },
  { earlier, messages }: Said,
): Promise<readonly Trace[]> => {
  const kit = loadKit(context.settings, agentOf(review));
  const customer = (text: string): TranscriptMessage => ({ role: 'customer', text });
  // The words of before stand behind this turn's, so that its messages keep their numbers.
  return traceConversation(
    kit,
    { tool: review.tool, args },
    {
      messages: [...messages, ...linesOf(earlier, 'customer').map(customer)],
      replies: linesOf(earlier, 'agent'),
      derived: await derivedWhenJudged(context, kit, review),
    },
  );
};

const agentOf = ({ turnKey }: ReviewRow): string => turnKey.split('/')[0] ?? '';

const linesOf = (lines: readonly DialogLine[], speaker: DialogLine['speaker']): readonly string[] =>
  lines.flatMap((line) => (line.speaker === speaker ? [line.text] : []));

/** From what was kept of the judgement; nothing where that is of another form, or erased. */
const derivedWhenJudged = async (
  { store }: RecordContext,
  kit: AgentKit,
  review: ReviewRow,
): Promise<readonly string[]> => {
  const of = { kind: judgedKind, agent: agentOf(review), turnKey: rootOf(review.turnKey) };
  for await (const { value } of listReceipts(store, of)) {
    const judged = value === null ? null : readJudgedCase(value);
    if (judged?.call.callId === review.callId) return kit.derivedValues?.(judged.input) ?? [];
  }
  return [];
};

type Persons = Pick<ReviewEvidence, 'approvalsNeeded' | 'approvalsGiven' | 'startedBy'>;

const personsOf = (opened: OpenedBody | undefined): Persons => ({
  approvalsNeeded: opened?.approvalsNeeded ?? 1,
  approvalsGiven: null,
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
