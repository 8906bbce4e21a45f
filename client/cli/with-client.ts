import { readSettings, type Settings } from '../../temporal-config/settings';
import type { RecordContext } from '../client-context';
import type { TurnkeepClient } from '../turnkeep-client';
import { refuseInput } from './input-error';
import type { Invocation } from './report';

const NAME_CHARS_MAX = 200;

const asNamed = ({ as }: Invocation): { as?: string } => {
  if (as === undefined) return {};
  if (as.trim() !== '' && as.length <= NAME_CHARS_MAX) return { as };
  return refuseInput('PERSON', `--as: expected a name of 1 to ${NAME_CHARS_MAX} characters, got ${as.length}`);
};

export const settingsOf = (): Settings => readSettings(process.env);

/** Store and server, closed again whatever happens. */
export const withClient = async <T>(call: Invocation, use: (client: TurnkeepClient) => Promise<T>): Promise<T> => {
  // Loaded here: what is wrong in itself is refused before Temporal's packages are.
  const { openClient } = await import('../turnkeep-client.js');
  const client = await openClient(settingsOf(), asNamed(call));
  try {
    return await use(client);
  } finally {
    await client.close();
  }
};

/** The store alone: what was recorded can be read while no server answers. */
export const withRecords = async <T>(call: Invocation, use: (records: RecordContext) => Promise<T>): Promise<T> => {
  const { openRecords } = await import('../turnkeep-client.js');
  const records = await openRecords(settingsOf(), asNamed(call));
  try {
    return await use(records);
  } finally {
    await records.store.close();
  }
};
