import { execFile } from 'node:child_process';
import { join } from 'node:path';

export interface ChildResult {
  readonly ok: boolean;
  readonly name?: string;
  readonly code?: string;
  readonly message?: string;
  readonly address?: string;
}

/** The user nobody, when this user is root: whom no file mode stops. */
export const isRoot = process.getuid?.() === 0;
const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];

/** Runs one task of child-process.cjs in a process of its own. */
export async function runChild(
  task: string,
  input: object,
  options: { readonly unprivileged?: boolean } = {},
): Promise<ChildResult> {
  const prefix = options.unprivileged && isRoot ? asNobody : [];
  const script = join(__dirname, 'child-process.cjs');
  const line = [...prefix, process.execPath, script, task, JSON.stringify(input)];
  return new Promise((resolve, reject) => {
    execFile(line[0] ?? process.execPath, line.slice(1), { timeout: 60_000 }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${task}: ${error.message}\n${stderr}`));
      else resolve(JSON.parse(stdout) as ChildResult);
    });
  });
}
