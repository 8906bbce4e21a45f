// Looks at a running system's store from outside and holds it still, with no help of the product: a lock on the database keeps a
// worker in front of its next write, a pipe in the anchor's place keeps it in front of its next line.
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';

export interface LedgerHit {
  readonly state: string;
  readonly attempt: number;
}

export interface StoreProbe {
  /** The one ledger entry there may be. */
  entry(): LedgerHit;
  receipts(kind: 'model' | 'effect' | 'judged'): number;
  /** Nobody writes until the returned function is called. */
  lock(): Promise<() => void>;
  close(): void;
}

export const openProbe = (home: string): StoreProbe => {
  const path = join(home, 'turnkeep.db');
  const database = new SqliteDatabase(path, { readonly: true, timeout: 1_000 });
  const entries = database.prepare<[], LedgerHit>('SELECT state, attempt FROM effect');
  const receipts = database.prepare<[string], { count: number }>(
    'SELECT count(*) AS count FROM receipt WHERE kind = ?',
  );
  return {
    entry: () => entries.get() ?? { state: 'none', attempt: 0 },
    receipts: (kind) => receipts.get(kind)?.count ?? 0,
    lock: () => lockDatabase(path),
    close: () => database.close(),
  };
};

/** Errors of node itself are of another realm than a test's classes: told by their code. */
const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code);

const lockDatabase = async (path: string): Promise<() => void> => {
  const holder = new SqliteDatabase(path, { timeout: 0 });
  for (;;) {
    try {
      holder.exec('BEGIN IMMEDIATE');
      return () => {
        if (holder.open) holder.close();
      };
    } catch (error) {
      if (!codeOf(error).startsWith('SQLITE_BUSY')) throw error;
      await sleep(1);
    }
  }
};

export interface HeldAnchor {
  /** Answers the next reader with what the anchor says; whoever writes afterwards waits for ever. */
  readonly answerOneReader: () => Promise<void>;
  readonly restore: () => void;
}

/** Puts a pipe in the place of the anchor file. */
export const holdAnchor = (home: string): HeldAnchor => {
  const path = join(home, 'anchor');
  const before = existsSync(path) ? readFileSync(path) : null;
  const pipe = `${path}.pipe`;
  execFileSync('mkfifo', [pipe]);
  renameSync(pipe, path);
  return {
    answerOneReader: async () => {
      const writer = await openForReader(path);
      if (before !== null) writeSync(writer, before);
      closeSync(writer);
    },
    restore: () => {
      rmSync(path);
      if (before !== null) writeFileSync(path, before, { mode: 0o600 });
    },
  };
};

/** ENXIO as long as nobody reads. */
const openForReader = async (path: string): Promise<number> => {
  const end = Date.now() + 20_000;
  for (;;) {
    try {
      return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      if (codeOf(error) !== 'ENXIO' || Date.now() > end) throw error;
      await sleep(2);
    }
  }
};

/** Looks every few milliseconds; the limit only ends a hanging test. */
export const poll = async (what: string, look: () => boolean | Promise<boolean>, limitMs = 20_000): Promise<void> => {
  const end = Date.now() + limitMs;
  while (!(await look())) {
    if (Date.now() > end) throw new Error(`poll: ${what} did not come`);
    await sleep(2);
  }
};
