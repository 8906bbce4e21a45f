// The keys that wrap the cases' data keys. A port, so that a KMS may keep them: nobody outside ever holds a master key.
// The file implementation keeps a ring: one active, old ones for reading.
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { keyTextSchema, makeKeyText, readKeyFile, toKey } from './key-file';
import { open, seal } from './seal';
import { StoreIntegrityError } from './store-port';

export interface WrappedKey {
  readonly masterId: string;
  readonly wrapped: Uint8Array;
}

export interface MasterKeys {
  /** Wraps under the active master key; `place` says whose key it is and is authenticated. */
  wrap(key: Uint8Array, place: string): Promise<WrappedKey>;
  /** Throws StoreIntegrityError when this ring does not hold the master key, or holds another under its name. */
  unwrap(key: WrappedKey, place: string): Promise<Uint8Array>;
}

const ringSchema = z
  .object({
    version: z.literal(1),
    purpose: z.literal('master'),
    active: z.string(),
    keys: z.record(z.string(), keyTextSchema),
  })
  .refine((ring) => ring.active in ring.keys, { error: 'the active key is not in the ring', path: ['active'] });

export function makeMasterRing(): z.infer<typeof ringSchema> {
  const active = `m_${randomBytes(8).toString('hex')}`;
  return { version: 1, purpose: 'master', active, keys: { [active]: makeKeyText() } };
}

/** Reads the ring once. Throws StoreIntegrityError when the file is missing, too open or corrupt. */
export async function readMasterKeys(path: string): Promise<MasterKeys> {
  const { active, keys } = await readKeyFile(path, ringSchema);
  const find = (masterId: string): Uint8Array => {
    const text = keys[masterId];
    if (text !== undefined) return toKey(text);
    throw wrongRing(path, masterId, `a ring with ${Object.keys(keys).join(', ')}`);
  };
  return {
    wrap: async (key, place) => Promise.resolve({ masterId: active, wrapped: seal(find(active), place, key) }),
    unwrap: async ({ masterId, wrapped }, place) => {
      const opened = open(find(masterId), place, wrapped);
      if (opened.kind === 'refused') throw wrongRing(path, masterId, 'a key of that name that does not open it');
      return Promise.resolve(opened.plain);
    },
  };
}

const wrongRing = (path: string, masterId: string, got: string): StoreIntegrityError =>
  new StoreIntegrityError(
    'keys.wrongMaster',
    `${path}: expected the master key ${masterId}, which wraps a data key of this store, got ${got}; ` +
      'put the ring file of this deployment back',
  );
