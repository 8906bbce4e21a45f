// The private keys of people who decide here, a file each, readable by their owner alone and without a passphrase. Whoever has the
// file signs as that person; the name is written into it, so that a file under another name is noticed.
import { createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { publicKeyForm, signerKeyId } from '../core/human-review/signed-decision';
import { isKeyFileThere, keyTextSchema, makeKeyFile, makeKeyText, readKeyFile, toKey } from '../stores/key-file';
import { StoreIntegrityError } from '../stores/store-port';
import { messageOf } from '../temporal-config/error-facts';
import { reviewerNameForm, reviewerNameWords } from '../temporal-config/reviewer-settings';
import type { Settings } from '../temporal-config/settings';
import { ClientError } from './client-error';

const signerSchema = z.object({
  version: z.literal(1),
  purpose: z.literal('signer'),
  name: z.string(),
  publicKey: z.string().regex(publicKeyForm),
  privateKey: keyTextSchema,
});

export interface SignerFile {
  readonly name: string;
  readonly keyId: string;
  readonly publicKey: string;
  readonly path: string;
}

export interface Signer extends SignerFile {
  /** Ed25519 signature of these bytes, as hex. */
  sign(message: Uint8Array): string;
}

type Place = Pick<Settings, 'signers'>;

const pathOf = ({ signers }: Place, name: string): string => join(signers, `${name.normalize('NFC')}.json`);

/** Makes a key for `name`. Refuses a name that is no file's, and one that has a key here already. */
export const makeSigner = async (place: Place, name: string): Promise<SignerFile> => {
  if (!reviewerNameForm.test(name))
    throw new ClientError('SIGNER_NAME', 2, `${reviewerNameWords}, got ${JSON.stringify(name.slice(0, 100))}`);
  const path = pathOf(place, name);
  const privateKey = makeKeyText();
  const publicKey = publicKeyOf(toPrivateKey(privateKey));
  const made = await writeSigner(path, { version: 1, purpose: 'signer', name, publicKey, privateKey });
  // Read back: what others may read, or a folder they may look into, is said at once.
  if (made) await readSigner(place, name);
  if (made) return { name, publicKey, keyId: signerKeyId(publicKey), path };
  throw new ClientError('SIGNER_EXISTS', 6, {
    message: `${name} has a key already: ${path}; nothing was changed`,
    next: ['turnkeep keys list'],
  });
};

const writeSigner = async (path: string, content: z.infer<typeof signerSchema>): Promise<boolean> => {
  try {
    return await makeKeyFile(path, content);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? messageOf(error);
    throw new ClientError('SIGNER_FOLDER', 2, {
      message: `${path}: expected to write a key there, got ${code}; no key was made`,
      next: ['set signers (TURNKEEP_SIGNERS) to a folder of your own'],
    });
  }
};

/** The key of `name`; undefined when there is none here. Throws StoreIntegrityError on a file that is open to others or corrupt. */
export const readSigner = async (place: Place, name: string): Promise<Signer | undefined> => {
  if (!reviewerNameForm.test(name)) return undefined;
  const path = pathOf(place, name);
  if (!(await isKeyFileThere(path))) return undefined;
  const read = await readKeyFile(path, signerSchema);
  const privateKey = toPrivateKey(read.privateKey);
  if (read.name !== name || publicKeyOf(privateKey) !== read.publicKey)
    throw new StoreIntegrityError(
      'keys.otherSigner',
      `${path}: expected the key of ${JSON.stringify(name)}, got one whose name or public key is another; restore it from its backup`,
    );
  return {
    name,
    path,
    publicKey: read.publicKey,
    keyId: signerKeyId(read.publicKey),
    sign: (message) => sign(null, message, privateKey).toString('hex'),
  };
};

/** Names that have a key here, as the files are called. */
export const listSignerNames = async ({ signers }: Place): Promise<readonly string[]> => {
  let files: string[];
  try {
    files = await readdir(signers);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return files.flatMap((file) => (/^[^.].*\.json$/.test(file) ? [file.slice(0, -'.json'.length)] : [])).sort();
};

/** PKCS #8 of an Ed25519 key, up to its 32 bytes. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

const toPrivateKey = (text: string): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8, toKey(text)]), format: 'der', type: 'pkcs8' });

const publicKeyOf = (privateKey: KeyObject): string =>
  Buffer.from(createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex');
