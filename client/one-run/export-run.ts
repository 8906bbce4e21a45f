// The whole record of one run as one value: rows, moves, costs, receipts, reviews, effects, and the words where they open.
import type { RecordContext } from '../client-context';
import { readHandOff } from '../hand-off-record';
import { readRunRecords, readTranscript, type RunRecords } from '../run-records';
import { costOf } from './read-cost';
import { readNotes } from './read-notes';
import { readReceipts } from './read-receipts';
import { foldDeltas } from './fold-deltas';
import { timelineMoves } from './read-timeline';
import { redactExport } from './redact-export';
import { exportSchemaName, type ExportedStep, type RunExport } from './run-export';

/** What is left out of an export. */
export interface ExportOptions {
  /** Leaves out all words and the customer's id; persons are numbered. Opaque ids stay. */
  readonly redact?: boolean;
}

/** Refuses with RUN_NOT_FOUND; a record whose words do not open is exported without them, and says so. */
export const exportRun = async (
  context: RecordContext,
  turnKey: string,
  { redact = false }: ExportOptions = {},
): Promise<RunExport> => {
  const records = await readRunRecords(context, turnKey);
  const whole = await gather(context, records);
  return redact ? redactExport(whole) : whole;
};

const gather = async (context: RecordContext, records: RunRecords): Promise<RunExport> => {
  const { row, steps, reviews, effects, acts, reply, interimReply, unread, words } = records;
  const isOpened = words === 'opened';
  const { guard, tools } = await readReceipts(context, records);
  const { turnKey: _turnKey, words: _words, ...cost } = costOf(records);
  const state = foldDeltas(steps);
  const isHandedOff = isOpened && row.outcome === 'handedOff';
  return {
    schema: exportSchemaName,
    exportedAtMs: Date.now(),
    words,
    run: row,
    customer: state?.subject ?? null,
    startedBy: state?.settings.startedBy ?? null,
    moves: timelineMoves(records),
    steps: steps.map(stepOf),
    cost,
    reviews,
    effects,
    acts,
    guard,
    tools,
    state,
    messages: isOpened ? await readTranscript(context, records) : null,
    notes: await readNotes(context, records),
    reply,
    interimReply,
    handOff: isHandedOff ? ((await readHandOff(context, row)) ?? null) : null,
    unread,
  };
};

const stepOf = (record: RunRecords['steps'][number]): ExportedStep => {
  const { step, atMs, status, node, outcome, cause, waiting, verdict, uptoMove, head } = record;
  return { step, atMs, status, node, outcome, cause, waiting, verdict, upToMove: uptoMove, head: head.address };
};
