// The two databases every store test runs on: SQLite files in a folder of their own, PostgreSQL in a schema of its own.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { DatabaseTarget } from '../../stores/open-database';
import { describeWithPostgres } from '../support/needs';

export interface StorePlace {
  readonly home: string;
  readonly target: DatabaseTarget;
  readonly keysTarget: DatabaseTarget;
  /** For openStore: undefined on SQLite. */
  readonly databaseUrl: string | undefined;
  readonly keysUrl: string | undefined;
  remove(): Promise<void>;
}

export const makeHome = (): string => mkdtempSync(join(tmpdir(), 'turnkeep-stores-'));

export async function makeSqlitePlace(): Promise<StorePlace> {
  const home = makeHome();
  return Promise.resolve({
    home,
    target: { kind: 'sqlite', path: join(home, 'turnkeep.db') },
    keysTarget: { kind: 'sqlite', path: join(home, 'keys.db'), secureDelete: true },
    databaseUrl: undefined,
    keysUrl: undefined,
    remove: async () => {
      rmSync(home, { recursive: true, force: true });
      return Promise.resolve();
    },
  });
}

async function inPostgres(statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: process.env['TEST_POSTGRES_URL'] });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

function urlOfSchema(schema: string): string {
  const url = new URL(process.env['TEST_POSTGRES_URL'] ?? '');
  url.searchParams.set('options', `-c search_path=${schema}`);
  return url.toString();
}

export async function makePostgresPlace(): Promise<StorePlace> {
  const home = makeHome();
  const name = `stores_${randomBytes(6).toString('hex')}`;
  const schemas = [name, `${name}_keys`] as const;
  await inPostgres(schemas.map((schema) => `create schema ${schema}`));
  const [databaseUrl, keysUrl] = [urlOfSchema(schemas[0]), urlOfSchema(schemas[1])];
  return {
    home,
    target: { kind: 'postgres', url: databaseUrl },
    keysTarget: { kind: 'postgres', url: keysUrl },
    databaseUrl,
    keysUrl,
    remove: async () => {
      await inPostgres(schemas.map((schema) => `drop schema ${schema} cascade`));
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The same suite on both databases; PostgreSQL's is skipped by name where there is none. */
export function onBothDatabases(title: string, tests: (make: () => Promise<StorePlace>) => void): void {
  describe(`${title} on SQLite`, () => tests(makeSqlitePlace));
  describeWithPostgres(`${title} on PostgreSQL`, () => tests(makePostgresPlace));
}

/** The same place as openStore takes it. */
export const placeOfStore = ({ home, databaseUrl, keysUrl }: StorePlace) => ({
  home,
  ...(databaseUrl === undefined ? {} : { databaseUrl }),
  ...(keysUrl === undefined ? {} : { keysUrl }),
});
