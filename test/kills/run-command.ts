// The built command line as a process of its own.
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';

const main = resolve(__dirname, '..', '..', 'dist', 'client', 'cli', 'main.js');

export interface CommandEnd<Body> {
  readonly exit: number | null;
  readonly body: Body & { readonly ok: boolean; readonly error?: { readonly code: string; readonly message: string } };
}

export interface VerifyBody {
  readonly findings: readonly { readonly code: string; readonly subject: string; readonly words: string }[];
  readonly open: readonly { readonly effectKey: string; readonly state: string; readonly outside: string }[];
  readonly checked: { readonly journalRows: number; readonly effects: number; readonly charges: number | null };
}
export type VerifyEnd = CommandEnd<VerifyBody>;

export interface ReconcileBody {
  readonly lines: readonly { readonly before: string; readonly after: string; readonly action: string }[];
  readonly recovery?: {
    readonly adopted: readonly { readonly effectKey: string }[];
    readonly keptAs: string | null;
    readonly lost: readonly string[];
  };
}

const runCommand = <Body>(env: Record<string, string>, args: readonly string[]): Promise<CommandEnd<Body>> =>
  new Promise((done, fail) => {
    const options = { env: { ...process.env, ...env }, timeout: 60_000 };
    const child = execFile(process.execPath, [main, ...args, '--json'], options, (_error, stdout, stderr) => {
      try {
        done({ exit: child.exitCode, body: JSON.parse(stdout) as CommandEnd<Body>['body'] });
      } catch {
        fail(new Error(`${args.join(' ')} ended ${String(child.exitCode)} without JSON: ${stdout}${stderr}`));
      }
    });
  });

/** `effects verify` with this environment. */
export const verifyByCommand = (env: Record<string, string>): Promise<VerifyEnd> =>
  runCommand(env, ['effects', 'verify']);

/** `effects reconcile --all` by a named person: also the way on for an older store. */
export const recoverByCommand = (env: Record<string, string>, by: string): Promise<CommandEnd<ReconcileBody>> =>
  runCommand(env, ['effects', 'reconcile', '--all', '--as', by]);

/** `effects reconcile` by a named person. */
export const reconcileByCommand = (env: Record<string, string>, by: string): Promise<CommandEnd<ReconcileBody>> =>
  runCommand(env, ['effects', 'reconcile', '--as', by]);

export const codesOf = (end: VerifyEnd): readonly string[] => end.body.findings.map(({ code }) => code);
