// A question back to the agent: it gets the words as the result of its call, and nothing is decided.
import { decodeUtf8Strict } from '../../core/kernel/decode-utf8';
import { assertQuestion } from '../index';
import { readFlags, sendOrPrint } from './decide-review';
import { refuseInput } from './input-error';
import { readBytes } from './read-bytes';
import { firstArgument, optionFlag, optionText, type Invocation, type Report } from './report';
import { withClient } from './with-client';

/** `review ask ID --question TEXT`, or `-` for stdin. */
export const askCommand = async (call: Invocation): Promise<Report> => {
  const { reasonCode, round } = readFlags(call);
  const question = await readQuestion(call);
  return withClient(call, async (client) =>
    sendOrPrint(call, client, {
      reviewId: firstArgument(call),
      decision: 'ask',
      reasonCode,
      note: question,
      surface: 'cli',
      unsigned: optionFlag(call, 'unsigned'),
      ...(round === undefined ? {} : { round }),
    }),
  );
};

const readQuestion = async (call: Invocation): Promise<string> => {
  const given = optionText(call, 'question') ?? '';
  const question = (given === '-' ? decode(await readBytes('-')) : given).trim();
  assertQuestion('--question', question);
  return question;
};

const decode = (bytes: Uint8Array): string => {
  const decoded = decodeUtf8Strict(bytes);
  if (decoded.kind === 'text') return decoded.text;
  return refuseInput('INPUT_NOT_UTF8', `--question -: expected UTF-8, got something else at byte ${decoded.atByte}`);
};
