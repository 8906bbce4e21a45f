// A Temporal server for development and tests: one binary, SQLite in memory or in a file, loopback only. Three settings differ from
// the binary's own: its single shard reads its queue 20 times a second (51 ms a step), and pushed cancels are off.
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '@temporalio/client';
import { isRunning, leashChild } from './child-leash';
import { connect } from './connection';
import { messageOf } from './error-facts';
import { findFreePort, isFreePort } from './free-port';
import { keepAWeek } from './retention';
import { ensureSearchAttributes, SEARCH_ATTRIBUTES } from './search-attributes';

export interface DevServerOptions {
  readonly cliPath: string;
  /** The port to use. Left out: the first free one from 7233 up; 0: any free one. */
  readonly port?: number;
  readonly uiPort?: number;
  /** Left out: in memory, gone with the process. */
  readonly dbFile?: string;
  /** true: no web UI. */
  readonly headless?: boolean;
  /** Where the web UI's browser finds the codec server. */
  readonly codecEndpoint?: string;
  /** Default: a file in the system's folder for temporary files. */
  readonly logFile?: string;
  readonly startTimeoutMs?: number;
}

export interface DevServer {
  readonly address: string;
  readonly uiUrl: string | undefined;
  readonly pid: number;
  readonly logFile: string;
  /** Resolves when the server has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Ends the server, by force after 5 s; may be called twice. */
  stop(): Promise<void>;
}

/** The server did not come up; the message holds the reason and the end of its log. */
export class DevServerError extends Error {
  readonly code = 'DEV_SERVER';

  constructor(message: string) {
    super(message);
    this.name = 'DevServerError';
  }
}

const FIRST_PORT = 7233;
const UI_PORT_OFFSET = 1000;
const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 5000;
const NAMESPACE = 'default';
/** The same as in server/dynamic-config.yml, which the server of docker-compose.yml reads. */
export const DYNAMIC_CONFIG = [
  'history.transferProcessorMaxPollRPS=2000',
  'system.enableCancelActivityWorkerCommand=true',
  'frontend.WorkerCommandsEnabled=true',
];

/** Starts a server that dies with this process, and returns once it answers and knows our search attributes. */
export async function startDevServer(options: DevServerOptions): Promise<DevServer> {
  const ports = await choosePorts(options);
  const logFile = options.logFile ?? join(tmpdir(), `turnkeep-temporal-${ports.port}.log`);
  const child = spawnServer(options, ports, logFile);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const stop = (): Promise<void> => endChild(child, ended);
  const address = `127.0.0.1:${ports.port}`;
  const pid = await spawned(child, options.cliPath);
  leashChild(child);
  try {
    await untilReady(address, child, { ...options, startTimeoutMs: options.startTimeoutMs ?? START_TIMEOUT_MS });
  } catch (error) {
    await stop();
    throw new DevServerError(`${messageOf(error)}\nThe end of ${logFile}:\n${tailOf(logFile)}`);
  }
  const uiUrl = ports.uiPort === undefined ? undefined : `http://127.0.0.1:${ports.uiPort}`;
  return { address, uiUrl, pid, logFile, ended, stop };
}

interface Ports {
  readonly port: number;
  readonly uiPort: number | undefined;
}

async function choosePorts({ port, uiPort, headless }: DevServerOptions): Promise<Ports> {
  const chosen = port === undefined || port === 0 ? await findFreePort(port ?? FIRST_PORT) : await demandPort(port);
  if (headless === true) return { port: chosen, uiPort: undefined };
  if (uiPort !== undefined && uiPort !== 0) return { port: chosen, uiPort: await demandPort(uiPort) };
  // A port the system chose may lie above 64535; its UI gets one of the system's too.
  return { port: chosen, uiPort: await findFreePort(port === 0 || uiPort === 0 ? 0 : chosen + UI_PORT_OFFSET) };
}

async function demandPort(port: number): Promise<number> {
  if (await isFreePort(port)) return port;
  throw new DevServerError(`Port ${port} is in use. Name another port, or use the server that listens there.`);
}

function spawnServer(options: DevServerOptions, ports: Ports, logFile: string): ChildProcess {
  const log = openSync(logFile, 'a', 0o600);
  try {
    // In a process group of its own: Ctrl-C in a terminal must reach the worker, which drains, and not the server it drains into.
    return spawn(options.cliPath, serverArguments(options, ports), { stdio: ['ignore', log, log], detached: true });
  } finally {
    closeSync(log);
  }
}

function serverArguments({ dbFile, codecEndpoint }: DevServerOptions, { port, uiPort }: Ports): string[] {
  return [
    ...['server', 'start-dev', '--ip', '127.0.0.1', '--port', String(port)],
    ...(uiPort === undefined ? ['--headless'] : ['--ui-port', String(uiPort)]),
    ...(dbFile === undefined ? [] : ['--db-filename', dbFile]),
    ...(codecEndpoint === undefined || uiPort === undefined ? [] : ['--ui-codec-endpoint', codecEndpoint]),
    ...DYNAMIC_CONFIG.flatMap((setting) => ['--dynamic-config-value', setting]),
    ...Object.entries(SEARCH_ATTRIBUTES).flatMap(([name, kind]) => ['--search-attribute', `${name}=${kind}`]),
  ];
}

function spawned(child: ChildProcess, cliPath: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve(child.pid ?? 0));
    child.once('error', (error) =>
      reject(
        new DevServerError(
          `The Temporal CLI at ${cliPath} cannot be run (${error.message}). ` +
            'Set TEMPORAL_CLI_PATH to a Temporal CLI, or TEMPORAL_ADDRESS to a running server.',
        ),
      ),
    );
  });
}

type Expected = Pick<DevServerOptions, 'dbFile'> & { readonly startTimeoutMs: number };

async function untilReady(address: string, child: ChildProcess, options: Expected): Promise<void> {
  const { startTimeoutMs: timeoutMs } = options;
  const deadline = Date.now() + timeoutMs;
  while (isRunning(child)) {
    const problem = await tryToReach(address, child, options);
    if (problem === undefined) return;
    if (Date.now() > deadline) throw new Error(`The Temporal server did not answer within ${timeoutMs} ms: ${problem}`);
    await pause(50);
  }
  throw new Error(
    `The Temporal server ended while starting (exit ${child.exitCode ?? child.signalCode ?? 'unknown'}).`,
  );
}

async function tryToReach(address: string, child: ChildProcess, { dbFile }: Expected): Promise<string | undefined> {
  let connection: Connection | undefined;
  try {
    connection = await connect(address, 500);
    await connection.workflowService.describeNamespace({ namespace: NAMESPACE });
    // A file made by an older version ignores new attributes on the command line.
    await ensureSearchAttributes(connection, NAMESPACE);
    // The binary's own is a day, also for a file that is there to outlive the process.
    if (dbFile !== undefined) await keepAWeek(connection, NAMESPACE);
    // Another server may have taken the port in between; ours then ends at once.
    await pause(100);
    return isRunning(child) ? undefined : 'another server has the port';
  } catch (error) {
    return messageOf(error);
  } finally {
    await connection?.close();
  }
}

async function endChild(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (!isRunning(child)) return;
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(force);
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const tailOf = (file: string): string => readFileSync(file, 'utf8').split('\n').slice(-15).join('\n');
