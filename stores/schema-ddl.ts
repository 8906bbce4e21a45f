// The statements of the first schema, for both dialects. SQLite's tables are STRICT: it would otherwise keep a fractional number
// in an integer column without a word. The partial indexes are the net under rules that the transactions check first.

export interface DdlWords {
  readonly dialect: 'sqlite' | 'postgres';
  readonly int: string;
  readonly bytes: string;
  /** What ends a table, and a table that is stored in the order of its key. */
  readonly end: string;
  readonly endKeyed: string;
}

export const storeStatements = (words: DdlWords): readonly string[] => [
  ...journal(words),
  ...effects(words),
  ...reviews(words),
  ...runs(words),
  ...wordsKept(words),
];

const journal = ({ dialect, int, end }: DdlWords): readonly string[] => [
  `CREATE TABLE journal (seq ${int} PRIMARY KEY, case_id TEXT NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL,
    body TEXT NOT NULL, at_ms ${int} NOT NULL, prev TEXT NOT NULL, hash TEXT NOT NULL UNIQUE) ${end}`,
  'CREATE INDEX journal_case ON journal (case_id, seq)',
  'CREATE INDEX journal_subject ON journal (subject, seq)',
  ...(dialect === 'sqlite' ? sqliteJournalTriggers : postgresJournalTriggers),
  `CREATE TABLE chain_head (id TEXT PRIMARY KEY NOT NULL, seq ${int} NOT NULL, hash TEXT NOT NULL) ${end}`,
  `INSERT INTO chain_head (id, seq, hash) VALUES ('main', 0, '${'0'.repeat(64)}')`,
  `CREATE TABLE deployment (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) ${end}`,
];

const refusal = 'journal rows are never changed or removed';

const sqliteJournalTriggers: readonly string[] = ['update', 'delete'].map(
  (act) => `CREATE TRIGGER journal_no_${act} BEFORE ${act} ON journal BEGIN SELECT RAISE(ABORT, '${refusal}'); END`,
);

const postgresJournalTriggers: readonly string[] = [
  `CREATE FUNCTION journal_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '${refusal}'; END $$`,
  `CREATE TRIGGER journal_no_change BEFORE UPDATE OR DELETE ON journal FOR EACH ROW EXECUTE FUNCTION journal_refuse()`,
  `CREATE TRIGGER journal_no_truncate BEFORE TRUNCATE ON journal FOR EACH STATEMENT EXECUTE FUNCTION journal_refuse()`,
];

const effects = ({ int, bytes, end }: DdlWords): readonly string[] => [
  `CREATE TABLE effect (effect_key TEXT PRIMARY KEY NOT NULL, case_id TEXT NOT NULL, turn_key TEXT NOT NULL, call_id TEXT NOT NULL,
    agent TEXT NOT NULL, tool TEXT NOT NULL, order_ref TEXT, customer_ref TEXT, day TEXT NOT NULL,
    alone ${int} NOT NULL CHECK (alone IN (0, 1)), amount_minor ${int}, currency TEXT, args_digest TEXT NOT NULL,
    facts_digest TEXT, action_hash TEXT, state TEXT NOT NULL CHECK (state IN ('started', 'done', 'refused', 'unknown')),
    allowed_by TEXT NOT NULL, review_id TEXT, review_round ${int}, round ${int} NOT NULL, attempt ${int} NOT NULL,
    attempt_token TEXT NOT NULL, outside_key TEXT NOT NULL, lease_until_ms ${int}, first_started_ms ${int} NOT NULL,
    receipt_key TEXT, result_sealed ${bytes}, changed_ms ${int} NOT NULL) ${end}`,
  `CREATE UNIQUE INDEX effect_started_case ON effect (case_id) WHERE state = 'started'`,
  `CREATE UNIQUE INDEX effect_grant ON effect (review_id, review_round) WHERE review_id IS NOT NULL`,
  `CREATE INDEX effect_order ON effect (order_ref) WHERE state <> 'refused'`,
  `CREATE INDEX effect_alone ON effect (customer_ref, agent, day) WHERE alone = 1 AND state <> 'refused'`,
  `CREATE INDEX effect_open ON effect (state, lease_until_ms) WHERE state IN ('started', 'unknown')`,
  `CREATE TABLE veto (case_id TEXT NOT NULL, tool TEXT NOT NULL, order_ref TEXT NOT NULL, review_id TEXT NOT NULL,
    items TEXT NOT NULL, amount_minor ${int}, currency TEXT, PRIMARY KEY (case_id, tool, order_ref, review_id)) ${end}`,
  `CREATE TABLE hold (scope TEXT PRIMARY KEY NOT NULL, held_by TEXT NOT NULL, at_ms ${int} NOT NULL) ${end}`,
  `CREATE TABLE spend (agent TEXT NOT NULL, day TEXT NOT NULL, tokens ${int} NOT NULL, cost_micro ${int} NOT NULL,
    PRIMARY KEY (agent, day)) ${end}`,
];

