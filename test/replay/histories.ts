import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export const historiesFolder = join(__dirname, 'histories');

/** Paths of the committed histories, `<workflow type>/<rule set>/<turn>-<run>.json`, relative to their folder. */
export const listHistories = (): readonly string[] =>
  readdirSync(historiesFolder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .sort();
