// The secret of the codec server: a line in a file of its own, made at the first start. A file, because a flag or the environment of a
// server would show it to whoever lists processes.
import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { makeSecretFile } from '../../stores/key-file';
import { toStoreFailure } from '../../stores/store-failure';
import { readPlainFile } from '../../temporal-config/read-settings-file';
import { ClientError } from '../client-error';

const TOKEN = /^[\x21-\x7e]{32,512}$/;
const OTHERS = 0o077;

/** Makes the file when there is none. Throws StoreUnavailableError where none can be made. */
export const makeToken = async (path: string): Promise<void> => {
  try {
    await makeSecretFile(path, `${randomBytes(32).toString('base64url')}\n`);
  } catch (error) {
    throw toStoreFailure(error, path);
  }
};

/** Refuses with CODEC_TOKEN, or SettingsError where there is no such file; never repeats what stands in it. */
export const readToken = async (path: string): Promise<string> => {
  const text = readPlainFile(path, 'the token ').trim();
  const { mode } = await stat(path);
  if (process.platform !== 'win32' && (mode & OTHERS) !== 0)
    throw refuse(path, `expected mode 600, got ${(mode & 0o777).toString(8)}`, `chmod 600 ${path}`);
  if (TOKEN.test(text)) return text;
  const got = `got ${text.length} characters`;
  throw refuse(
    path,
    `expected one line of 32 to 512 letters, digits and signs, ${got}`,
    `openssl rand -hex 32 > ${path}`,
  );
};

const refuse = (path: string, words: string, next: string): ClientError =>
  new ClientError('CODEC_TOKEN', 2, { message: `${path}: ${words}`, next: [next] });
