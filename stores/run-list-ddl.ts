import type { DdlWords } from './schema-ddl';

/**
 * What finds a run among many without reading them all. The customer stands there as a keyed digest, as in the ledger; runs that are
 * there already have none, and get it when somebody first looks for a customer (client/customer-runs).
 */
export const runListStatements = (_words: DdlWords): readonly string[] => [
  'ALTER TABLE run ADD COLUMN customer_ref TEXT',
  'CREATE INDEX run_started ON run (started_ms DESC, workflow_id)',
  'CREATE INDEX run_status ON run (status, started_ms DESC)',
  'CREATE INDEX run_case ON run (case_id, turn)',
  'CREATE INDEX run_customer ON run (customer_ref, started_ms DESC)',
  'CREATE INDEX review_turn ON review (turn_key)',
  'CREATE INDEX effect_turn ON effect (turn_key)',
];
