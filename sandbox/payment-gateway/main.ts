import type { AddressInfo } from 'node:net';
import { type GatewayOptions, readArguments, StartError, USAGE } from './arguments';
import { Ledger } from './ledger';
import { createGatewayServer } from './server';

const HOST = '127.0.0.1';
const PARENT_POLL_MS = 200;

function main(): void {
  // Whoever read our output may be gone before we are; that is no reason to crash in the middle of a request.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  try {
    start(readArguments(process.argv.slice(2)));
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    refuseStart(error.message);
  }
}

function start(options: GatewayOptions): void {
  // Read first: a parent that dies while the books are being opened must be noticed as well.
  const parent = process.ppid;
  const ledger = openLedger(options);
  const end = (): void => {
    try {
      ledger.close();
    } finally {
      process.exit(0);
    }
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  if (options.exitWithParent) {
    setInterval(() => {
      if (isParentGone(parent)) end();
    }, PARENT_POLL_MS);
  }
  const server = createGatewayServer(ledger);
  server.on('error', (error) => {
    ledger.close();
    refuseStart(`cannot listen on ${HOST}:${options.port}: ${error.message}`);
  });
  server.listen(options.port, HOST, () => {
    const { port } = server.address() as AddressInfo;
    process.stdout.write(`${JSON.stringify({ ready: true, url: `http://${HOST}:${port}`, pid: process.pid })}\n`);
  });
}

function openLedger({ dataFolder, windowMs }: GatewayOptions): Ledger {
  try {
    return new Ledger(dataFolder, windowMs);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const hint = reason.includes('database is locked') ? ' (another gateway is using it)' : '';
    throw new StartError(`cannot use the data folder ${dataFolder}: ${reason}${hint}`);
  }
}

function isParentGone(parent: number): boolean {
  if (process.ppid !== parent) return true;
  try {
    process.kill(parent, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

function refuseStart(message: string): never {
  process.stderr.write(`payment sandbox: ${message}\n${USAGE}\n`);
  process.exit(2);
}

main();
