// The one place where a driver's error becomes one of ours. Unavailable: nothing was lost, try again. Integrity: the files
// cannot be trusted. Anything else (a violated constraint, a wrong query) is a broken invariant and passes unchanged.
import { codeOf, messageOf } from './error-code';
import { StoreIntegrityError, StoreUnavailableError } from './store-port';

interface Verdict {
  readonly code:
    'store.busy' | 'store.full' | 'store.readOnly' | 'store.unreachable' | 'store.corrupt' | 'store.tableMissing';
  readonly next: string;
}

const busy: Verdict = { code: 'store.busy', next: 'another process holds it; try again' };
const full: Verdict = { code: 'store.full', next: 'free some space, then try again; what was committed is whole' };
const readOnly: Verdict = { code: 'store.readOnly', next: 'make the file and its folder writable for this user' };
const unreachable: Verdict = {
  code: 'store.unreachable',
  next: 'see that it is there and may be opened, then try again',
};
const corrupt: Verdict = { code: 'store.corrupt', next: 'stop all workers and restore a backup' };

const tableMissing: Verdict = { code: 'store.tableMissing', next: corrupt.next };

/** Prefixes of SQLite's and PostgreSQL's codes, the longer first. */
const verdictByPrefix: readonly (readonly [string, Verdict])[] = [
  ['SQLITE_BUSY', busy],
  ['SQLITE_LOCKED', busy],
  ['SQLITE_FULL', full],
  ['SQLITE_IOERR_SHMSIZE', full],
  ['SQLITE_IOERR_CORRUPTFS', corrupt],
  ['SQLITE_IOERR', unreachable],
  ['SQLITE_READONLY', readOnly],
  ['SQLITE_CANTOPEN', unreachable],
  ['SQLITE_PERM', readOnly],
  ['SQLITE_AUTH', readOnly],
  ['SQLITE_CORRUPT', corrupt],
  ['SQLITE_NOTADB', corrupt],
  ['ENOSPC', full],
  ['EROFS', readOnly],
  ['EACCES', readOnly],
  ['EPERM', readOnly],
  ['ECONN', unreachable],
  ['ETIMEDOUT', unreachable],
  ['ENOTFOUND', unreachable],
  ['EAI_AGAIN', unreachable],
  ['EHOSTUNREACH', unreachable],
  ['ENETUNREACH', unreachable],
  ['EPIPE', unreachable],
  ['ENOENT', unreachable],
  ['ENOTDIR', unreachable],
  ['53100', full],
  ['53', busy],
  ['55P03', busy],
  ['40001', busy],
  ['40P01', busy],
  ['25P03', unreachable],
  ['25006', readOnly],
  ['28', unreachable],
  ['3D000', unreachable],
  ['57P', unreachable],
  ['08', unreachable],
  ['XX001', corrupt],
  ['XX002', corrupt],
  ['42P01', tableMissing],
];

/** Failures that come with words only: a lost connection (node-postgres), a missing folder (better-sqlite3). */
const unreachableWords =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|directory does not exist/i;

function findVerdict(error: unknown): Verdict | undefined {
  const code = codeOf(error);
  const found = code === '' ? undefined : verdictByPrefix.find(([prefix]) => code.startsWith(prefix));
  if (found) return found[1];
  if (code === 'SQLITE_ERROR' && /^no such table: /.test(messageOf(error))) return tableMissing;
  return unreachableWords.test(messageOf(error)) ? unreachable : undefined;
}

/** Our error for a driver's, naming where, what happened and the next step; any other error as it is. */
export function toStoreFailure(error: unknown, where: string): unknown {
  if (error instanceof StoreIntegrityError || error instanceof StoreUnavailableError) return error;
  const verdict = findVerdict(error);
  if (!verdict) return error;
  const code = codeOf(error);
  const message = `${where}: ${messageOf(error)}${code === '' ? '' : ` (${code})`}; ${verdict.next}`;
  return verdict === corrupt || verdict === tableMissing
    ? new StoreIntegrityError(verdict.code, message)
    : new StoreUnavailableError(verdict.code, message);
}
