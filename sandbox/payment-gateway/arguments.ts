import path from 'node:path';
import { parseArgs } from 'node:util';

export interface GatewayOptions {
  readonly dataFolder: string;
  readonly port: number;
  readonly windowMs: number;
  readonly exitWithParent: boolean;
}

/** Something the person who started the gateway has to put right. */
export class StartError extends Error {}

const HOUR_MS = 3_600_000;
const LONGEST_WINDOW_HOURS = 24 * 366;

export const USAGE = 'usage: main.js --data DIR --port N [--window-hours HOURS] [--exit-with-parent]';

export function readArguments(words: readonly string[]): GatewayOptions {
  const flags = parseFlags(words);
  if (flags.data === undefined || flags.data === '') throw new StartError('--data DIR is required');
  return {
    dataFolder: path.resolve(flags.data),
    port: readPort(flags.port),
    windowMs: readWindow(flags['window-hours']),
    exitWithParent: flags['exit-with-parent'] ?? false,
  };
}

function parseFlags(words: readonly string[]): ReturnType<typeof parseStrictly> {
  try {
    return parseStrictly(words);
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error));
  }
}

function parseStrictly(words: readonly string[]) {
  return parseArgs({
    args: [...words],
    strict: true,
    allowPositionals: false,
    options: {
      data: { type: 'string' },
      port: { type: 'string' },
      'window-hours': { type: 'string' },
      'exit-with-parent': { type: 'boolean' },
    },
  }).values;
}

function readPort(text: string | undefined): number {
  if (text === undefined) throw new StartError('--port N is required (0 takes any free port)');
  const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  if (!(port <= 65_535)) throw new StartError(`--port must be a number from 0 to 65535, not "${text}"`);
  return port;
}

function readWindow(text: string | undefined): number {
  if (text === undefined) return 24 * HOUR_MS;
  const hours = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
  if (!(hours > 0 && hours <= LONGEST_WINDOW_HOURS)) {
    throw new StartError(`--window-hours must be a number above 0 and at most ${LONGEST_WINDOW_HOURS}, not "${text}"`);
  }
  return hours * HOUR_MS;
}
