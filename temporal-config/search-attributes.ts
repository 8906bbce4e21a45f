// The search attributes a namespace must know before a turn can start. The names are wire names; workflows define the typed keys of
// the same names in their messages. At most ten Keywords fit into a namespace.
import type { Connection } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { codeOf, messageOf } from './error-facts';

export type SearchAttributeKind = 'Keyword' | 'Datetime';

export const SEARCH_ATTRIBUTES: Readonly<Record<string, SearchAttributeKind>> = {
  AgentStatus: 'Keyword',
  Agent: 'Keyword',
  WaitingFor: 'Keyword',
  StoppedAt: 'Keyword',
  TurnKey: 'Keyword',
  ReviewDueAt: 'Datetime',
};

/** The namespace lacks search attributes and they could not be registered, or one has another type. */
export class SearchAttributesError extends Error {
  readonly code = 'SEARCH_ATTRIBUTES';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SearchAttributesError';
  }
}

const { IndexedValueType } = temporal.api.enums.v1;
const WIRE_TYPES = {
  Keyword: IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD,
  Datetime: IndexedValueType.INDEXED_VALUE_TYPE_DATETIME,
} as const;

/** Registers those that are missing and returns their names; refuses with SearchAttributesError, naming what to do. */
export async function ensureSearchAttributes(connection: Connection, namespace: string): Promise<readonly string[]> {
  const present = await listAttributes(connection, namespace);
  const clashing = entries().filter(([name, kind]) => name in present && present[name] !== WIRE_TYPES[kind]);
  if (clashing.length > 0) {
    const wanted = clashing.map(([name, kind]) => `${name} (expected ${kind})`).join(', ');
    throw new SearchAttributesError(
      `Namespace ${namespace} holds search attributes of another type: ${wanted}. Use another namespace for Turnkeep.`,
    );
  }
  const missing = entries().filter(([name]) => !(name in present));
  if (missing.length > 0) await addAttributes(connection, namespace, missing);
  return missing.map(([name]) => name);
}

const entries = (): [string, SearchAttributeKind][] => Object.entries(SEARCH_ATTRIBUTES);

async function listAttributes(connection: Connection, namespace: string): Promise<Record<string, number | null>> {
  try {
    return (await connection.operatorService.listSearchAttributes({ namespace })).customAttributes;
  } catch (error) {
    throw refused('read', { namespace, names: Object.keys(SEARCH_ATTRIBUTES) }, error);
  }
}

async function addAttributes(
  connection: Connection,
  namespace: string,
  missing: readonly [string, SearchAttributeKind][],
): Promise<void> {
  const searchAttributes = Object.fromEntries(missing.map(([name, kind]) => [name, WIRE_TYPES[kind]]));
  try {
    await connection.operatorService.addSearchAttributes({ namespace, searchAttributes });
  } catch (error) {
    // Two processes may register at once; the loser finds everything there.
    const present = await listAttributes(connection, namespace);
    if (missing.every(([name]) => name in present)) return;
    throw refused('register', { namespace, names: missing.map(([name]) => name) }, error);
  }
}

const PERMISSION_DENIED = 7;

function refused(
  verb: 'read' | 'register',
  { namespace, names }: { namespace: string; names: readonly string[] },
  cause: unknown,
): SearchAttributesError {
  const why =
    codeOf(cause) === PERMISSION_DENIED
      ? `this identity lacks the permission to ${verb} search attributes (namespace or cluster admin)`
      : `the server said: ${messageOf(cause)}`;
  const commands = names.map(
    (name) =>
      `  temporal operator search-attribute create --namespace ${namespace} --name ${name} --type ${SEARCH_ATTRIBUTES[name] ?? 'Keyword'}`,
  );
  return new SearchAttributesError(
    [
      `Could not ${verb} the search attributes of namespace ${namespace}: ${why}.`,
      'Let someone who may do so run:',
      ...commands,
    ].join('\n'),
    { cause },
  );
}
