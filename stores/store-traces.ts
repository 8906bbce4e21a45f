import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** What a first start leaves in a data folder. */
const TRACES = ['turnkeep.db', 'keys.db', 'keys', 'anchor'];

interface Place {
  readonly home: string;
  readonly databaseUrl?: string | undefined;
}

/** Whether no store was ever made here: nothing can be shown, and only a start may make one. A database elsewhere may hold something. */
export const isNeverStarted = ({ home, databaseUrl }: Place): boolean =>
  databaseUrl === undefined && !TRACES.some((name) => existsSync(join(home, name)));
