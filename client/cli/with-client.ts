import { readSettings, type Settings } from '../../temporal-config/settings';
import type { RecordContext } from '../client-context';
import type { TurnkeepClient } from '../turnkeep-client';
import type { Invocation } from './report';

const asNamed = ({ as }: Invocation): { as?: string } => (as === undefined ? {} : { as });

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
