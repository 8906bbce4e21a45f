import type { DdlWords } from './schema-ddl';

/** One row a provider key; nothing is in it for rows that are there already. */
export const providerGateStatements = ({ int, end }: DdlWords): readonly string[] => [
  `CREATE TABLE provider_gate (provider TEXT PRIMARY KEY NOT NULL, paused_until_ms ${int} NOT NULL,
    window_start_ms ${int} NOT NULL, requests ${int} NOT NULL, tokens ${int} NOT NULL) ${end}`,
];
