// What a bench measures on: a server, the gateway, one worker process and a client, all of this run's own on one temporary home.
// The product's own programs are started by path, as an installation starts them. Nothing outlives the bench, however it ends.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openClient, type TurnkeepClient } from '../client/turnkeep-client';
import { isRunning, leashChild } from '../temporal-config/child-leash';
import { startDevServer } from '../temporal-config/dev-server';
import { findTemporal } from '../temporal-config/find-temporal-cli';
import { configFileName, productRoot, readSettings, type Settings } from '../temporal-config/settings';

export interface BenchServer {
  readonly address: string;
  /** `own`: started here, in memory. `given`: TEMPORAL_ADDRESS; its figures are that server's. */
  readonly kind: 'own' | 'given';
}

export interface BenchSystem {
  readonly server: BenchServer;
  readonly settings: Settings;
  readonly client: TurnkeepClient;
  readonly workerPid: number;
  /** Refunds whose key is not known yet answer this late; 0 ends it. */
  slowGateway(delayMs: number): Promise<void>;
  /** Replies for `scripted:NAME`. */
  writeScript(name: string, script: unknown): void;
  /** A further worker process of the product's own program that runs the workflows of `bundle` instead, with a client of its queue. */
  openSide(bundle: string): Promise<TurnkeepClient>;
  /** A path for a file of this run. */
  pathOf(file: string): string;
}

type Undo = () => Promise<void> | void;
interface Started {
  readonly line: string;
  readonly child: ChildProcess;
}

const readyWithinMs = 30_000;
const program = (...path: string[]): string => join(__dirname, '..', ...path);

/** Runs `bench` on a system of its own and takes it down again, also when the bench fails or a signal ends it. */
export const withBenchSystem = async <T>(bench: (system: BenchSystem) => Promise<T>): Promise<T> => {
  const undo: Undo[] = [];
  const takeDown = async (): Promise<void> => {
    for (let next = undo.pop(); next !== undefined; next = undo.pop()) await next();
  };
  const interrupted = (): void => {
    takeDown().then(
      () => process.exit(130),
      () => process.exit(130),
    );
  };
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    return await bench(await startSystem(undo));
  } finally {
    await takeDown();
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  }
};

const startSystem = async (undo: Undo[]): Promise<BenchSystem> => {
  const home = mkdtempSync(join(tmpdir(), 'turnkeep-bench-'));
  undo.push(() => rmSync(home, { recursive: true, force: true }));
  const scripts = join(home, 'scripts');
  mkdirSync(scripts);
  const server = await startServer(home, undo);
  const gatewayUrl = await startGateway(home, undo);
  const env = environmentOf({ home, scripts, gatewayUrl, address: server.address });
  const settings = readSettings({ ...process.env, ...env }, productRoot());
  const client = await openClient(settings);
  undo.push(() => client.close());
  const worker = await startProgram([program('workers', 'agent-worker.js')], { env, undo });
  return {
    server,
    settings,
    client,
    workerPid: worker.child.pid ?? 0,
    slowGateway: (delayMs) => setFaults(gatewayUrl, delayMs),
    writeScript: (name, script) => writeFileSync(join(scripts, `${name}.json`), JSON.stringify(script)),
    openSide: (bundle) => openSide({ ...env, TURNKEEP_BUNDLE: bundle, TURNKEEP_TASK_QUEUE: taskQueueName() }, undo),
    pathOf: (file) => join(home, file),
  };
};

const openSide = async (env: Record<string, string>, undo: Undo[]): Promise<TurnkeepClient> => {
  const side = await openClient(readSettings({ ...process.env, ...env }, productRoot()));
  undo.push(() => side.close());
  await startProgram([program('workers', 'agent-worker.js')], { env, undo });
  return side;
};

const startServer = async (home: string, undo: Undo[]): Promise<BenchServer> => {
  const found = await findTemporal();
  if (found.kind === 'address') return { address: found.address, kind: 'given' };
  const logFile = join(home, 'temporal.log');
  const server = await startDevServer({ cliPath: found.path, port: 0, headless: true, logFile });
  undo.push(() => server.stop());
  return { address: server.address, kind: 'own' };
};

const startGateway = async (home: string, undo: Undo[]): Promise<string> => {
  const folder = join(home, 'gateway');
  const main = program('sandbox', 'payment-gateway', 'main.js');
  const { line } = await startProgram([main, '--data', folder, '--port', '0', '--exit-with-parent'], { env: {}, undo });
  return (JSON.parse(line) as { url: string }).url;
};

/** As long as the product's own name: it stands in four events of a step. */
const taskQueueName = (): string => `bench-${randomBytes(4).toString('hex')}`;

/** The product's own configuration and SQLite, whatever the caller's environment says. */
const environmentOf = (at: { home: string; scripts: string; gatewayUrl: string; address: string }) => ({
  TURNKEEP_HOME: join(at.home, 'data'),
  TURNKEEP_CONFIG: join(productRoot(), configFileName),
  TURNKEEP_DATABASE_URL: '',
  TURNKEEP_KEYS_URL: '',
  TEMPORAL_ADDRESS: at.address,
  TURNKEEP_TASK_QUEUE: taskQueueName(),
  TURNKEEP_PAYMENTS_URL: at.gatewayUrl,
  TURNKEEP_SCRIPTS: at.scripts,
  TURNKEEP_PERSON: 'bench',
});

/** Starts a program of ours and returns with its first line; it ends by force, since nothing of it is kept. */
const startProgram = async (
  args: readonly string[],
  { env, undo }: { env: Record<string, string>; undo: Undo[] },
): Promise<Started> => {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  leashChild(child);
  const ended = new Promise<void>((done) => {
    child.once('exit', () => done());
    child.once('error', () => done());
  });
  undo.push(async () => {
    if (isRunning(child)) child.kill('SIGKILL');
    await ended;
  });
  return { line: await firstLine(child, args[0] ?? ''), child };
};

const firstLine = (child: ChildProcess, name: string): Promise<string> =>
  new Promise((ready, fail) => {
    let output = '';
    let complaints = '';
    const timer = setTimeout(() => fail(new Error(`${name} said nothing for ${readyWithinMs} ms`)), readyWithinMs);
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const end = output.indexOf('\n');
      if (end < 0) return;
      clearTimeout(timer);
      ready(output.slice(0, end));
    });
    // Read to the end, or a full pipe would stop the program.
    child.stderr?.on('data', (chunk: Buffer) => {
      complaints = (complaints + chunk.toString()).slice(-2_000);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(new Error(`${name} ended with ${code ?? 'a signal'}: ${complaints}`));
    });
  });

const setFaults = async (url: string, delayMs: number): Promise<void> => {
  const faults = delayMs > 0 ? [{ kind: 'slow', times: -1, delay_ms: delayMs }] : [];
  const answer = await fetch(`${url}/sandbox/faults`, { method: 'POST', body: JSON.stringify({ faults }) });
  if (!answer.ok) throw new Error(`the gateway refused the faults: ${answer.status} ${await answer.text()}`);
};