const reviews = ({ int, bytes, end }: DdlWords): readonly string[] => [
  `CREATE TABLE review (review_id TEXT NOT NULL, round ${int} NOT NULL, case_id TEXT NOT NULL, turn_key TEXT NOT NULL,
    call_id TEXT NOT NULL, tool TEXT NOT NULL, queue TEXT NOT NULL, action_hash TEXT NOT NULL, rules_digest TEXT NOT NULL,
    rule TEXT NOT NULL, amount_minor ${int}, currency TEXT,
    state TEXT NOT NULL CHECK (state IN ('pending', 'granted', 'consumed', 'rejected', 'asked', 'expired', 'void', 'recalled')),
    opened_ms ${int} NOT NULL, expires_ms ${int} NOT NULL, effect_key TEXT NOT NULL, decided_by TEXT, decided_ms ${int},
    authenticated TEXT, surface TEXT, reason_code TEXT, note_ref TEXT, decision_sealed ${bytes}, signature TEXT,
    PRIMARY KEY (review_id, round)) ${end}`,
  'CREATE UNIQUE INDEX review_effect_round ON review (effect_key, round)',
  `CREATE INDEX review_pending ON review (queue, expires_ms) WHERE state = 'pending'`,
  'CREATE INDEX review_case ON review (case_id)',
];

const runs = ({ int, bytes, end, endKeyed }: DdlWords): readonly string[] => [
  `CREATE TABLE cases (case_id TEXT PRIMARY KEY NOT NULL, reference_sealed ${bytes}, last_turn ${int} NOT NULL,
    last_ended_ms ${int}, purged_ms ${int}) ${end}`,
  'CREATE INDEX cases_ended ON cases (last_ended_ms) WHERE purged_ms IS NULL',
  `CREATE TABLE run (workflow_id TEXT PRIMARY KEY NOT NULL, case_id TEXT NOT NULL, turn ${int} NOT NULL, agent TEXT NOT NULL,
    message_address TEXT, status TEXT NOT NULL, outcome TEXT, node TEXT, stopped_at TEXT, cause TEXT, step ${int} NOT NULL,
    waiting_kind TEXT, review_id TEXT, waiting_since_ms ${int}, due_ms ${int}, verdict TEXT, tokens ${int} NOT NULL,
    cost_micro ${int} NOT NULL, model_label TEXT NOT NULL, rules ${int} NOT NULL, started_ms ${int} NOT NULL, ended_ms ${int},
    upto_move ${int} NOT NULL, recorded_ms ${int} NOT NULL, reply_ref TEXT) ${end}`,
  'CREATE UNIQUE INDEX run_turn ON run (case_id, turn) WHERE message_address IS NOT NULL',
  'CREATE UNIQUE INDEX run_message ON run (case_id, message_address) WHERE message_address IS NOT NULL',
  'CREATE INDEX run_waiting ON run (status, waiting_since_ms)',
  'CREATE INDEX run_agent ON run (agent, started_ms)',
  `CREATE TABLE step (workflow_id TEXT NOT NULL, step ${int} NOT NULL, upto_move ${int} NOT NULL, at_ms ${int} NOT NULL,
    tokens ${int} NOT NULL, cost_micro ${int} NOT NULL, record TEXT NOT NULL, delta_sealed ${bytes},
    PRIMARY KEY (workflow_id, step)) ${endKeyed}`,
];

const wordsKept = ({ int, bytes, end, endKeyed }: DdlWords): readonly string[] => [
  `CREATE TABLE receipt (receipt_key TEXT PRIMARY KEY NOT NULL, workflow_id TEXT NOT NULL, case_id TEXT NOT NULL,
    kind TEXT NOT NULL, sealed ${bytes} NOT NULL, at_ms ${int} NOT NULL) ${endKeyed}`,
  'CREATE INDEX receipt_case ON receipt (case_id)',
  `CREATE TABLE message (case_id TEXT NOT NULL, depth ${int} NOT NULL, address TEXT NOT NULL, parent TEXT, bytes ${int} NOT NULL,
    tokens_upper ${int} NOT NULL, sealed ${bytes} NOT NULL, PRIMARY KEY (case_id, depth, address)) ${end}`,
  `CREATE TABLE note (case_id TEXT NOT NULL, address TEXT NOT NULL, sealed ${bytes} NOT NULL,
    PRIMARY KEY (case_id, address)) ${end}`,
];

/** One living key a case; destroyed ones leave their id, so that `erased` can be told from `unknown`. */
export const keyStatements = ({ int, bytes, end }: DdlWords): readonly string[] => [
  `CREATE TABLE case_key (key_id TEXT PRIMARY KEY NOT NULL, case_id TEXT NOT NULL, wrapped ${bytes}, master_id TEXT NOT NULL,
    made_ms ${int} NOT NULL, destroyed_ms ${int}) ${end}`,
  `CREATE TABLE deployment (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) ${end}`,
  'CREATE UNIQUE INDEX case_key_living ON case_key (case_id) WHERE wrapped IS NOT NULL',
];
