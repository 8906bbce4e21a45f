// The bytes of an input, read to their end: of regular files, and of stdin for `-`. A pipe or device named by its path may never end,
// and opening one may never return: it is opened without waiting, looked at, and refused.
import { constants, fstatSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { refuseInput } from './input-error';

const BYTES_MAX = 1024 * 1024;

export interface ByteSource {
  /** A path, or `-` for stdin. */
  readonly file: string;
  /** The flag that named it, with a space behind it, for messages; empty for an argument. */
  readonly flag: string;
}

/** Refuses (exit 2), naming the path: what is no regular file, what cannot be read, and more than `bytesMax` (1 MiB). */
export const readBytes = async (
  file: string,
  { flag = '--input ', bytesMax = BYTES_MAX }: { readonly flag?: string; readonly bytesMax?: number } = {},
): Promise<Uint8Array> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of readChunks({ file, flag })) {
    length += chunk.length;
    if (length > bytesMax)
      return refuseInput('INPUT_TOO_LONG', `${flag}${file}: expected at most ${bytesMax} bytes, got more`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** The bytes piece by piece, however many there are. Refuses as readBytes does. */
export async function* readChunks(source: ByteSource): AsyncGenerator<Buffer> {
  try {
    yield* source.file === '-' ? readStdin(source) : readFile(source);
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    const words = openFaults(source)[code] ?? `could not be read (${code})`;
    refuseInput('INPUT_FILE', `${nameOf(source)}: expected a file that can be read, got one that ${words}`);
  }
}

const nameOf = ({ flag, file }: ByteSource): string => `${flag}${file}`;

const openFaults = ({ flag }: ByteSource): Readonly<Record<string, string>> => ({
  ENOENT: 'is not there (ENOENT)',
  ENOTDIR: 'is not there (ENOTDIR: a part of the path is no folder)',
  ENXIO: `is a socket or device (ENXIO); for stdin use ${flag}-`,
  EACCES: 'this user may not read (EACCES)',
});

/** Errors of the system carry a code beside errno; ours pass as they are. */
const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'errno' in error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

/** Node takes a folder on stdin for an empty input. */
async function* readStdin(source: ByteSource): AsyncGenerator<Buffer> {
  if (fstatSync(0).isDirectory()) refuseInput('INPUT_FILE', `${nameOf(source)}: expected bytes on stdin, got a folder`);
  yield* process.stdin as AsyncIterable<Buffer>;
}

async function* readFile(source: ByteSource): AsyncGenerator<Buffer> {
  const handle = await open(source.file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = await handle.stat();
    if (!found.isFile())
      refuseInput(
        'INPUT_FILE',
        `${nameOf(source)}: expected a regular file, got ${found.isDirectory() ? 'a folder' : `a pipe or device; for stdin use ${source.flag}-`}`,
      );
    yield* handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>;
  } finally {
    await handle.close();
  }
}
