// One list for both databases: names never change, statements are only ever added under a new name. All missing ones are applied
// in one transaction under a lock, so that any number of processes may start at once and a kill leaves nothing half done.
import { sql } from 'kysely';
import type { Database, DialectName } from './open-database';
import { providerGateStatements } from './provider-gate-ddl';
import { runListStatements } from './run-list-ddl';
import { keyStatements, storeStatements, type DdlWords } from './schema-ddl';
import { policyStatements } from './schema-policy';
import { signatureStatements } from './schema-signatures';
import { StoreIntegrityError } from './store-port';

interface Migration {
  readonly name: string;
  readonly statements: (words: DdlWords) => readonly string[];
}

const storeMigrations: readonly Migration[] = [
  { name: '0001-first', statements: storeStatements },
  { name: '0002-provider-gate', statements: providerGateStatements },
  // Runs that are there already told nobody anything meanwhile: null.
  { name: '0003-interim-reply', statements: () => ['ALTER TABLE run ADD COLUMN interim_ref TEXT'] },
  { name: '0004-policy', statements: policyStatements },
  { name: '0005-run-list', statements: runListStatements },
  { name: '0006-signed-decisions', statements: signatureStatements },
];
const keyMigrations: readonly Migration[] = [{ name: 'keys-0001-first', statements: keyStatements }];

const wordsByDialect: Readonly<Record<DialectName, DdlWords>> = {
  sqlite: { dialect: 'sqlite', int: 'INTEGER', bytes: 'BLOB', end: 'STRICT', endKeyed: 'STRICT, WITHOUT ROWID' },
  postgres: { dialect: 'postgres', int: 'BIGINT', bytes: 'BYTEA', end: '', endKeyed: '' },
};

const ADVISORY_LOCK = 7_817_203;

/** Brings a database to this program's schema; safe when many start at once. Refuses a schema newer than the program. */
export const migrate = async <Schema>(db: Database<Schema>): Promise<void> => applyMissing(db, storeMigrations);

/** The same for the database of wrapped keys. */
export const migrateKeys = async <Schema>(db: Database<Schema>): Promise<void> => applyMissing(db, keyMigrations);

async function applyMissing<Schema>(db: Database<Schema>, list: readonly Migration[]): Promise<void> {
  await db.write(async (tx) => {
    if (db.dialect === 'postgres') await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(tx);
    await sql`create table if not exists migration (name text primary key not null)`.execute(tx);
    const { rows } = await sql<{ name: string }>`select name from migration`.execute(tx);
    const applied = new Set(rows.map((row) => row.name));
    assertNoneNewer(applied, db.where);
    for (const migration of list.filter((one) => !applied.has(one.name))) {
      for (const statement of migration.statements(wordsByDialect[db.dialect])) await sql.raw(statement).execute(tx);
      await sql`insert into migration (name) values (${migration.name})`.execute(tx);
    }
  });
}

function assertNoneNewer(applied: ReadonlySet<string>, where: string): void {
  const known = new Set([...storeMigrations, ...keyMigrations].map((one) => one.name));
  const newer = [...applied].filter((name) => !known.has(name));
  if (newer.length === 0) return;
  throw new StoreIntegrityError(
    'store.newer',
    `${where}: holds ${newer.join(', ')}, which this version does not know; start the newer version of the program`,
  );
}
