// The record of a handed-off run, opened together with the words it points at: whoever picks the case up needs no other command.
import { handOffSchema, type HandOff } from '../core/human-review/hand-off';
import type { TranscriptMessage } from '../core/moves/agent-kit';
import { StoreIntegrityError, type RunRow } from '../stores/store-port';
import { readTranscript } from './run-records';
import type { RecordContext } from './client-context';

/** The record of a hand-off, opened. */
export interface ReadHandOff extends HandOff {
  /** The customer's messages of the turn before it was handed off, in full; null when the branch holds none. */
  readonly asked: string | null;
}

/** Undefined when nothing was handed off. Refuses a record that is not one, and an erased case, with StoreIntegrityError. */
export const readHandOff = async (context: RecordContext, row: RunRow): Promise<ReadHandOff | undefined> => {
  const receiptKey = `handOff:${row.workflowId}`;
  const kept = await context.store.receipts.find(row.caseId, receiptKey);
  if (kept === undefined) return undefined;
  const read = handOffSchema.safeParse(kept);
  if (!read.success) {
    const issue = read.error.issues[0];
    const words = `receipt ${receiptKey}: no hand-off record at ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}; restore a backup`;
    throw new StoreIntegrityError('store.rowChanged', words);
  }
  const messages = await readBranch(context, row, read.data);
  const asked = messages.flatMap((message) => (message.role === 'customer' ? [message.text] : []));
  return { ...read.data, asked: asked.length === 0 ? null : asked.join('\n') };
};

/** A record written before depths were kept is read by the branch the run recorded last. */
const readBranch = async (
  context: RecordContext,
  row: RunRow,
  { askedAddress, askedDepth }: HandOff,
): Promise<readonly TranscriptMessage[]> =>
  askedDepth === undefined
    ? readTranscript(context, { row, steps: await context.store.runs.steps(row.workflowId) })
    : context.store.transcripts.read(row.caseId, askedAddress, askedDepth);
