// The data keys of the cases: one living key a case, wrapped under a master key, in a database of its own that never shares a backup
// with the words. Destroying it is the erasure: what it sealed stays shut, in every copy that does not hold the wrapped key.
// Living keys are cached for 60 s, so an erasure takes effect everywhere within that time.
import { randomBytes } from 'node:crypto';
import type { KeySchema } from './schema';
import {
  destroyLivingKey,
  insertCaseKey,
  isLiving,
  selectKeyById,
  selectLivingKey,
  type LivingRow,
} from './case-key-rows';
import { createTimedCache } from './timed-cache';
import type { Database } from './open-database';
import { makeKeyId, type DataKey, type KeyFiles } from './key-files';
import { StoreIntegrityError } from './store-port';

export type { DataKey } from './key-files';

/** Whose key it is, or that it was destroyed with the words it protected. */
export type FoundKey = { readonly caseId: string; readonly key: Uint8Array } | { readonly erased: true };

export interface KeyRing {
  /** The living key of the case, made when there is none; a case that returns after its erasure gets a new one. */
  caseKey(caseId: string): Promise<DataKey>;
  /** The living key for reading. Throws StoreIntegrityError `store.erased` when there is none. */
  livingCaseKey(caseId: string): Promise<DataKey>;
  /** undefined: this ring never heard of the key. */
  caseKeyById(keyId: string): Promise<FoundKey | undefined>;
  /** Destroys the case's key for ever; false when it had none living. May be repeated after a failure. */
  destroyCaseKey(caseId: string): Promise<boolean>;
  /** Makes ids, effect keys and references. */
  readonly identityKey: Uint8Array;
  surfaceKey(): DataKey;
}

const CACHE_MS = 60_000;
const KEY_BYTES = 32;

interface CachedKey extends DataKey {
  readonly caseId: string;
}

/** Throws StoreIntegrityError when a key file is missing, too open, corrupt or another deployment's. */
export async function createKeyRing(db: Database<KeySchema>, files: KeyFiles): Promise<KeyRing> {
  const identityKey = await files.identityKey();
  const surfaceKey = await files.surfaceKey();
  const masterKeys = await files.masterKeys();
  const cache = createTimedCache<CachedKey>(CACHE_MS);
  const openRow = async (row: LivingRow): Promise<CachedKey> => {
    const key = await masterKeys.unwrap(row, placeOf(row.keyId, row.caseId));
    const opened = { caseId: row.caseId, keyId: row.keyId, key };
    cache.put(row.caseId, opened);
    cache.put(row.keyId, opened);
    return opened;
  };
  const find = async (caseId: string): Promise<CachedKey | undefined> => {
    const cached = cache.get(caseId);
    if (cached) return cached;
    const row = await db.read((query) => selectLivingKey(query, caseId));
    return row && openRow(row);
  };
  const make = async (caseId: string): Promise<CachedKey> => {
    const keyId = makeKeyId();
    const wrapped = await masterKeys.wrap(randomBytes(KEY_BYTES), placeOf(keyId, caseId));
    return openRow(await insertCaseKey(db, { keyId, caseId, ...wrapped, madeMs: Date.now() }));
  };
  return {
    identityKey,
    surfaceKey: () => surfaceKey,
    caseKey: async (caseId) => (await find(caseId)) ?? make(caseId),
    livingCaseKey: async (caseId) => {
      const found = await find(caseId);
      if (found) return found;
      const words = `${db.where}: case ${caseId} has no living key: its words were erased and cannot be read`;
      throw new StoreIntegrityError('store.erased', words);
    },
    caseKeyById: async (keyId) => {
      const row = cache.get(keyId) ?? (await db.read((query) => selectKeyById(query, keyId)));
      if (!row || 'key' in row) return row;
      return isLiving(row) ? openRow(row) : { erased: true };
    },
    destroyCaseKey: async (caseId) => {
      try {
        return await destroyLivingKey(db, caseId);
      } finally {
        cache.clear();
      }
    },
  };
}

const placeOf = (keyId: string, caseId: string): string => JSON.stringify(['case key', keyId, caseId]);
