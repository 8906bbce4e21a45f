// stdout is data, stderr is messages. A reader that went away ends the command quietly.
import pc from 'picocolors';
import type { Failure } from './exit-codes';
import type { Report } from './report';

export const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

const nextLines = (next: readonly string[]): string => next.map((command) => `\n  next: ${command}`).join('');

const writeJson = (value: object): void => {
  process.stdout.write(`${JSON.stringify(value)}\n`);
};

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
  if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
  if (failure !== undefined) say(pc.yellow(failure.message));
  if (next.length > 0) say(nextLines(next).slice(1));
};

export const showFailure = (
  failure: Failure,
  options: { readonly json: boolean; readonly stack: string | undefined },
): void => {
  if (options.json) writeJson({ ok: false, error: errorBody(failure), next: failure.next });
  else say(`${pc.red('turnkeep:')} ${failure.message}${nextLines(failure.next)}`);
  if (options.stack !== undefined) say(options.stack);
};
