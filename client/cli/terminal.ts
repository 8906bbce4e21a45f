// stdout is data, stderr is messages. Everything shown passes here and is cleaned here; colours are added after that. A reader that
// went away ends the command quietly.
import { once } from 'node:events';
import pc from 'picocolors';
import { cleanLine, cleanText } from './clean-text';
import type { Failure } from './exit-codes';
import type { MarkedLine, Report } from './report';

/** Colours are for a terminal and for who did not ask for none; never for a pipe, whatever else the environment says. */
const coloursOf = (stream: { readonly isTTY?: boolean }): ReturnType<typeof pc.createColors> =>
  pc.createColors(stream.isTTY === true && (process.env['NO_COLOR'] ?? '') === '');
const out = coloursOf(process.stdout);
const err = coloursOf(process.stderr);

const tell = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

/** A message for people; it may have several lines. */
export const say = (text: string): void => tell(cleanText(text));

const nextLines = (next: readonly string[]): string =>
  next.map((command) => `\n  next: ${cleanLine(command)}`).join('');

/** Lines after the first are indented, so that no value in a message can pass for a line of ours. */
const cleanMessage = (message: string): string => cleanText(message).replace(/\n(?! {2})/g, '\n  ');

/** JSON leaves some control characters and all direction marks as they are; escaped, the value is the same. */
export const writeJson = (value: object): void => {
  process.stdout.write(`${cleanText(JSON.stringify(value))}\n`);
};

/** A line of an answer that has many: a value as JSON, or words. Waits while the reader is slower than the writer. */
export const writeLine = async (line: string | object): Promise<void> => {
  const text = typeof line === 'string' ? cleanLine(line) : cleanText(JSON.stringify(line));
  if (!process.stdout.write(`${text}\n`)) await once(process.stdout, 'drain');
};

const marks = { ok: out.green('ok  '), warn: out.yellow('warn'), fail: out.red('FAIL') } as const;

const showLine = (line: string | MarkedLine): string =>
  typeof line === 'string' ? cleanLine(line) : `${marks[line.mark]} ${cleanLine(line.text)}`;

const errorBody = ({ code, message, retryable }: Pick<Failure, 'code' | 'message' | 'retryable'>): object => ({
  code,
  message,
  retryable,
});

export const showReport = ({ body, lines, next = [], failure }: Report, json: boolean): void => {
  if (json) {
    const error = failure === undefined ? {} : { error: errorBody({ retryable: false, ...failure }) };
    writeJson({
      ok: failure === undefined,
      ...error,
      ...body,
      ...(failure === undefined && next.length === 0 ? {} : { next }),
    });
    return;
  }
  if (lines.length > 0) process.stdout.write(`${lines.map(showLine).join('\n')}\n`);
  if (failure !== undefined) tell(err.yellow(cleanMessage(failure.message)));
  if (next.length > 0) tell(nextLines(next).slice(1));
};

export const showFailure = (
  failure: Failure,
  options: { readonly json: boolean; readonly stack: string | undefined },
): void => {
  if (options.json) writeJson({ ok: false, error: errorBody(failure), next: failure.next });
  else tell(`${err.red('turnkeep:')} ${cleanMessage(failure.message)}${nextLines(failure.next)}`);
  if (options.stack !== undefined) say(options.stack);
};
