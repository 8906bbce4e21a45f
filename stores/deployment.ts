// Which identity key and which key store belong to a store. Both are written at the first start and compared at every other:
// with another identity key every refund would be a new one; with another key store no word could be read.
import { randomBytes } from 'node:crypto';
import { fingerprintOf } from './key-files';
import type { Database } from './open-database';
import type { KeySchema } from './schema';
import { StoreIntegrityError } from './store-port';

const IDENTITY = 'identity key';
const KEY_STORE = 'key store';

export interface Deployment {
  /** Fingerprint of the identity key; undefined before the first start. */
  readonly identity: string | undefined;
  /** The key store this store was made with, and the one it was opened with. */
  readonly keyStoreWanted: string | undefined;
  readonly keyStoreFound: string | undefined;
  readonly hasCaseKeys: boolean;
}

export async function readDeployment(db: Database, keyDb: Database<KeySchema>): Promise<Deployment> {
  const facts = await db.read((query) => query.selectFrom('deployment').selectAll().execute());
  const keyFacts = await keyDb.read((query) => query.selectFrom('deployment').selectAll().execute());
  const anyKey = await keyDb.read((query) => query.selectFrom('caseKey').select('keyId').limit(1).executeTakeFirst());
  return {
    identity: facts.find(({ name }) => name === IDENTITY)?.value,
    keyStoreWanted: facts.find(({ name }) => name === KEY_STORE)?.value,
    keyStoreFound: keyFacts.find(({ name }) => name === KEY_STORE)?.value,
    hasCaseKeys: anyKey !== undefined,
  };
}

/** The key store this store was made with; undefined before the first start, when there may be no table yet. */
export const readKeyStore = (db: Database): Promise<string | undefined> =>
  db.read(async (query) => {
    const tables = await query.introspection.getTables();
    if (!tables.some(({ name }) => name === 'deployment')) return undefined;
    const fact = await query.selectFrom('deployment').select('value').where('name', '=', KEY_STORE).executeTakeFirst();
    return fact?.value;
  });

/** Writes down what is not yet written; what stands stays. */
export async function bindDeployment(
  { db, keyDb }: { readonly db: Database; readonly keyDb: Database<KeySchema> },
  identityKey: Uint8Array,
): Promise<void> {
  const keyStore = await keyDb.write(async (tx) => {
    await tx
      .insertInto('deployment')
      .values({ name: KEY_STORE, value: randomBytes(8).toString('hex') })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return tx.selectFrom('deployment').select('value').where('name', '=', KEY_STORE).executeTakeFirstOrThrow();
  });
  const facts = [
    { name: IDENTITY, value: fingerprintOf(identityKey) },
    { name: KEY_STORE, value: keyStore.value },
  ];
  await db.write((tx) =>
    tx
      .insertInto('deployment')
      .values(facts)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}

/** Throws StoreIntegrityError when identity key or key store are another deployment's. */
export function assertSameDeployment(
  known: Deployment,
  found: { readonly identityKey: Uint8Array; readonly folder: string },
): void {
  const fingerprint = fingerprintOf(found.identityKey);
  if (known.identity !== fingerprint) {
    throw new StoreIntegrityError(
      'keys.wrongIdentity',
      `${found.folder}: expected the identity key ${known.identity ?? '(none yet)'} of this store, got ${fingerprint}; ` +
        'copy the key folder of the host that made the store',
    );
  }
  if (known.keyStoreWanted !== known.keyStoreFound) {
    throw new StoreIntegrityError(
      'keys.otherStore',
      `expected the key store ${known.keyStoreWanted ?? '(none yet)'} of this store, got ${known.keyStoreFound ?? 'a new one'}; ` +
        'open it with its own keys.db or keysUrl',
    );
  }
}
