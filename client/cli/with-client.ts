import { isNeverStarted } from '../../stores/store-traces';
import { readSettings, type Settings } from '../../temporal-config/settings';
import { assertPerson } from '../check-person';
import type { RecordContext } from '../client-context';
import { ClientError } from '../client-error';
import { noStoreWords } from '../no-store-words';
import type { TurnkeepClient } from '../turnkeep-client';
import type { Invocation, Report } from './report';

export const asNamed = ({ as }: Invocation): { as?: string } => {
  if (as === undefined) return {};
  assertPerson('--as', as);
  return { as };
};

export const settingsOf = (): Settings => readSettings(process.env);

/** Store and server, closed again whatever happens; the store is made when there is none. For what starts something. */
export const withNewClient = async <T>(
  call: Invocation,
  use: (client: TurnkeepClient) => Promise<T>,
  settings: Settings = settingsOf(),
): Promise<T> => {
  const named = asNamed(call);
  // Loaded here: what is wrong in itself is refused before Temporal's packages are.
  const { openClient } = await import('../turnkeep-client.js');
  const client = await openClient(settings, named);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
};

/** The same for what needs something to be there: a mistyped data folder is refused and not made. */
export const withClient = async <T>(call: Invocation, use: (client: TurnkeepClient) => Promise<T>): Promise<T> => {
  const settings = settingsOf();
  assertStarted(settings);
  return withNewClient(call, use, settings);
};

/** The store alone: what was recorded can be read while no server answers. Refuses where there is no store. */
export const withRecords = async <T>(call: Invocation, use: (records: RecordContext) => Promise<T>): Promise<T> => {
  const settings = settingsOf();
  assertStarted(settings);
  const { openRecords } = await import('../turnkeep-client.js');
  const records = await openRecords(settings, asNamed(call));
  try {
    return await use(records);
  } finally {
    await records.store.close();
  }
};

/** For what only reads: where there is no store yet the answer is empty, and says why. */
export const withRecordsOr = async (
  call: Invocation,
  empty: Report,
  use: (records: RecordContext) => Promise<Report>,
): Promise<Report> => whereNothingIs(call, empty) ?? withRecords(call, use);

/** The empty answer where nothing was ever started, saying so; undefined where there is a store. */
export const whereNothingIs = (call: Invocation, empty: Report): Report | undefined => {
  const settings = settingsOf();
  asNamed(call);
  return isNeverStarted(settings) ? { ...empty, lines: [noStoreWords(settings.home), ...empty.lines] } : undefined;
};

export const assertStarted = (settings: Settings): void => {
  if (!isNeverStarted(settings)) return;
  throw new ClientError('NO_DATA_FOLDER', 2, {
    message: noStoreWords(settings.home),
    next: ['turnkeep dev', 'turnkeep doctor'],
  });
};
