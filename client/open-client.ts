// The doors of the client library. What stands behind them (Temporal's packages, the store) is loaded when one is opened: whoever only
// reads types, settings or a refusal does not wait for it.
import type { Settings } from '../temporal-config/settings';
import type { OpenRunReader } from './run-reader';
import type { TurnkeepClient } from './turnkeep-client';

/** Who acts; the person of the settings when left out. */
export interface OpenOptions {
  readonly as?: string;
}

/** Opens store and server. Refuses with StoreUnavailableError, StoreIntegrityError or ServerUnreachableError. */
export const openClient = async (settings: Settings, options: OpenOptions = {}): Promise<TurnkeepClient> =>
  (await import('./turnkeep-client.js')).openClient(settings, options);

/** Opens the store alone, for reading. Refuses with StoreUnavailableError, and StoreIntegrityError on one that cannot be trusted. */
export const openRunReader = async (settings: Settings, options: OpenOptions = {}): Promise<OpenRunReader> =>
  (await import('./run-reader.js')).openRunReader(settings, options);
