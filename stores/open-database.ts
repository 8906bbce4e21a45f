// One module opens a database. All writes go through `write`, which passes the transaction only; nothing but queries of that
// transaction may be awaited inside. Reads have a handle of their own and never wait behind a writer.
import { AsyncLocalStorage } from 'node:async_hooks';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { CamelCasePlugin, Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { codeOf } from './error-code';
import { createPostgresPool, describePostgresUrl } from './postgres-pool';
import type { StoreSchema } from './schema';
import { createSqliteDialect, OneWriterAdapter, retryWhileBusy } from './sqlite-dialect';
import { toStoreFailure } from './store-failure';
import { StoreUnavailableError } from './store-port';

export type DatabaseTarget =
  | {
      readonly kind: 'sqlite';
      readonly path: string;
      readonly readOnly?: boolean;
      /** Deleted content is overwritten; for keys. */
      readonly secureDelete?: boolean;
    }
  | { readonly kind: 'postgres'; readonly url: string; readonly readOnly?: boolean };

export type Tx<Schema = StoreSchema> = Transaction<Schema>;
/** A transaction or the read handle. */
export type Query<Schema = StoreSchema> = Kysely<Schema>;
export type DialectName = 'sqlite' | 'postgres';

export interface Database<Schema = StoreSchema> {
  readonly dialect: DialectName;
  /** Path, or host and database: for messages. */
  readonly where: string;
  /** Runs queries that change nothing; not inside `write`. Throws StoreUnavailableError or StoreIntegrityError. */
  read<T>(fn: (query: Query<Schema>) => Promise<T>): Promise<T>;
  /** Runs `fn` in one transaction; rolled back when it throws. Refuses to be nested. Throws StoreUnavailableError or StoreIntegrityError. */
  write<T>(fn: (tx: Tx<Schema>) => Promise<T>): Promise<T>;
  /** Epoch ms by the clock that leases are measured with: the server's on PostgreSQL, this host's on SQLite. */
  nowMs(tx: Query<Schema>): Promise<number>;
  /** Copies the write-ahead log into the file and empties it, so that overwritten content is gone from both. */
  truncateLog(): Promise<void>;
  close(): Promise<void>;
}

/** SQLite before 3.51.3 loses committed pages when several processes write and checkpoint. */
const SQLITE_MIN = [3, 51, 3] as const;
const BUSY_TIMEOUT_MS = 5;
const TRUNCATE_LIMIT_MS = 5_000;

export const dialectOf = (query: Pick<Query, 'getExecutor'>): DialectName =>
  query.getExecutor().adapter instanceof OneWriterAdapter ? 'sqlite' : 'postgres';

/** Opens, or makes, a database; the schema is `migrate`'s business. Throws StoreUnavailableError or StoreIntegrityError. */
export async function openDatabase<Schema = StoreSchema>(target: DatabaseTarget): Promise<Database<Schema>> {
  return target.kind === 'sqlite' ? openSqlite<Schema>(target) : openPostgres<Schema>(target);
}

const plugins = [new CamelCasePlugin()];

interface Handles<Schema> {
  readonly dialect: DialectName;
  readonly where: string;
  readonly reader: Kysely<Schema>;
  readonly writer: Kysely<Schema> | null;
}

/** Set while a transaction of any store runs: a second store operation inside would wait for itself, or hold the chain's head. */
const writing = new AsyncLocalStorage<true>();

function assertNoTransaction(): void {
  if (writing.getStore()) throw new Error('stores: only queries of the transaction may be awaited inside write');
}

function createDatabase<Schema>({ dialect, where, reader, writer }: Handles<Schema>): Database<Schema> {
  const guarded = async <T>(step: () => Promise<T>): Promise<T> => {
    assertNoTransaction();
    try {
      return await step();
    } catch (error) {
      throw toStoreFailure(error, where);
    }
  };
  const writable = (): Kysely<Schema> => {
    if (writer) return writer;
    throw new StoreUnavailableError('store.readOnly', `${where}: opened for reading only; nothing was written`);
  };
  return {
    dialect,
    where,
    read: (fn) => guarded(() => fn(reader)),
    write: async (fn) => {
      const transaction = writable().transaction();
      const begun = dialect === 'postgres' ? transaction.setIsolationLevel('read committed') : transaction;
      return guarded(() => writing.run(true, () => begun.execute(fn)));
    },
    nowMs: async (query) => (dialect === 'sqlite' ? Date.now() : readServerClock(query)),
    truncateLog: async () => {
      if (dialect === 'sqlite') await guarded(() => truncateWal(writable()));
    },
    close: async () => {
      if (writer !== reader) await reader.destroy();
      await writer?.destroy();
    },
  };
}

/** The checkpoint answers busy in its row while a reader still stands in the log. */
async function truncateWal<Schema>(writer: Kysely<Schema>): Promise<void> {
  const giveUpAt = performance.now() + TRUNCATE_LIMIT_MS;
  for (;;) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(writer);
    if (rows[0]?.busy === 0) return;
    if (performance.now() > giveUpAt) {
      throw new StoreUnavailableError(
        'store.busy',
        'the log still holds overwritten content: a reader keeps it; try again',
      );
    }
    await sleep(10);
  }
}

