// What limits over runs need: sums over an agent's day, what models used, and the judgements of an agent in order.
import type { DdlWords } from './schema-ddl';

/** Additions only; rows that are there already stay as they are (a run of before names no policy). */
export const policyStatements = ({ int, end }: DdlWords): readonly string[] => [
  `CREATE INDEX effect_alone_agent ON effect (agent, day) WHERE alone = 1 AND state <> 'refused'`,
  'CREATE INDEX receipt_kind ON receipt (kind, at_ms)',
  `CREATE TABLE spend_call (receipt_key TEXT PRIMARY KEY NOT NULL, agent TEXT NOT NULL, day TEXT NOT NULL,
    tokens ${int} NOT NULL, cost_micro ${int}, open ${int} NOT NULL CHECK (open IN (0, 1))) ${end}`,
  'CREATE INDEX spend_call_day ON spend_call (agent, day)',
  'ALTER TABLE run ADD COLUMN policy TEXT',
];
