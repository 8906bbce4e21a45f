// `run export ID --format json|jsonl|csv|md`: the whole record of one run on stdout. With --json it is one field of the answer.
import { exportFormats, formatExport, type ExportFormat, type RunExport } from '../index';
import { chooseValue } from './choose-value';
import { refuseInput } from './input-error';
import { firstArgument, optionFlag, optionText, type Invocation, type Report } from './report';
import { withReader } from './with-reader';

export const exportRunCommand = async (call: Invocation): Promise<Report> => {
  const asked = optionText(call, 'format');
  const format = asked === undefined ? undefined : chooseValue('--format', asked, exportFormats);
  if (call.json && format !== undefined && format !== 'json')
    return refuseInput('USAGE', `--json: expected --format json or none beside it, got ${format}`);
  const redact = optionFlag(call, 'redact');
  return withReader(call, async (reader) => {
    const record = await reader.export(await reader.resolve(firstArgument(call)), { redact });
    call.say(format === 'csv' ? 'a csv holds moves and figures, no words' : wordsLine(record));
    return toReport(record, format ?? 'json');
  });
};

const toReport = (record: RunExport, format: ExportFormat): Report => ({
  body: { export: record },
  lines: formatExport(record, format)
    .replace(/\r?\n$/, '')
    .split(/\r?\n/),
});

/** For people, on stderr: whether the file may be handed around. */
const wordsLine = ({ words }: RunExport): string => {
  switch (words) {
    case 'opened':
      return 'this export holds words of customers and persons; --redact leaves them out';
    case 'leftOut':
      return 'words, customer ids and names are left out';
    case 'erased':
      return 'words are erased: the key of this case was destroyed; ids and addresses stand in their place';
    case 'noKeys':
      return 'words do not open here: this caller has no keys; ids and addresses stand in their place';
  }
};
