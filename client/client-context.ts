import { userInfo } from 'node:os';
import type { Client } from '@temporalio/client';
import type { Store } from '../stores/open-store';
import type { Settings } from '../temporal-config/settings';

/** What every operation of the client works with. */
export interface ClientContext {
  readonly settings: Settings;
  readonly store: Store;
  readonly temporal: Client;
  /** Who acts, as recorded: unverified until decisions are signed. */
  readonly person: string;
}

/** What needs no server: the store alone. */
export type RecordContext = Omit<ClientContext, 'temporal'>;

export const personOf = (settings: Settings, named: string | undefined): string =>
  named ?? settings.person ?? userInfo().username;

/** The person, where one was named for this very call: a command that is printed names them again. */
export const namedPersonOf = ({ settings, person }: RecordContext): string | undefined =>
  person === personOf(settings, undefined) ? undefined : person;
