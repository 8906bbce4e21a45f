// The PostgreSQL pool. Every client and the pool itself carry an error listener: without one, a connection closed by the server
// while it is checked out ends the Node process. The failure itself reaches the caller through its next query.
// A process that stops inside a transaction holds the chain's head; the server ends such a session after 5 s, and waiters
// wait a little longer than that.
import { Pool, TypeOverrides, types } from 'pg';

const IDLE_IN_TRANSACTION_MS = 5_000;
const LOCK_TIMEOUT_MS = 8_000;
const CONNECT_TIMEOUT_MS = 5_000;

/** Integers of 8 bytes, and sums of them, as numbers; anything past 2^53 or with a fraction is a broken invariant. */
function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`stores: ${text} is no safe integer`);
  return value;
}

function createTypes(): TypeOverrides {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.INT8, parseSafeInteger);
  overrides.setTypeParser(types.builtins.NUMERIC, parseSafeInteger);
  return overrides;
}

export function createPostgresPool(url: string): Pool {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    application_name: 'turnkeep',
    types: createTypes(),
  });
  const reportedByNextQuery = (): void => undefined;
  pool.on('error', reportedByNextQuery);
  pool.on('connect', (client) => client.on('error', reportedByNextQuery));
  return pool;
}

/** Host and database of a URL, without user and password. */
export function describePostgresUrl(url: string): string {
  if (!URL.canParse(url)) return 'PostgreSQL at an unreadable URL';
  const { host, pathname } = new URL(url);
  return `PostgreSQL ${host}${pathname}`;
}
