// SQLite shared by several processes. Three rules differ from kysely's own driver, each for a failure that was seen:
// - A transaction takes the write lock when it begins; a statement answered BUSY before it did anything is tried again without
//   blocking the event loop. (A deferred transaction fails in the middle; a long busy_timeout stops the whole process.)
// - Rollback only when a transaction is open: SQLite rolls back by itself when the disk is full, and "no transaction is active"
//   would hide the real error.
// - Connections wait in line, first come first served.
import { setTimeout as sleep } from 'node:timers/promises';
import type SqliteDatabase from 'better-sqlite3';
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { codeOf } from './error-code';

const BUSY_LIMIT_MS = 5_000;

/** Repeats a step that changed nothing while the database is busy: 2 to 22 ms apart, for at most 5 s. */
export async function retryWhileBusy<T>(step: () => T): Promise<T> {
  const giveUpAt = performance.now() + BUSY_LIMIT_MS;
  for (;;) {
    try {
      return step();
    } catch (error) {
      if (!codeOf(error).startsWith('SQLITE_BUSY') || performance.now() > giveUpAt) throw error;
    }
    await sleep(2 + Math.random() * 20);
  }
}

/** More than the queries this product asks. */
const STATEMENTS_KEPT = 256;

class SqliteConnection implements DatabaseConnection {
  /** A statement's memory is SQLite's own, unseen by the garbage collector: one prepared a query piled up to a gigabyte. */
  readonly #statements = new Map<string, SqliteDatabase.Statement>();

  constructor(readonly database: SqliteDatabase.Database) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.database.inTransaction) return this.#run<R>(query);
    return retryWhileBusy(() => this.#run<R>(query));
  }

  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    await Promise.reject(new Error('streaming is not used: read by pages'));
  }

  #run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const statement = this.#prepare(sql) as SqliteDatabase.Statement<unknown[], R>;
    if (statement.reader) return { rows: statement.all(...parameters) };
    const { changes } = statement.run(...parameters);
    return { numAffectedRows: BigInt(changes), rows: [] };
  }

  /** The least recently used statement makes room. */
  #prepare(sql: string): SqliteDatabase.Statement {
    const statement = this.#statements.get(sql) ?? this.database.prepare(sql);
    this.#statements.delete(sql);
    this.#statements.set(sql, statement);
    const oldest = this.#statements.size > STATEMENTS_KEPT ? this.#statements.keys().next() : undefined;
    if (oldest?.done === false) this.#statements.delete(oldest.value);
    return statement;
  }
}

class OneConnectionDriver implements Driver {
  readonly #connection: SqliteConnection;
  #lastInLine: Promise<void> = Promise.resolve();
  #letNext: () => void = () => undefined;

  constructor(database: SqliteDatabase.Database) {
    this.#connection = new SqliteConnection(database);
  }

  async init(): Promise<void> {
    return Promise.resolve();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#lastInLine;
    let open: () => void = () => undefined;
    this.#lastInLine = new Promise((resolve) => (open = resolve));
    await before;
    this.#letNext = open;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#letNext();
    return Promise.resolve();
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const begin = settings.accessMode === 'read only' ? 'begin' : 'begin immediate';
    await connection.executeQuery(CompiledQuery.raw(begin));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#connection.database.inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    this.#connection.database.close();
    return Promise.resolve();
  }
}

export class OneWriterAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

export const createSqliteDialect = (database: SqliteDatabase.Database): Dialect => ({
  createDriver: () => new OneConnectionDriver(database),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new OneWriterAdapter(),
  createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
});
