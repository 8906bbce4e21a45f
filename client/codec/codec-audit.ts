// Who opened what, one line of JSON a request, in an append-only file that only its owner may read. The line is on disk before the
// answer leaves: what cannot be recorded is not opened. It holds ids and counts, and nothing that a caller could write into it.
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { codeOf } from '../../stores/error-code';
import type { Converted } from './convert-payloads';

export interface AuditEntry extends Omit<Converted, 'payloads'> {
  readonly atMs: number;
  readonly act: 'decode' | 'encode';
  readonly who: string;
  /** Of an allowed page; null for a program. */
  readonly origin: string | null;
  readonly namespace: string;
  readonly payloads: number;
}

export const toAuditLine = ({ atMs, act, who, origin, namespace, payloads, ...counts }: AuditEntry): string =>
  JSON.stringify({ time: new Date(atMs).toISOString(), act, who, origin, namespace, payloads, ...counts });

/** The file cannot take a line: `reason` is a code, or what stands in its place. */
export class AuditError extends Error {
  constructor(
    readonly path: string,
    readonly reason: string,
  ) {
    super(`${path}: expected a file of mode 600 that can be appended to, got ${reason}`);
    this.name = 'AuditError';
  }
}

const FLAGS = constants.O_APPEND | constants.O_CREAT | constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const OTHERS = 0o077;
const LINE_BREAK = 0x0a;

/**
 * Appends the line and waits until it is on disk. The file is opened anew each time, so it may be moved away at any time; a line that
 * a crash or a full disk cut off does not swallow the next one. Throws AuditError.
 */
export const appendAudit = (path: string, line: string): Promise<void> =>
  withAuditFile(path, async (file, size) => {
    const bytes = Buffer.from(`${await missingBreak(file, size)}${line}\n`);
    const { bytesWritten } = await file.write(bytes);
    if (bytesWritten !== bytes.length) throw new AuditError(path, 'no space for a whole line');
    await file.datasync();
  });

/** Makes the file where there is none. Throws AuditError when it could not take a line. */
export const assertAuditable = (path: string): Promise<void> => withAuditFile(path, () => Promise.resolve());

const withAuditFile = async (path: string, use: (file: FileHandle, size: number) => Promise<void>): Promise<void> => {
  let file: FileHandle | undefined;
  try {
    file = await open(path, FLAGS, 0o600);
    const stats = await file.stat();
    if (!stats.isFile()) throw new AuditError(path, 'something that is no file');
    if (process.platform !== 'win32' && (stats.mode & OTHERS) !== 0)
      throw new AuditError(path, `mode ${(stats.mode & 0o777).toString(8)}`);
    await use(file, stats.size);
  } catch (error) {
    if (error instanceof AuditError) throw error;
    throw new AuditError(path, codeOf(error) || 'an unknown failure');
  } finally {
    await file?.close();
  }
};

const missingBreak = async (file: FileHandle, size: number): Promise<string> => {
  if (size === 0) return '';
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] === LINE_BREAK ? '' : '\n';
};
