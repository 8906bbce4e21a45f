// The built command in a process of its own, with nothing of this process's deployment in its environment.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { checkOutput } from './check-output';

export const MAIN = resolve(__dirname, '..', '..', 'dist', 'client', 'cli', 'main.js');

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
  /** Runs it as this user without privileges; only for root. */
  readonly uid?: number;
}

const inherited = (): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(TURNKEEP_|TEMPORAL_|FORCE_COLOR|NO_COLOR)/.test(name)),
  );

const running = new Set<ChildProcess>();
// A test that ran into its limit must not leave a command that waits behind.
afterAll(() => running.forEach((child) => child.kill('SIGKILL')));

/** Starts it; the caller waits for `ended` or signals the child. */
export const spawnTurnkeep = (args: readonly string[], { env = {}, cwd, input, uid }: RunOptions = {}) => {
  if (!existsSync(MAIN)) throw new Error(`${MAIN} is missing: build first`);
  const command = [process.execPath, MAIN, ...args];
  const drop = uid === undefined ? [] : ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];
  const [program = '', ...rest] = [...drop, ...command];
  const child = spawn(program, rest, { env: { ...inherited(), ...env }, ...(cwd === undefined ? {} : { cwd }) });
  running.add(child);
  child.once('close', () => running.delete(child));
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input ?? '');
  const ended = new Promise<Ended>((done) => child.once('close', (code) => done({ code, ...output }))).then((seen) => {
    checkOutput(args, seen);
    return seen;
  });
  return { child, output, ended };
};

export const runTurnkeep = (args: readonly string[], options: RunOptions = {}): Promise<Ended> =>
  spawnTurnkeep(args, options).ended;

/** The last line of stdout as JSON, for assertions on any of its fields. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export const jsonOf = ({ stdout, stderr }: Ended): any => {
  const line = stdout.trim().split('\n').at(-1) ?? '';
  try {
    return JSON.parse(line);
  } catch {
    throw new Error(`no JSON at the end of stdout: ${JSON.stringify(line)}; stderr: ${stderr}`);
  }
};
