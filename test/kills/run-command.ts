// The built command line as a process of its own.
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';

const main = resolve(__dirname, '..', '..', 'dist', 'client', 'cli', 'main.js');

export interface CommandEnd {
  readonly exit: number | null;
  readonly body: VerifyBody;
  readonly stderr: string;
}

export interface VerifyBody {
  readonly ok: boolean;
  readonly error?: { readonly code: string; readonly message: string };
  readonly findings: readonly { readonly code: string; readonly subject: string; readonly words: string }[];
  readonly open: readonly { readonly effectKey: string; readonly state: string; readonly outside: string }[];
  readonly checked: { readonly journalRows: number; readonly effects: number; readonly charges: number | null };
}

/** `effects verify --json` with this environment. */
export const verifyByCommand = (env: Record<string, string>): Promise<CommandEnd> =>
  new Promise((done, fail) => {
    const options = { env: { ...process.env, ...env }, timeout: 60_000 };
    const child = execFile(process.execPath, [main, 'effects', 'verify', '--json'], options, (_error, stdout, stderr) => {
      try {
        done({ exit: child.exitCode, body: JSON.parse(stdout) as VerifyBody, stderr });
      } catch {
        fail(new Error(`effects verify ended ${String(child.exitCode)} without JSON: ${stdout}${stderr}`));
      }
    });
  });

export const codesOf = (end: CommandEnd): readonly string[] => end.body.findings.map(({ code }) => code);
