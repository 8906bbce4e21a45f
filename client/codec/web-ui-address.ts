// The file that holds the address for the Web UI, which is a secret. One server of a data folder has the file of that name; a further one
// has a file by its port, so that nobody is sent from a server that answers to another. A file ends with its server; what a killed
// server left behind is taken over.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rename, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../../stores/error-code';
import { writeDurably } from '../../stores/key-file';

export interface KeptAddress {
  readonly path: string;
  /** Another server of this data folder answers, and has the first file. */
  readonly isSecond: boolean;
  /** Unless somebody else's address stands there by now. */
  remove(): Promise<void>;
}

/** Writes `address` of the server at `url`, mode 600: to `path`, or beside it where another server that answers has that. */
export const keepAddress = async (
  path: string,
  { url, address }: { readonly url: string; readonly address: string },
): Promise<KeptAddress> => {
  const other = originOf(await readAddress(path));
  const isSecond = other !== null && other.origin !== new URL(url).origin && (await answers(other));
  const own = isSecond ? `${path}-${new URL(url).port}` : path;
  await writeSecret(own, `${address}\n`);
  return {
    path: own,
    isSecond,
    remove: async () => {
      if ((await readAddress(own)) === address) await rm(own, { force: true });
    },
  };
};

const readAddress = async (path: string): Promise<string | null> => {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
};

const originOf = (address: string | null): URL | null =>
  address !== null && URL.canParse(address) ? new URL(address) : null;

const ANSWER_MS = 1_000;

/** Whether anybody listens there; asked without a word, which would stand in the other's record. */
const answers = async ({ hostname, port }: URL): Promise<boolean> => {
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port === '' ? 80 : port) });
  try {
    return await Promise.race([once(socket, 'connect').then(() => true), sleep(ANSWER_MS, false, { ref: false })]);
  } catch {
    // Refused: whoever wrote the address is gone.
    return false;
  } finally {
    socket.on('error', () => undefined).destroy();
  }
};

/** In place of the one before: the port may be another one today. */
const writeSecret = async (path: string, text: string): Promise<void> => {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeDurably(draft, text);
  await rename(draft, path);
};
