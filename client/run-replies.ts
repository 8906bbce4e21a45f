// What the customer reads of a run, and what of theirs it has not read. An interim reply stands only until
// there is a reply, and no more once a person ended the run: then nobody decides.
import type { StepRecord } from '../core/moves/activity-shapes';
import type { Store } from '../stores/open-store';
import type { RunRow } from '../stores/store-port';

export interface Replies {
  readonly reply: string | null;
  readonly interimReply: string | null;
}

export const readReplies = async (
  { transcripts }: Pick<Store, 'transcripts'>,
  { caseId, replyRef, interimRef, status }: RunRow,
): Promise<Replies> => {
  if (replyRef !== null) return { reply: await transcripts.readNote(caseId, replyRef), interimReply: null };
  const interimReply =
    interimRef === null || status === 'aborted' ? null : await transcripts.readNote(caseId, interimRef);
  return { reply: null, interimReply };
};

/** As the newest record says: messages taken and not read. */
export const unreadOf = (steps: readonly StepRecord[]): number => steps.at(-1)?.unread ?? 0;

export const countUnread = async ({ runs }: Pick<Store, 'runs'>, turnKey: string): Promise<number> =>
  unreadOf(await runs.steps(turnKey));
