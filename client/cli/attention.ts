import type { AttentionReport, AttentionRun, OpenRunReader } from '../index';
import { explainFailure } from './exit-codes';
import { holdLines } from './hold-effects';
import type { Invocation, Report } from './report';
import { withClient } from './with-client';
import { withReaderOr } from './with-reader';
import { wrapWords } from './wrap-words';

const none: AttentionReport = { runs: [], holds: [], checked: { server: false, openRuns: 0, described: 0 } };

/** `run attention`: what was recorded is told also while no server answers. */
export const attentionCommand = async (call: Invocation): Promise<Report> =>
  withReaderOr(call, { body: { ...none }, lines: [] }, async (reader) => toReport(call, await askBoth(call, reader)));

const askBoth = async (call: Invocation, reader: OpenRunReader): Promise<AttentionReport> => {
  try {
    return await withClient(call, (client) => client.attention());
  } catch (error) {
    const { code, message } = explainFailure(error);
    if (code !== 'SERVER_UNREACHABLE') throw error;
    call.say(`${message}\nShown is what was recorded; what Temporal says of the runs was not looked at.`);
    return reader.attention();
  }
};

const toReport = (call: Invocation, report: AttentionReport): Report => {
  const { runs, holds, checked } = report;
  const unseen = checked.openRuns - checked.described;
  if (checked.server && unseen > 0)
    call.say(
      `Temporal was asked about ${checked.described} of ${checked.openRuns} open runs; the others are told as recorded.`,
    );
  const quiet = `nothing needs attention; ${checked.openRuns} run${checked.openRuns === 1 ? '' : 's'} open`;
  return {
    body: { runs, holds, checked },
    lines: [...holdLines(holds), ...(runs.length === 0 ? [quiet] : runs.flatMap(toLines))],
  };
};

/** The id and the command are whole, each on a line of its own: both are there to be copied. */
const toLines = ({ turnKey, reason, words, also, next }: AttentionRun): readonly string[] => [
  turnKey,
  ...wrapWords(`${reason}: ${words}${also.length === 0 ? '' : `; also ${also.join(', ')}`}`, '  '),
  `  next: ${next}`,
];
