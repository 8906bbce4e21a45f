// Three secrets of a deployment, a file each: the master ring (opens the words), the identity key (makes ids and effect keys; never
// rotates, a new one would make every refund a new one) and the surface key (payloads that belong to no case).
// They are made at the first start only: a store that holds something already must get its own files back, not new ones.
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { isKeyFileThere, keyTextSchema, makeKeyFile, makeKeyText, readKeyFile, toKey } from './key-file';
import { makeMasterRing, readMasterKeys, type MasterKeys } from './master-keys';

export interface DataKey {
  readonly keyId: string;
  readonly key: Uint8Array;
}

/** Read at the first call and kept. Each throws StoreIntegrityError when its file is missing, too open, corrupt or unreadable. */
export interface KeyFiles {
  masterKeys(): Promise<MasterKeys>;
  identityKey(): Promise<Uint8Array>;
  surfaceKey(): Promise<DataKey>;
}

const identitySchema = z.object({ version: z.literal(1), purpose: z.literal('identity'), key: keyTextSchema });
const surfaceSchema = z.object({
  version: z.literal(1),
  purpose: z.literal('surface'),
  keyId: z.string().regex(/^k_[0-9a-f]{16}$/),
  key: keyTextSchema,
});

export const makeKeyId = (): string => `k_${randomBytes(8).toString('hex')}`;

const pathsIn = (folder: string) => ({
  master: join(folder, 'master-ring.json'),
  identity: join(folder, 'identity-key.json'),
  surface: join(folder, 'surface-key.json'),
});

/** Makes the missing files that may be made; returns the paths of those it made. Losing them loses the words. */
export async function makeMissingKeyFiles(
  folder: string,
  mayMake: { readonly master: boolean; readonly identity: boolean; readonly surface: boolean },
): Promise<readonly string[]> {
  const paths = pathsIn(folder);
  const wanted = [
    { path: paths.master, may: mayMake.master, content: makeMasterRing() },
    { path: paths.identity, may: mayMake.identity, content: { version: 1, purpose: 'identity', key: makeKeyText() } },
    {
      path: paths.surface,
      may: mayMake.surface,
      content: { version: 1, purpose: 'surface', keyId: makeKeyId(), key: makeKeyText() },
    },
  ];
  const made: string[] = [];
  for (const { path, may, content } of wanted) {
    if (!may || (await isKeyFileThere(path))) continue;
    if (await makeKeyFile(path, content)) made.push(path);
  }
  return made;
}

export function createKeyFiles(folder: string): KeyFiles {
  const paths = pathsIn(folder);
  return {
    masterKeys: once(() => readMasterKeys(paths.master)),
    identityKey: once(async () => toKey((await readKeyFile(paths.identity, identitySchema)).key)),
    surfaceKey: once(async () => {
      const { keyId, key } = await readKeyFile(paths.surface, surfaceSchema);
      return { keyId, key: toKey(key) };
    }),
  };
}

/** A digest by which a store knows its identity key again; tells nothing of the key. */
export const fingerprintOf = (key: Uint8Array): string =>
  createHash('sha256').update('turnkeep identity key').update(key).digest('hex').slice(0, 16);

/** A failed read is tried again by the next caller. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined;
  return async () => {
    kept ??= read();
    try {
      return await kept;
    } catch (error) {
      kept = undefined;
      throw error;
    }
  };
}
