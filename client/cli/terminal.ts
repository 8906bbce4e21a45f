// stdout is data, stderr is messages. Everything shown passes here and is cleaned here; colours are added after that. A reader that
// went away ends the command quietly.
import { once } from 'node:events';
import pc from 'picocolors';
import { cleanLine, cleanText } from './clean-text';
import type { Failure } from './exit-codes';
import type { MarkedLine, Report } from './report';

const asksForNone = (env: NodeJS.ProcessEnv): boolean =>
  (env['NO_COLOR'] ?? '') !== '' || env['FORCE_COLOR'] === '0' || env['TERM'] === 'dumb';

/** Colours are for a terminal and for who did not ask for none; never for a pipe, whatever else the environment says. */
const coloursOf = (stream: { readonly isTTY?: boolean }): ReturnType<typeof pc.createColors> =>
  pc.createColors(stream.isTTY === true && !asksForNone(process.env));
const out = coloursOf(process.stdout);
const err = coloursOf(process.stderr);

const PROGRESS_EVERY_MS = 100;
let progressStands = false;
let progressTold = Number.NEGATIVE_INFINITY;

/** How far long work is: one line on stderr that the next one takes the place of. On a terminal alone, and not for one that is dumb. */
export const showProgress = (text: string): void => {
  const { isTTY, columns } = process.stderr;
  if (!isTTY || process.env['TERM'] === 'dumb') return;
  const now = performance.now();
  if (now - progressTold < PROGRESS_EVERY_MS) return;
  progressTold = now;
  progressStands = true;
  // A line that wraps could not be taken away again.
  process.stderr.write(`\r\u001b[K${cleanLine(text).slice(0, Math.max(1, columns - 1))}`);
};

/** Nothing of it stays beside what is said. */
export const endProgress = (): void => {
  if (!progressStands) return;
  progressStands = false;
  process.stderr.write('\r\u001b[K');
};

const tell = (text: string): void => {
  endProgress();
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
  endProgress();
  process.stdout.write(`${cleanText(JSON.stringify(value))}\n`);
};

/** A line of an answer that has many: a value as JSON, or words. Waits while the reader is slower than the writer. */
export const writeLine = async (line: string | object): Promise<void> => {
  if (process.stdout.isTTY) endProgress();
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
  endProgress();
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
