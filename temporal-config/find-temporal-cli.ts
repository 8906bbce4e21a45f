// A typed wrapper around scripts/ensure-temporal.mjs, run as a process of its own: the script is a module of the other kind and
// stands at the package's root, two different ways up from the sources and from dist.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { codeOf } from './error-facts';

export type FoundTemporal =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'binary'; readonly path: string; readonly version: string; readonly from: string };

/** Neither a server nor a CLI was found; the message lists the ways out. */
export class NoTemporalError extends Error {
  readonly code = 'NO_TEMPORAL';

  constructor(message: string) {
    super(message);
    this.name = 'NoTemporalError';
  }
}

const NOT_FOUND_EXIT = 7;
const runFile = promisify(execFile);

/**
 * TEMPORAL_ADDRESS, TEMPORAL_CLI_PATH, `temporal` on PATH, the cache, then a download (unless `download` is false; up to 5 min).
 * A set but wrong variable is refused with NoTemporalError, never passed over.
 */
export async function findTemporal({
  env = process.env,
  download = true,
}: { env?: NodeJS.ProcessEnv; download?: boolean } = {}): Promise<FoundTemporal> {
  const args = [join(packageRoot(__dirname), SCRIPT), ...(download ? [] : ['--no-download'])];
  try {
    const { stdout } = await runFile(process.execPath, args, { env });
    return JSON.parse(stdout) as FoundTemporal;
  } catch (error) {
    if (codeOf(error) !== NOT_FOUND_EXIT) throw error;
    throw new NoTemporalError((error as { stderr: string }).stderr.trim());
  }
}

const SCRIPT = join('scripts', 'ensure-temporal.mjs');

function packageRoot(from: string): string {
  if (existsSync(join(from, SCRIPT))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error(`${SCRIPT} is not above ${__dirname}: the installation is not complete`);
  return packageRoot(parent);
}
