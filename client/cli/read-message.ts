// What `run start` is told, from flags or from a file: plain text, or one JSON object with strict keys. Bytes are decoded strictly:
// a text that was altered while it was read is not what the customer wrote.
import { z } from 'zod';
import { decodeUtf8Strict } from '../../core/kernel/decode-utf8';
import { parseObject } from '../../core/output-guard/parse';
import type { JsonFault } from '../../core/output-guard/scan-json';
import { checkMessage } from '../check-message';
import { refuseInput } from './input-error';
import { readBytes } from './read-bytes';
import { optionText, type Invocation } from './report';

export interface TurnWords {
  readonly message: string;
  readonly customer: string | undefined;
  readonly caseReference: string | undefined;
}

const inputSchema = z.strictObject({
  message: z.string(),
  customer: z.string().optional(),
  case: z.string().optional(),
});

/** Refuses (exit 2) a message given twice, not at all or empty, bytes that are no UTF-8, and JSON that is not exactly as expected. */
export const readTurnWords = async (call: Invocation, command = 'run start'): Promise<TurnWords> => {
  const words = await findTurnWords(call, command);
  // Here already: no server is looked for to hear that there are no words.
  checkMessage(words.message);
  return words;
};

const findTurnWords = async (call: Invocation, command: string): Promise<TurnWords> => {
  const message = optionText(call, 'message');
  const file = optionText(call, 'input');
  const flags = { customer: optionText(call, 'customer'), caseReference: optionText(call, 'case') };
  if (message !== undefined && file !== undefined)
    return refuseInput('INPUT_TWICE', '--message and --input: expected one of them, got both');
  if (message !== undefined) return { message: checkArgument(message), ...flags };
  if (file === undefined)
    return refuseInput('INPUT_MISSING', 'expected --message TEXT or --input FILE, got neither', [
      `turnkeep ${command} --help`,
    ]);
  const words = readWords(decode(await readBytes(file), file), file);
  return {
    message: words.message,
    customer: oneOf('customer', flags.customer, words.customer),
    caseReference: oneOf('case', flags.caseReference, words.caseReference),
  };
};

/** The same for `run message`: whom and what case it is about was said when the turn was started. */
export const readFurtherWords = async (call: Invocation): Promise<string> => {
  const { message, customer, caseReference } = await readTurnWords(call, 'run message');
  return customer === undefined && caseReference === undefined
    ? message
    : refuseInput('INPUT_JSON', '--input: expected "message" alone; a further message has the case of its turn');
};

/** Node replaces bytes of an argument that are no UTF-8 without a word; a file or stdin is read byte for byte. */
const checkArgument = (message: string): string =>
  message.includes('\ufffd')
    ? refuseInput(
        'INPUT_NOT_UTF8',
        '--message: holds U+FFFD, the mark of bytes that are no UTF-8; give the text by --input FILE',
      )
    : message;

const oneOf = (name: string, flag: string | undefined, field: string | undefined): string | undefined =>
  flag !== undefined && field !== undefined && flag !== field
    ? refuseInput('INPUT_TWICE', `--${name} and the field "${name}": expected one value, got two`)
    : (flag ?? field);

const decode = (bytes: Uint8Array, file: string): string => {
  const decoded = decodeUtf8Strict(bytes);
  if (decoded.kind === 'text') return decoded.text.replace(/^\ufeff/, '');
  return refuseInput('INPUT_NOT_UTF8', `--input ${file}: expected UTF-8, got something else at byte ${decoded.atByte}`);
};

/** A text that begins with a brace is JSON; a customer's letter never does. */
const readWords = (text: string, file: string): TurnWords => {
  if (!text.trimStart().startsWith('{'))
    return { message: text.replace(/\n$/, ''), customer: undefined, caseReference: undefined };
  const parsed = parseObject(text);
  if (parsed.kind === 'fault') return refuseInput('INPUT_JSON', `--input ${file}: ${describeFault(parsed.fault)}`);
  const read = inputSchema.safeParse(parsed.value);
  if (!read.success)
    return refuseInput('INPUT_JSON', `--input ${file}: ${read.error.issues.map(describeIssue).join('; ')}`);
  return { message: read.data.message, customer: read.data.customer, caseReference: read.data.case };
};

const describeFault = ({ code, at, words }: JsonFault): string => `${words} (${code} at character ${at})`;

const describeIssue = (issue: z.core.$ZodIssue): string =>
  issue.code === 'unrecognized_keys'
    ? `unknown field ${issue.keys.join(', ')}; expected message, customer, case`
    : `${issue.path.map(String).join('.')}: ${issue.message}`;
