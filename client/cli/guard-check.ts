// `turnkeep guard check`: any text through the same stages as a model's reply.
import { decodeUtf8Strict } from '../../core/kernel/decode-utf8';
import { parseJson } from '../../core/output-guard/parse';
import { guardModes } from '../../core/output-guard/receipt';
import { lineOfInexact } from '../../core/output-guard/shape';
import type { ShapeJudge } from '../../core/output-guard/shape-judge';
import { checkText, type GuardCheck, type GuardSettings } from '../guard/check-text';
import { readJsonSchema } from '../guard/json-schema-judge';
import { chooseValue } from './choose-value';
import { checkBatch } from './guard-batch';
import { refuseInput } from './input-error';
import { readBytes } from './read-bytes';
import { optionText, type Invocation, type Report } from './report';

/** What is over 1 MiB is still read this far, so that it is refused with a receipt. */
const TEXT_BYTES_MAX = 8 * 1024 * 1024;
const FAULTS_SHOWN = 20;

const refuseSchema = (file: string, faults: readonly string[]): never => {
  const more = faults.length > FAULTS_SHOWN ? [`and ${faults.length - FAULTS_SHOWN} more`] : [];
  const shown = [...faults.slice(0, FAULTS_SHOWN), ...more];
  return refuseInput('GUARD_SCHEMA', shown.map((fault) => `--schema ${file}: ${fault}`).join('\n'), [
    'turnkeep guard check --help',
  ]);
};

const readJudge = async (file: string): Promise<ShapeJudge> => {
  const decoded = decodeUtf8Strict(await readBytes(file, { flag: '--schema ' }));
  if (decoded.kind === 'invalid')
    return refuseSchema(file, [`expected UTF-8, got something else at byte ${decoded.atByte}`]);
  const parsed = parseJson(decoded.text.replace(/^\ufeff/, ''));
  if (parsed.kind === 'fault')
    return refuseSchema(file, [`$: ${parsed.fault.words} (${parsed.fault.code} at character ${parsed.fault.at})`]);
  if (parsed.inexact.length > 0) return refuseSchema(file, parsed.inexact.map(lineOfInexact));
  const read = readJsonSchema(parsed.value);
  return read.kind === 'judge' ? read.judge : refuseSchema(file, read.errors);
};

const showStop = ({ accepted, stopReason, errorKind, stage }: GuardCheck): string =>
  accepted ? 'accepted' : `refused: ${errorKind ?? ''} at ${stage} (${stopReason ?? ''})`;

const toReport = (check: GuardCheck): Report => {
  const { accepted, fixes, errors, value, errorKind, replyDigest } = check;
  const lines = [
    showStop(check),
    `fixes: ${fixes.length === 0 ? 'none' : fixes.join(', ')}`,
    ...errors.map((error) => `  ${error}`),
    `reply: sha256 ${replyDigest}`,
    ...(accepted
      ? [`value: ${JSON.stringify(value)}`, 'the shape fits; whether what it says is true was not judged']
      : []),
  ];
  if (accepted) return { body: { ...check }, lines };
  const message = `refused: ${errorKind ?? ''}: ${errors[0] ?? ''}`;
  return { body: { ...check }, lines, failure: { exit: 9, code: 'GUARD_REFUSED', message } };
};

const whatToCheck = (call: Invocation): { readonly batch: string | undefined; readonly text: string | undefined } => {
  const batch = optionText(call, 'batch');
  const [text, ...more] = call.args;
  if (more.length > 0) refuseInput('USAGE', `expected one file, got ${call.args.length}`);
  if (batch !== undefined && text !== undefined)
    refuseInput('USAGE', `--batch and a file: expected one of them, got both (${batch} and ${text})`);
  return { batch, text };
};

export const guardCheckCommand = async (call: Invocation): Promise<Report> => {
  const { batch, text } = whatToCheck(call);
  const mode = chooseValue('--mode', optionText(call, 'mode') ?? '', guardModes);
  const schema = optionText(call, 'schema') ?? '';
  if (schema === '-') refuseInput('USAGE', '--schema: expected a file, got - (stdin is for the text)');
  const settings: GuardSettings = { mode, judge: await readJudge(schema) };
  if (batch !== undefined) return checkBatch(call, batch, settings);
  if (text === undefined && process.stdin.isTTY)
    refuseInput('INPUT_MISSING', 'expected a file, - or text on stdin, got a terminal; to type the text give -');
  const bytes = await readBytes(text ?? '-', { flag: '', bytesMax: TEXT_BYTES_MAX });
  return toReport(checkText({ bytes }, settings));
};
