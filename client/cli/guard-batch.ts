// A batch: one receipt a line as soon as its reply is judged, so that a file of any length needs the memory of one line. A line that
// cannot be read is named and passed over; the others are judged all the same, and the command does not end as a success.
import { checkText, type GuardCheck, type GuardSettings } from '../guard/check-text';
import { LINE_BYTES_MAX, readBatchLine, type BatchLineRead } from '../guard/batch-line';
import { addCheck, addUnreadable, emptySummary, summaryLines, type BatchSummary } from '../guard/batch-summary';
import { readLines, type Line } from '../guard/read-lines';
import { readChunks } from './read-bytes';
import type { Invocation, Report } from './report';
import { writeLine } from './terminal';

const readOne = (line: Line): BatchLineRead =>
  line.kind === 'line' ? readBatchLine(line.text) : { kind: 'unreadable', why: line.why };

const personLine = (place: string, id: string | undefined, check: GuardCheck): string => {
  const name = id === undefined ? place : `${place} ${JSON.stringify(id)}`;
  if (check.accepted) return `${name}: accepted${check.fixes.length === 0 ? '' : ` after ${check.fixes.join(', ')}`}`;
  return `${name}: refused: ${check.errorKind ?? ''}: ${check.errors.join('; ')}`;
};

const failureOf = (file: string, { n, refused, unreadableLines }: BatchSummary): Report['failure'] => {
  if (unreadableLines > 0) {
    const message = `--batch ${file}: expected lines that can be read, got ${unreadableLines} that cannot`;
    return { exit: 2, code: 'INPUT_JSON', message };
  }
  if (n === 0) return { exit: 2, code: 'INPUT_JSON', message: `--batch ${file}: expected at least one line, got none` };
  const message = `refused: ${refused.n} of ${n}`;
  return refused.n > 0 ? { exit: 9, code: 'GUARD_REFUSED', message } : undefined;
};

/** Of a batch that nobody reads to its end: what was found so far, and no success while lines are left. */
const exitSoFar = ({ refused, unreadableLines }: BatchSummary): 1 | 2 | 9 => {
  if (unreadableLines > 0) return 2;
  return refused.n > 0 ? 9 : 1;
};

/** Exit 0 when all were accepted, 9 when one was refused, 2 when a line could not be read or there is none. */
export const checkBatch = async (call: Invocation, file: string, settings: GuardSettings): Promise<Report> => {
  let summary = emptySummary();
  call.endsAs(exitSoFar(summary));
  for await (const line of readLines(readChunks({ file, flag: '--batch ' }), LINE_BYTES_MAX)) {
    const place = `${file}:${line.number}`;
    call.progress(`line ${line.number}: ${summary.accepted} accepted, ${summary.refused.n} refused`);
    const read = readOne(line);
    if (read.kind === 'unreadable') {
      summary = addUnreadable(summary);
      call.endsAs(exitSoFar(summary));
      call.say(`${place}: ${read.why}`);
      if (call.json) await writeLine({ line: line.number, error: `${place}: ${read.why}` });
      continue;
    }
    const { id, text, ...figures } = read.reply;
    const check = checkText({ bytes: new TextEncoder().encode(text), ...figures }, settings);
    summary = addCheck(summary, check);
    call.endsAs(exitSoFar(summary));
    const named = { line: line.number, ...(id === undefined ? {} : { id }) };
    await writeLine(call.json ? { ...named, ...check } : personLine(place, id, check));
  }
  const failure = failureOf(file, summary);
  const body = { summary };
  const lines = summaryLines(summary);
  return failure === undefined ? { body, lines } : { body, lines, failure };
};
