// Whether the database is whole before its rows are asked anything: its pages, its tables, and the triggers that keep the journal from
// being changed by accident.
import { sql } from 'kysely';
import type { Database, Query } from './open-database';
import type { EffectFinding } from './replay-effects';
import type { StoreSchema } from './schema';
import { StoreIntegrityError } from './store-port';

const tableNames = {
  journal: 'journal',
  chainHead: 'chain_head',
  effect: 'effect',
  review: 'review',
  veto: 'veto',
  hold: 'hold',
  spend: 'spend',
  spendCall: 'spend_call',
  cases: 'cases',
  run: 'run',
  step: 'step',
  receipt: 'receipt',
  message: 'message',
  note: 'note',
  deployment: 'deployment',
  providerGate: 'provider_gate',
} satisfies Record<keyof StoreSchema, string>;

const triggerNames = {
  sqlite: ['journal_no_update', 'journal_no_delete'],
  postgres: ['journal_no_change', 'journal_no_truncate'],
} as const;

const SHOWN = 5;

/** What is wrong with the database itself; `store.tableMissing` says that its rows cannot be proved. */
export async function checkDatabase(db: Database): Promise<readonly EffectFinding[]> {
  try {
    return await db.read(async (query) => [
      ...(db.dialect === 'sqlite' ? await checkPages(query, db.where) : []),
      ...(await checkTables(query, db)),
      ...(await checkTriggers(query, db)),
    ]);
  } catch (error) {
    return [toDamage(error, db.where)];
  }
}

/** A store that cannot be read, as a finding; throws on what is no damage. */
export function toDamage(error: unknown, where: string): EffectFinding {
  if (!(error instanceof StoreIntegrityError)) throw error;
  return { code: error.code === 'store.corrupt' ? 'store.damaged' : error.code, subject: where, words: error.message };
}

async function checkPages(query: Query, where: string): Promise<readonly EffectFinding[]> {
  const { rows } = await sql<Record<string, unknown>>`pragma integrity_check`.execute(query);
  const told = rows.flatMap((row) => Object.values(row).map(String));
  if (told.length === 1 && told[0] === 'ok') return [];
  const words = told.slice(0, SHOWN).join('; ');
  return [{ code: 'store.damaged', subject: where, words: `${words}: stop all workers and restore a backup` }];
}

async function checkTables(query: Query, { dialect, where }: Database): Promise<readonly EffectFinding[]> {
  const { rows } =
    dialect === 'sqlite'
      ? await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(query)
      : await sql<{
          name: string;
        }>`select tablename as name from pg_tables where schemaname = current_schema()`.execute(query);
  const there = new Set(rows.map(({ name }) => name));
  const missing = Object.values(tableNames).filter((name) => !there.has(name));
  return missing.map((subject) => ({ code: 'store.tableMissing', subject, words: `${where} has no such table` }));
}

/** A trigger that is off, or whose body does not refuse any more, counts as missing. */
async function checkTriggers(query: Query, { dialect }: Database): Promise<readonly EffectFinding[]> {
  const { rows } =
    dialect === 'sqlite'
      ? await sql<{ name: string; act: string }>`
          select name, sql as act from sqlite_master where type = 'trigger' and tbl_name = 'journal'`.execute(query)
      : await sql<{ name: string; act: string }>`
          select t.tgname as name, p.prosrc as act from pg_trigger t
          join pg_proc p on p.oid = t.tgfoid
          where t.tgrelid = to_regclass('journal') and t.tgenabled in ('O', 'A')`.execute(query);
  const refusing = new Set(rows.filter(({ act }) => /\braise\b/i.test(act)).map(({ name }) => name));
  const missing = triggerNames[dialect].filter((name) => !refusing.has(name));
  return missing.map((subject) => ({
    code: 'journal.triggerMissing',
    subject,
    words: 'rows of the journal could be changed or removed unseen',
  }));
}
