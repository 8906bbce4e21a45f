// The processes of a system on one host, for development and demonstrations: the built worker and the sandbox payment gateway. Each
// is started by its path, known by its pid, and ends with this process however this process ends.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isRunning, leashChild } from '../temporal-config/child-leash';
import { productRoot } from '../temporal-config/settings';
import { ClientError } from './client-error';

export interface LocalProcess {
  readonly name: string;
  readonly pid: number;
  /** The last of what it wrote on stderr. */
  errors(): string;
  /** Resolves with how it ended, for whatever reason. */
  readonly ended: Promise<string>;
  /** Sends the signal (SIGTERM when left out), waits, and ends it by force after 10 s. May be called twice. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface LocalGateway extends LocalProcess {
  readonly url: string;
}

interface Start {
  readonly name: string;
  readonly path: readonly string[];
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly readyMs?: number;
  /** Told each line of stderr as it comes. */
  readonly tell?: ((line: string) => void) | undefined;
}

const READY_MS = 60_000;
const STOP_MS = 10_000;
const ERRORS_KEPT = 8_000;

const builtFile = (path: readonly string[]): string => {
  const file = join(productRoot(), 'dist', ...path);
  if (existsSync(file)) return file;
  throw new ClientError('NOT_BUILT', 2, {
    message: `${file} is missing: the product is not built`,
    next: ['npm run build'],
  });
};

/** `tell` is told each line that the worker says on stderr. */
export const startWorker = async (env: NodeJS.ProcessEnv, tell?: (line: string) => void): Promise<LocalProcess> =>
  (await start({ name: 'worker', path: ['workers', 'agent-worker.js'], env, tell })).process;

export const startGateway = async (options: { dataFolder: string; port: number }): Promise<LocalGateway> => {
  const args = ['--data', options.dataFolder, '--port', String(options.port), '--exit-with-parent'];
  const { process: gateway, ready } = await start({
    name: 'payment gateway',
    path: ['sandbox', 'payment-gateway', 'main.js'],
    args,
  });
  return { ...gateway, url: String(ready['url']) };
};

/** Starts it and waits for its first line of JSON. */
const start = async (options: Start): Promise<{ process: LocalProcess; ready: Readonly<Record<string, unknown>> }> => {
  const { name, path, args = [], env = process.env } = options;
  // In a process group of its own: Ctrl-C in a terminal must reach whoever stops it in order, and nobody else.
  const child = spawn(process.execPath, [builtFile(path), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  leashChild(child);
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-ERRORS_KEPT);
  });
  if (options.tell !== undefined) createInterface({ input: child.stderr }).on('line', options.tell);
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(`${name} ended (${signal ?? `exit ${code ?? '?'}`})`));
    child.once('error', (error) => resolve(`${name} could not be run: ${error.message}`));
  });
  const line = await firstLine(child, ended, options.readyMs ?? READY_MS);
  if (line === undefined) {
    await stop(child, ended, 'SIGKILL');
    throw new ClientError('NOT_READY', 7, {
      message: `${await ended} before it was ready\n${errors.trim()}`,
      next: ['turnkeep doctor'],
    });
  }
  const local = { name, pid: child.pid ?? 0, errors: () => errors, ended };
  return {
    process: { ...local, stop: (signal = 'SIGTERM') => stop(child, ended, signal) },
    ready: JSON.parse(line) as Readonly<Record<string, unknown>>,
  };
};

const firstLine = async (child: ChildProcess, ended: Promise<string>, limitMs: number): Promise<string | undefined> => {
  let timer: NodeJS.Timeout | undefined;
  const line = new Promise<string | undefined>((resolve) => {
    let output = '';
    timer = setTimeout(() => resolve(undefined), limitMs);
    // Read on to the end, or a full pipe would stop the process.
    child.stdout?.on('data', (chunk: Buffer) => {
      if (output.includes('\n')) return;
      output += chunk.toString();
      if (output.includes('\n')) resolve(output.slice(0, output.indexOf('\n')));
    });
    void ended.then(() => resolve(undefined));
  });
  const first = await line;
  clearTimeout(timer);
  return first;
};

const stop = async (child: ChildProcess, ended: Promise<string>, signal: NodeJS.Signals): Promise<void> => {
  if (isRunning(child)) child.kill(signal);
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(force);
};
