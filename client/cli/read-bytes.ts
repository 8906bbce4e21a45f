// The bytes of an input, read to their end: of regular files, and of stdin for `-`. A pipe or device named by its path may never end,
// and opening one may never return: it is opened without waiting, looked at, and refused.
import { constants, fstatSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { refuseInput } from './input-error';

const BYTES_MAX = 1024 * 1024;

/** Refuses (exit 2), naming the path: what is no regular file, what cannot be read, and more than 1 MiB. */
export const readBytes = async (file: string): Promise<Uint8Array> => {
  try {
    return await (file === '-' ? readStdin(file) : readFile(file));
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    const words = openFaults[code] ?? `could not be read (${code})`;
    return refuseInput('INPUT_FILE', `--input ${file}: expected a file that can be read, got one that ${words}`);
  }
};

const openFaults: Readonly<Record<string, string>> = {
  ENOENT: 'is not there (ENOENT)',
  ENOTDIR: 'is not there (ENOTDIR: a part of the path is no folder)',
  ENXIO: 'is a socket or device (ENXIO); for stdin use --input -',
  EACCES: 'this user may not read (EACCES)',
};

/** Errors of the system carry a code beside errno; ours pass as they are. */
const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'errno' in error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

/** Node takes a folder on stdin for an empty input. */
const readStdin = async (file: string): Promise<Uint8Array> =>
  fstatSync(0).isDirectory()
    ? refuseInput('INPUT_FILE', `--input ${file}: expected bytes on stdin, got a folder`)
    : readAll(file, process.stdin);

const readFile = async (file: string): Promise<Uint8Array> => {
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = await handle.stat();
    if (!found.isFile())
      return refuseInput(
        'INPUT_FILE',
        `--input ${file}: expected a regular file, got ${found.isDirectory() ? 'a folder' : 'a pipe or device; for stdin use --input -'}`,
      );
    return await readAll(file, handle.createReadStream({ autoClose: false }));
  } finally {
    await handle.close();
  }
};

const readAll = async (file: string, stream: AsyncIterable<Buffer>): Promise<Uint8Array> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > BYTES_MAX)
      return refuseInput('INPUT_TOO_LONG', `--input ${file}: expected at most ${BYTES_MAX} bytes, got more`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
