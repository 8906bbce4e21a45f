// A secret in a file of its own: JSON, mode 0600 in a folder of mode 0700. Made whole or not at all, by whoever comes first.
import { link, open, readFile, stat, unlink } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import * as z from 'zod';
import { codeOf } from './error-code';
import { makeFolders } from './make-folder';
import { StoreIntegrityError } from './store-port';

const KEY_BYTES = 32;
const OTHERS = 0o077;

/** 32 bytes as base64. */
export const keyTextSchema = z
  .base64()
  .refine((text) => Buffer.from(text, 'base64').length === KEY_BYTES, { error: 'expected 32 bytes as base64' });

export const makeKeyText = (): string => randomBytes(KEY_BYTES).toString('base64');
export const toKey = (text: string): Uint8Array => Buffer.from(text, 'base64');

/** Writes the file unless it is there. True when this call made it. */
export const makeKeyFile = (path: string, content: object): Promise<boolean> =>
  makeSecretFile(path, `${JSON.stringify(content, null, 2)}\n`);

/** The same for a secret that is a line of text. */
export async function makeSecretFile(path: string, text: string): Promise<boolean> {
  const folder = dirname(path);
  await makeFolders(folder);
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeDurably(draft, text);
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(draft);
  }
}

export async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.write(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

export async function isKeyFileThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw refuse('keys.unreadable', path, `it cannot be reached (${codeOf(error)}); let this user into its folder`);
  }
}

/** Reads and checks a key file. Throws StoreIntegrityError naming the path, what was expected, what was found and the next step. */
export async function readKeyFile<T>(path: string, schema: z.ZodType<T>): Promise<T> {
  const text = await readSecret(path);
  const parsed = schema.safeParse(parseJson(path, text));
  if (parsed.success) return parsed.data;
  const found = parsed.error.issues
    .map((issue) => `${issue.path.join('.') || 'the whole'}: ${issue.message}`)
    .join('; ');
  throw refuse(
    'keys.corrupt',
    path,
    `expected a key file, got a different shape (${found}); restore it from its backup`,
  );
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refuse(
      'keys.corrupt',
      path,
      `expected JSON, got ${text.length} characters of something else; restore it from its backup`,
    );
  }
}

async function readSecret(path: string): Promise<string> {
  try {
    await assertClosedToOthers(dirname(path), '700');
    await assertClosedToOthers(path, '600');
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      throw refuse(
        'keys.missing',
        path,
        'expected a key file, got none; restore it from its backup or copy it from the host that made it',
      );
    }
    if (codeOf(error) === 'EACCES')
      throw refuse('keys.unreadable', path, 'this user may not read it; run as its owner');
    throw error;
  }
}

async function assertClosedToOthers(path: string, wanted: '600' | '700'): Promise<void> {
  if (process.platform === 'win32') return;
  const mode = (await stat(path)).mode & 0o777;
  if ((mode & OTHERS) === 0) return;
  throw refuse('keys.tooOpen', path, `expected mode ${wanted}, got ${mode.toString(8)}; run: chmod ${wanted} ${path}`);
}

const refuse = (code: string, path: string, words: string): StoreIntegrityError =>
  new StoreIntegrityError(code, `${path}: ${words}`);
