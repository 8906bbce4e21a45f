// A deployment's store as one thing: the database, the key store apart from it, the key files and the anchor in the data folder.
// Files that do not belong together (another deployment's keys, a second host with a key store of its own) are refused at the start.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { appendAnchor, compactAnchor, isStoreOlderThanAnchor, readAnchor, type Anchor } from './anchor';
import { assertSameDeployment, bindDeployment, readDeployment, readKeyStore } from './deployment';
import { createKeyFiles, makeMissingKeyFiles } from './key-files';
import { createKeyRing, type KeyRing } from './key-ring';
import { makeDataFolder } from './make-folder';
import { migrate, migrateKeys } from './migrations';
import { openDatabase, type Database, type DatabaseTarget } from './open-database';
import { createReceiptStore } from './receipts';
import { replaceAnchor, type AnchorChange } from './replace-anchor';
import { createRunRegistry } from './run-registry';
import type { KeySchema } from './schema';
import { createShutKeyRing } from './shut-key-ring';
import { StoreIntegrityError, type ReceiptStore, type RunRegistry, type TranscriptStore } from './store-port';
import { createTranscriptStore } from './transcripts';

export interface StorePlace {
  /** Data folder: keys, anchor and, unless a URL is given, the databases. */
  readonly home: string;
  /** PostgreSQL; several hosts need one, with keysUrl. */
  readonly databaseUrl?: string;
  /** PostgreSQL database or schema of its own for the wrapped keys; never the one of the words. */
  readonly keysUrl?: string;
  /** Makes and changes nothing; writes are refused. */
  readonly readOnly?: boolean;
  /** Why the keys are not here: what lies open is read all the same, nothing is written, and no word opens. */
  readonly withoutKeys?: string;
}

export interface AnchorFile {
  readonly path: string;
  read(): Promise<Anchor | undefined>;
  /** Writes nothing while the store is older than its anchor: a newer line would hide that. */
  append(point: Anchor): Promise<void>;
  /** See replaceAnchor. */
  replace(change: AnchorChange): Promise<string | null>;
}

export interface Store {
  readonly db: Database;
  readonly transcripts: TranscriptStore;
  readonly receipts: ReceiptStore;
  readonly runs: RunRegistry;
  readonly keys: KeyRing;
  readonly anchor: AnchorFile;
  /** Key files made by this call: losing them loses the words. */
  readonly keyFilesMade: readonly string[];
  close(): Promise<void>;
}

/** Opens, and at the first start makes, a deployment's store. Throws StoreUnavailableError or StoreIntegrityError. */
export async function openStore(place: StorePlace): Promise<Store> {
  assertApart(place);
  if (place.withoutKeys !== undefined) return openShut(place, place.withoutKeys);
  if (!place.readOnly) await makeDataFolder(place.home);
  const db = await openDatabase(targetOf(place, { url: place.databaseUrl, file: 'turnkeep.db' }));
  const opened: Database<KeySchema>[] = [];
  const close = async (): Promise<void> => {
    await db.close();
    for (const keyDb of opened) await keyDb.close();
  };
  try {
    await assertKeyStore(keysTargetOf(place), db);
    const keyDb = await openDatabase<KeySchema>(keysTargetOf(place));
    opened.push(keyDb);
    return await assemble(place, { db, keyDb, close });
  } catch (error) {
    await close();
    throw error;
  }
}

/** A store that was made with a key store gets no empty one in its place: its words would not open, and nobody would look for the file. */
async function assertKeyStore(keys: DatabaseTarget, db: Database): Promise<void> {
  if (keys.kind !== 'sqlite' || existsSync(keys.path)) return;
  const wanted = await readKeyStore(db);
  if (wanted === undefined) return;
  throw new StoreIntegrityError(
    'keys.storeMissing',
    `${keys.path}: expected the key store ${wanted} of this store, got no file; bring it back: without it no word opens. Nothing was made`,
  );
}

async function openShut(place: StorePlace, why: string): Promise<Store> {
  const db = await openDatabase(
    targetOf({ ...place, readOnly: true }, { url: place.databaseUrl, file: 'turnkeep.db' }),
  );
  return toStore(place, { db, keys: createShutKeyRing(why), keyFilesMade: [], close: () => db.close() });
}

interface Opened {
  readonly db: Database;
  readonly keyDb: Database<KeySchema>;
  readonly close: () => Promise<void>;
}

async function assemble(place: StorePlace, { db, keyDb, close }: Opened): Promise<Store> {
  const folder = join(place.home, 'keys');
  const keyFilesMade = place.readOnly ? [] : await prepare(folder, db, keyDb);
  const keys = await createKeyRing(keyDb, createKeyFiles(folder));
  if (!place.readOnly) await bindDeployment({ db, keyDb }, keys.identityKey);
  assertSameDeployment(await readDeployment(db, keyDb), { identityKey: keys.identityKey, folder });
  const anchorPath = join(place.home, 'anchor');
  if (!place.readOnly) await compactAnchor(anchorPath);
  return toStore(place, { db, keys, keyFilesMade, close });
}

function toStore(
  place: StorePlace,
  { db, keys, keyFilesMade, close }: Pick<Store, 'db' | 'keys' | 'keyFilesMade' | 'close'>,
): Store {
  const anchorPath = join(place.home, 'anchor');
  return {
    db,
    keys,
    keyFilesMade,
    transcripts: createTranscriptStore(db, keys),
    receipts: createReceiptStore(db, keys),
    runs: createRunRegistry(db, keys),
    anchor: {
      path: anchorPath,
      read: async () => readAnchor(anchorPath),
      append: async (point) => {
        const standing = await readAnchor(anchorPath);
        const isStale = await db.read((query) => isStoreOlderThanAnchor(query, standing));
        if (!isStale) await appendAnchor(anchorPath, point);
      },
      replace: async (change) => replaceAnchor(anchorPath, change),
    },
    close,
  };
}

/** A store that knows its keys already gets no new ones. */
async function prepare(folder: string, db: Database, keyDb: Database<KeySchema>): Promise<readonly string[]> {
  await migrate(db);
  await migrateKeys(keyDb);
  const known = await readDeployment(db, keyDb);
  const isFirst = known.identity === undefined;
  return makeMissingKeyFiles(folder, { identity: isFirst, surface: isFirst, master: !known.hasCaseKeys });
}

function targetOf(place: StorePlace, { url, file }: { url: string | undefined; file: string }): DatabaseTarget {
  const readOnly = place.readOnly ?? false;
  return url === undefined
    ? { kind: 'sqlite', path: join(place.home, file), readOnly }
    : { kind: 'postgres', url, readOnly };
}

function keysTargetOf(place: StorePlace): DatabaseTarget {
  const target = targetOf(place, { url: place.keysUrl, file: 'keys.db' });
  return target.kind === 'sqlite' ? { ...target, secureDelete: true } : target;
}

function assertApart({ databaseUrl, keysUrl }: StorePlace): void {
  if (keysUrl === undefined || keysUrl !== databaseUrl) return;
  throw new StoreIntegrityError(
    'keys.sameStore',
    'the wrapped keys may not lie where the words lie: a restored copy would be readable after an erasure; ' +
      'give keysUrl a database or schema of its own',
  );
}
