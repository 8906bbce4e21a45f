// A Temporal development server of the test run's own: in memory, on loopback, with the settings Turnkeep relies on.
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startMinded } from './minded-server.mjs';

const DYNAMIC_CONFIG = [
  // The development server reads its one shard slowly: 51 ms a step without this, 22 ms with it.
  'history.transferProcessorMaxPollRPS=2000',
  // Together these push a cancellation to the worker instead of waiting for its heartbeat.
  'system.enableCancelActivityWorkerCommand=true',
  'frontend.WorkerCommandsEnabled=true',
];
const SEARCH_ATTRIBUTES = [
  'AgentStatus=Keyword',
  'Agent=Keyword',
  'WaitingFor=Keyword',
  'StoppedAt=Keyword',
  'TurnKey=Keyword',
  'ReviewDueAt=Datetime',
];

const succeeds = (command, args) =>
  new Promise((settle) => {
    execFile(command, args, { timeout: 10_000 }, (error) => settle(!error));
  });

export async function startTemporal(cli) {
  const folder = mkdtempSync(join(tmpdir(), 'turnkeep-temporal-'));
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const args = [
    ...['server', 'start-dev', '--headless', '--ip', '127.0.0.1', '--port', String(port), '--log-level', 'error'],
    ...DYNAMIC_CONFIG.flatMap((setting) => ['--dynamic-config-value', setting]),
    ...SEARCH_ATTRIBUTES.flatMap((attribute) => ['--search-attribute', attribute]),
  ];
  const answers = () => succeeds(cli, ['operator', 'namespace', 'describe', '-n', 'default', '--address', address]);
  const stop = await startMinded({ name: 'Temporal', command: cli, args, folder, stopWith: 'SIGTERM', answers });
  return { address, stop };
}