async function readServerClock<Schema>(query: Query<Schema>): Promise<number> {
  const { rows } = await sql<{
    nowMs: number;
  }>`select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms`.execute(query);
  const row = rows[0];
  if (!row) throw new Error('stores: the server told no time');
  return row.nowMs;
}

async function openSqlite<Schema>(target: DatabaseTarget & { kind: 'sqlite' }): Promise<Database<Schema>> {
  const where = target.path;
  try {
    if (!target.readOnly) makeClosedFile(target.path);
    const writer = target.readOnly ? null : await retryWhileBusy(() => openWriter(target));
    const reader = new SqliteDatabase(target.path, { readonly: true, timeout: BUSY_TIMEOUT_MS });
    assertSqliteVersion(reader);
    const toKysely = (database: SqliteDatabase.Database): Kysely<Schema> =>
      new Kysely<Schema>({ dialect: createSqliteDialect(database), plugins });
    return createDatabase({ dialect: 'sqlite', where, reader: toKysely(reader), writer: writer && toKysely(writer) });
  } catch (error) {
    throw toStoreFailure(error, where);
  }
}

/**
 * A new file is made for its user alone; SQLite gives its log the same mode. One that is there is never opened here: closing it
 * would drop the locks that this process holds on it.
 */
function makeClosedFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** Several processes opening a new file at once may each be told BUSY by the change to WAL: the caller tries again. */
function openWriter(target: DatabaseTarget & { kind: 'sqlite' }): SqliteDatabase.Database {
  const database = new SqliteDatabase(target.path, { timeout: BUSY_TIMEOUT_MS });
  try {
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    if (target.secureDelete) database.pragma('secure_delete = ON');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function assertSqliteVersion(database: SqliteDatabase.Database): void {
  const version = database.prepare('select sqlite_version()').pluck().get();
  const parts = typeof version === 'string' ? version.split('.').map(Number) : [];
  const difference = SQLITE_MIN.map((least, place) => (parts[place] ?? 0) - least).find((apart) => apart !== 0) ?? 0;
  if (difference < 0) {
    throw new Error(
      `stores: SQLite ${String(version)} loses pages under several writers; ${SQLITE_MIN.join('.')} or later`,
    );
  }
}

async function openPostgres<Schema>(target: DatabaseTarget & { kind: 'postgres' }): Promise<Database<Schema>> {
  const where = describePostgresUrl(target.url);
  const pool = createPostgresPool(target.url);
  const handle = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), plugins });
  try {
    await sql`select 1`.execute(handle);
  } catch (error) {
    await handle.destroy();
    throw toStoreFailure(error, where);
  }
  return createDatabase({ dialect: 'postgres', where, reader: handle, writer: target.readOnly ? null : handle });
}
