import { userInfo } from 'node:os';
import type { Client } from '@temporalio/client';
import type { Store } from '../stores/open-store';
import type { Settings } from '../temporal-config/settings';
import { assertPerson } from './check-person';

/** What every operation of the client works with. */
export interface ClientContext {
  readonly settings: Settings;
  readonly store: Store;
  readonly temporal: Client;
  /** Who acts, as recorded: unverified until decisions are signed. */
  readonly person: string;
  /** The same where somebody was named, by the caller or by the settings; null where `person` is only the system's user. */
  readonly named: string | null;
}

/** What needs no server: the store alone. */
export type RecordContext = Omit<ClientContext, 'temporal'>;

/** Refuses with PERSON what is no name. */
export const actorOf = (
  { person }: Pick<Settings, 'person'>,
  as: string | undefined,
): Pick<ClientContext, 'person' | 'named'> => {
  assertPerson('as', as);
  const named = as ?? person ?? null;
  return { person: named ?? userInfo().username, named };
};

/** The person, where one was named for this very call: a command that is printed names them again. */
export const namedPersonOf = ({ settings, person }: RecordContext): string | undefined =>
  person === actorOf(settings, undefined).person ? undefined : person;
