// A whole system for one test file: the gateway, a worker process and a client on one temporary home, on a task queue of its own.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openClient, type TurnkeepClient } from '../../client/turnkeep-client';
import { readSettings, type Settings } from '../../temporal-config/settings';
import { startGateway, type Gateway } from './start-gateway';

const root = resolve(__dirname, '..', '..');

export interface SystemOptions {
  readonly env?: Record<string, string>;
  readonly scripts?: Record<string, unknown>;
  readonly worker?: boolean;
  readonly databaseUrl?: string;
}

export interface System {
  readonly home: string;
  readonly env: Record<string, string>;
  readonly settings: Settings;
  readonly gateway: Gateway;
  readonly client: TurnkeepClient;
  writeScript(name: string, script: unknown): void;
  startWorker(env?: Record<string, string>): Promise<WorkerProcess>;
  worker(): WorkerProcess;
  stop(): Promise<void>;
}

export interface WorkerProcess {
  readonly pid: number;
  readonly child: ChildProcess;
  stderr(): string;
  kill(signal?: NodeJS.Signals): Promise<void>;
  readonly ended: Promise<number | null>;
}

const needed = (name: string): string => {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`${name} is not set; run through npm test`);
  return value;
};

export const startWorkerProcess = async (env: Record<string, string>): Promise<WorkerProcess> => {
  const child = spawn(process.execPath, [join(root, 'dist', 'workers', 'agent-worker.js')], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-20_000);
  });
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  await new Promise<void>((ready, fail) => {
    child.stdout.once('data', () => ready());
    child.once('exit', (code) => fail(new Error(`the worker ended with ${String(code)}: ${errors}`)));
  });
  return {
    pid: child.pid ?? 0,
    child,
    stderr: () => errors,
    ended,
    kill: async (signal = 'SIGKILL') => {
      child.kill(signal);
      await ended;
    },
  };
};

export const startSystem = async (options: SystemOptions = {}): Promise<System> => {
  const home = mkdtempSync(join(tmpdir(), 'turnkeep-test-'));
  const scripts = join(home, 'scripts');
  mkdirSync(scripts);
  const gateway = await startGateway({ dataDir: join(home, 'gateway') });
  const env: Record<string, string> = {
    TURNKEEP_HOME: join(home, 'data'),
    TURNKEEP_CONFIG: join(root, 'turnkeep.config.json'),
    TEMPORAL_ADDRESS: needed('TEST_TEMPORAL_ADDRESS'),
    TURNKEEP_TASK_QUEUE: `test-${randomUUID()}`,
    TURNKEEP_PAYMENTS_URL: gateway.url,
    TURNKEEP_SCRIPTS: scripts,
    TURNKEEP_LEASE_MS: '4000',
    TURNKEEP_SEND_TIMEOUT_MS: '2500',
    TURNKEEP_PERSON: 'tester',
    ...(options.databaseUrl === undefined ? {} : { TURNKEEP_DATABASE_URL: options.databaseUrl }),
    ...options.env,
  };
  const settings = readSettings({ ...process.env, ...env }, root);
  const opened = await openClient(settings);
  // Whoever starts a run may not approve what it asks for; TURNKEEP_PERSON decides here.
  const client: TurnkeepClient = { ...opened, start: (start) => opened.start({ startedBy: 'test-starter', ...start }) };
  const workers: WorkerProcess[] = [];
  const startWorker = async (extra: Record<string, string> = {}): Promise<WorkerProcess> => {
    const worker = await startWorkerProcess({ ...env, ...extra });
    workers.push(worker);
    return worker;
  };
  const writeScript = (name: string, script: unknown): void =>
    writeFileSync(join(scripts, `${name}.json`), JSON.stringify(script));
  for (const [name, script] of Object.entries(options.scripts ?? {})) writeScript(name, script);
  if (options.worker !== false) await startWorker();
  return {
    home,
    env,
    settings,
    gateway,
    client,
    writeScript,
    startWorker,
    worker: () => {
      const worker = workers.at(-1);
      if (worker === undefined) throw new Error('no worker was started');
      return worker;
    },
    stop: async () => {
      await client.close();
      for (const worker of workers) await worker.kill();
      await gateway.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
};

/** Polls until `ask` answers; the limit only ends a hanging test. */
export const until = async <T>(ask: () => Promise<T | undefined | false>, limitMs = 30_000): Promise<T> => {
  const end = Date.now() + limitMs;
  for (;;) {
    const value = await ask();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > end) throw new Error('until: nothing came');
    await sleep(50);
  }
};
