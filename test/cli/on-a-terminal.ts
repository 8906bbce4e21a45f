// A real terminal for a command: the pseudo-terminal of script(1), as wide as asked.
import { spawnSync } from 'node:child_process';
import { MAIN } from './run-turnkeep';

export interface TerminalOptions {
  readonly columns: number;
  readonly env: Readonly<Record<string, string>>;
  /** Appended to the command line, such as a redirection. */
  readonly then?: string;
}

export interface OnTerminal {
  readonly code: number | null;
  /** stdout and stderr as the terminal got them. */
  readonly shown: string;
  readonly lines: readonly string[];
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** Runs the built command with stdin, stdout and stderr on a terminal. */
export const onTerminal = (args: readonly string[], { columns, env, then = '' }: TerminalOptions): OnTerminal => {
  const command = [process.execPath, MAIN, ...args].map(quoted).join(' ');
  const { status, stdout } = spawnSync(
    'script',
    ['-qec', `stty cols ${columns} rows 24; ${command} ${then}`, '/dev/null'],
    {
      encoding: 'utf8',
      input: '',
      env: { PATH: process.env['PATH'], TERM: 'xterm', ...env },
    },
  );
  const shown = stdout.replaceAll('\r\n', '\n');
  return { code: status, shown, lines: shown.trimEnd().split('\n') };
};
