import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

export const GATEWAY_MAIN = path.resolve(__dirname, '../../dist/sandbox/payment-gateway/main.js');

const READY_WITHIN_MS = 15_000;

export interface GatewayFault {
  readonly kind:
    | 'slow'
    | 'slow_after'
    | 'lost_answer'
    | 'dropped_before'
    | 'error_500'
    | 'error_500_unstored'
    | 'refuse'
    | 'conflict'
    | 'duplicate'
    | 'forget_key'
    | 'cut_body'
    | 'rate_limited';
  /** 1 when left out, -1 until cleared. */
  readonly times?: number;
  /** Only for slow and slow_after. */
  readonly delay_ms?: number;
  readonly key_prefix?: string;
}

export interface GatewayLedger {
  readonly charges: readonly {
    readonly id: string;
    readonly key: string;
    readonly order_reference: string;
    readonly amount: number;
    readonly currency: string;
    readonly created_ms: number;
  }[];
  readonly requests: number;
  readonly replays: number;
}

export interface GatewayExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Gateway {
  readonly url: string;
  readonly pid: number;
  ledger(): Promise<GatewayLedger>;
  /** Puts this list of faults in place of the one before. */
  setFaults(faults: readonly GatewayFault[]): Promise<void>;
  clearFaults(): Promise<void>;
  /** Sends the signal (SIGTERM when left out) and waits until the process is gone. Safe to call again. */
  stop(signal?: NodeJS.Signals): Promise<GatewayExit>;
}

export interface GatewayStart {
  readonly dataDir: string;
  readonly windowHours?: number;
  readonly port?: number;
}

/** Starts the built payment sandbox as a process of its own, which ends with the test process at the latest. */
export async function startGateway({ dataDir, windowHours, port = 0 }: GatewayStart): Promise<Gateway> {
  if (!existsSync(GATEWAY_MAIN)) throw new Error(`${GATEWAY_MAIN} is missing: build first`);
  const flags = ['--data', dataDir, '--port', String(port), '--exit-with-parent'];
  if (windowHours !== undefined) flags.push('--window-hours', String(windowHours));
  const child = spawn(process.execPath, [GATEWAY_MAIN, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = new Promise<GatewayExit>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  const { url, pid } = await readReadyLine(child);
  return {
    url,
    pid,
    ledger: async () => (await call(url, 'GET', '/v1/ledger')) as GatewayLedger,
    setFaults: async (faults) => {
      await call(url, 'POST', '/sandbox/faults', { faults });
    },
    clearFaults: async () => {
      await call(url, 'DELETE', '/sandbox/faults');
    },
    stop: (signal = 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      return exited;
    },
  };
}

function readReadyLine(child: ChildProcess): Promise<{ url: string; pid: number }> {
  return new Promise((resolve, reject) => {
    let output = '';
    let complaints = '';
    const fail = (reason: string): void => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new Error(`the payment sandbox did not start: ${reason} ${complaints}`));
    };
    const timer = setTimeout(() => fail('no ready line'), READY_WITHIN_MS);
    // Read to the end, or a full pipe would stop the gateway.
    child.stderr?.on('data', (chunk: Buffer) => (complaints = (complaints + chunk.toString()).slice(-4000)));
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const end = output.indexOf('\n');
      if (end < 0) return;
      clearTimeout(timer);
      resolve(JSON.parse(output.slice(0, end)) as { url: string; pid: number });
    });
    child.once('error', (error) => fail(error.message));
    child.once('close', (code) => fail(`it ended with exit code ${String(code)}.`));
  });
}

async function call(url: string, method: string, route: string, body?: object): Promise<unknown> {
  const response = await fetch(url + route, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${route} answered ${response.status}: ${text}`);
  return JSON.parse(text) as unknown;
}
