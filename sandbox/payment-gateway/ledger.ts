import { mkdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Answer } from './answers';
import type { MoneyBackKind } from './refund-request';

export interface Charge {
  readonly id: string;
  readonly key: string;
  readonly kind: MoneyBackKind;
  readonly payment_reference: string;
  readonly order_reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly created_ms: number;
}

export interface StoredAnswer extends Answer {
  readonly request: string;
}

export interface Outcome {
  readonly key: string;
  readonly request: string;
  readonly answer: Answer;
  readonly charges: readonly Charge[];
  readonly now: number;
}

export type CounterName = 'requests' | 'replays';

const SCHEMA_VERSION = 2;

// Answers have a number of their own and are not keyed by the idempotency key: a key that is new again after its window
// gets a second row, and the charge made under the first one keeps its answer.
const SCHEMA = `
CREATE TABLE IF NOT EXISTS answers (
  answer_no INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL,
  request TEXT NOT NULL,
  status INTEGER NOT NULL,
  body TEXT NOT NULL,
  created_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS answers_by_key ON answers (key, answer_no);
CREATE TABLE IF NOT EXISTS charges (
  charge_no INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  answer_no INTEGER NOT NULL REFERENCES answers (answer_no),
  key TEXT NOT NULL,
  kind TEXT NOT NULL DEFAULT 'refund',
  payment_reference TEXT NOT NULL,
  order_reference TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount > 0),
  currency TEXT NOT NULL,
  created_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS charges_by_key ON charges (key);
CREATE INDEX IF NOT EXISTS charges_by_order ON charges (order_reference);
CREATE TABLE IF NOT EXISTS counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
INSERT OR IGNORE INTO counters (name, value) VALUES ('requests', 0), ('replays', 0);
PRAGMA user_version = ${SCHEMA_VERSION};
`;

const CHARGE_COLUMNS = 'id, key, kind, payment_reference, order_reference, amount, currency, created_ms';

/** The gateway's own books: the refunds it made and the answers it gave. */
export class Ledger {
  private readonly db: Database.Database;
  private readonly pending: Record<CounterName, number> = { requests: 0, replays: 0 };
  private readonly recordOutcome: (outcome: Outcome) => void;

  constructor(
    folder: string,
    private readonly windowMs: number,
  ) {
    mkdirSync(folder, { recursive: true });
    this.db = openDatabase(path.join(folder, 'gateway.sqlite'));
    const transaction = this.db.transaction((outcome: Outcome) => this.writeOutcome(outcome));
    this.recordOutcome = (outcome) => transaction.immediate(outcome);
  }

  /** Writes refund and answer in one transaction: whoever dies here leaves both or neither. */
  record(outcome: Outcome): void {
    this.recordOutcome(outcome);
    this.clearPending();
  }

  findAnswer(key: string, now: number): StoredAnswer | undefined {
    return this.db
      .prepare<[string, number], StoredAnswer>(
        'SELECT request, status, body FROM answers WHERE key = ? AND created_ms > ? ORDER BY answer_no DESC LIMIT 1',
      )
      .get(key, now - this.windowMs);
  }

  findCharge(id: string): Charge | undefined {
    return this.db.prepare<[string], Charge>(`SELECT ${CHARGE_COLUMNS} FROM charges WHERE id = ?`).get(id);
  }

  chargesByKey(key: string): readonly Charge[] {
    const sql = `SELECT ${CHARGE_COLUMNS} FROM charges WHERE key = ? ORDER BY charge_no`;
    return this.db.prepare<[string], Charge>(sql).all(key);
  }

  chargesByOrder(orderReference: string): readonly Charge[] {
    const sql = `SELECT ${CHARGE_COLUMNS} FROM charges WHERE order_reference = ? ORDER BY charge_no`;
    return this.db.prepare<[string], Charge>(sql).all(orderReference);
  }

  allCharges(): readonly Charge[] {
    return this.db.prepare<[], Charge>(`SELECT ${CHARGE_COLUMNS} FROM charges ORDER BY charge_no`).all();
  }

  /**
   * Counts in memory until the next refund is written or the gateway ends: a disk sync per counted request would cost
   * more than the count is worth. A kill may therefore lose the last few counts, never a charge.
   */
  count(name: CounterName): void {
    this.pending[name] += 1;
  }

  counters(): Record<CounterName, number> {
    const stored = this.db.prepare<[string], { value: number }>('SELECT value FROM counters WHERE name = ?');
    const total = (name: CounterName): number => (stored.get(name)?.value ?? 0) + this.pending[name];
    return { requests: total('requests'), replays: total('replays') };
  }

  close(): void {
    this.writePending();
    this.clearPending();
    this.db.close();
  }

  private writeOutcome({ key, request, answer, charges, now }: Outcome): void {
    const { lastInsertRowid } = this.db
      .prepare('INSERT INTO answers (key, request, status, body, created_ms) VALUES (?, ?, ?, ?, ?)')
      .run(key, request, answer.status, answer.body, now);
    const insert = this.db.prepare(
      `INSERT INTO charges (answer_no, ${CHARGE_COLUMNS})
       VALUES (@answer_no, @id, @key, @kind, @payment_reference, @order_reference, @amount, @currency, @created_ms)`,
    );
    for (const charge of charges) insert.run({ ...charge, answer_no: lastInsertRowid });
    this.writePending();
  }

  private writePending(): void {
    const add = this.db.prepare('UPDATE counters SET value = value + ? WHERE name = ?');
    add.run(this.pending.requests, 'requests');
    add.run(this.pending.replays, 'replays');
  }

  /** Only after the commit: counts of a rolled back transaction have to be written by the next one. */
  private clearPending(): void {
    this.pending.requests = 0;
    this.pending.replays = 0;
  }
}

function openDatabase(file: string): Database.Database {
  const db = new Database(file, { timeout: 2000 });
  try {
    // Keys in work are known to one process only, so a second gateway on the same folder has to be kept out.
    db.pragma('locking_mode = EXCLUSIVE');
    db.pragma('journal_mode = WAL');
    // An answer may leave only after its refund is on the disk, also when the machine loses power.
    db.pragma('synchronous = FULL');
    const version = db.pragma('user_version', { simple: true });
    if (version === 1) db.exec("ALTER TABLE charges ADD COLUMN kind TEXT NOT NULL DEFAULT 'refund'");
    else if (version !== 0 && version !== SCHEMA_VERSION) {
      throw new Error(`its database has schema version ${String(version)}, this gateway knows ${SCHEMA_VERSION}`);
    }
    db.transaction(() => db.exec(SCHEMA)).immediate();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
