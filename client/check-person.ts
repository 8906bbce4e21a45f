// Who acts: one rule for the name, wherever it comes from, and one for what only a person who is named may do.
import { personFault } from '../core/human-review/person-name';
import { ClientError } from './client-error';

/** Refuses (exit 2) what is no name of a person; `path` says where it stands. */
export const assertPerson = (path: string, name: unknown, code = 'PERSON'): void => {
  const fault = name === undefined ? undefined : personFault(name);
  if (fault !== undefined) throw new ClientError(code, 2, `${path}: expected ${fault.expected}, got ${fault.got}`);
};

/** What somebody must stand for by name. */
export interface NeedsPerson {
  /** As a command says it: `run resume --money`. */
  readonly what: string;
  /** What the person does: `who lets the money go on`. */
  readonly who: string;
  /** The same command by somebody. */
  readonly next: string;
}

/** The person who is named, by the caller or by the settings. Refuses with NEEDS_PERSON: the name of the system's user is none. */
export const namedPerson = ({ named }: { readonly named: string | null }, { what, who, next }: NeedsPerson): string => {
  if (named !== null) return named;
  throw new ClientError('NEEDS_PERSON', 4, {
    message: `${what}: expected a named person ${who} (--as, TURNKEEP_PERSON, or the setting person), got none`,
    next: [next],
  });
};
