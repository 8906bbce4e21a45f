// What a decision was sent with, and what proves it: the row of a review says so in columns of its own.
import type { DdlWords } from './schema-ddl';

/** Additions only; decisions that are there already were not signed, and what was shown was not kept: null. */
export const signatureStatements = ({ int }: DdlWords): readonly string[] => [
  `ALTER TABLE review ADD COLUMN claimed_ms ${int}`,
  'ALTER TABLE review ADD COLUMN evidence TEXT',
  'ALTER TABLE review ADD COLUMN confirm_amount TEXT',
  'ALTER TABLE review ADD COLUMN public_key TEXT',
];
