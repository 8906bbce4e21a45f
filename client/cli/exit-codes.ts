// Every way a command can end, and which error ends it how. Errors are known by their names and fields: their classes come from
// rooms that a failing command may not have loaded, and from copies of packages.
import { grpcStatusOf } from '../grpc-status';

export const exitMeanings = {
  0: 'done',
  1: 'unexpected',
  2: 'usage, input or configuration',
  3: 'confirmation declined',
  4: 'not allowed',
  5: 'the run ended without success',
  6: 'conflict: already decided, stale round, wrong amount, action changed',
  7: 'server, model or store unreachable',
  8: 'still waiting',
  9: 'a check failed',
  130: 'Ctrl-C',
} as const;
export type ExitCode = keyof typeof exitMeanings;

/** What is told of a failure: `code` is the finer word, `next` the commands that help. */
export interface Failure {
  readonly exit: ExitCode;
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly next: readonly string[];
}

interface Known {
  readonly exit: ExitCode;
  readonly code: string;
  readonly next?: readonly string[];
}

const knownErrors: Readonly<Record<string, Known>> = {
  SettingsError: { exit: 2, code: 'SETTINGS' },
  CommanderError: { exit: 2, code: 'USAGE', next: ['turnkeep --help'] },
  InvalidArgumentError: { exit: 2, code: 'USAGE', next: ['turnkeep --help'] },
  SearchAttributesError: { exit: 2, code: 'SEARCH_ATTRIBUTES' },
  ServerUnreachableError: { exit: 7, code: 'SERVER_UNREACHABLE', next: ['turnkeep dev', 'turnkeep doctor'] },
  NoTemporalError: { exit: 7, code: 'NO_TEMPORAL' },
  DevServerError: { exit: 7, code: 'DEV_SERVER', next: ['turnkeep doctor'] },
  StoreUnavailableError: { exit: 7, code: 'STORE_UNAVAILABLE', next: ['turnkeep doctor'] },
  StoreIntegrityError: { exit: 9, code: 'STORE_INTEGRITY', next: ['turnkeep doctor', 'turnkeep effects verify'] },
};

/** gRPC status codes of a server that refuses or does not answer. */
const grpcExits: Readonly<Record<number, Known>> = {
  3: { exit: 2, code: 'SERVER_INVALID_ARGUMENT' },
  4: { exit: 7, code: 'SERVER_UNREACHABLE', next: ['turnkeep doctor'] },
  5: { exit: 2, code: 'NOT_FOUND_ON_SERVER', next: ['turnkeep run list'] },
  7: { exit: 4, code: 'NOT_ALLOWED' },
  8: { exit: 7, code: 'SERVER_BUSY', next: ['turnkeep doctor'] },
  14: { exit: 7, code: 'SERVER_UNREACHABLE', next: ['turnkeep doctor'] },
  16: { exit: 4, code: 'NOT_ALLOWED' },
};

const fieldsOf = (error: unknown): Readonly<Record<string, unknown>> =>
  typeof error === 'object' && error !== null ? (error as Readonly<Record<string, unknown>>) : {};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const isExit = (value: unknown): value is ExitCode => typeof value === 'number' && Object.hasOwn(exitMeanings, value);

const commandsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

const knownOf = (error: unknown): Known | undefined => {
  const byName = knownErrors[textOf(fieldsOf(error)['name']) ?? ''];
  if (byName !== undefined) return byName;
  const status = grpcStatusOf(error);
  return status === undefined ? undefined : grpcExits[status];
};

const messageOf = (error: unknown): string => textOf(fieldsOf(error)['message']) ?? String(error);

/** Commander writes "error: " in front of its own. */
const plainMessage = (error: unknown): string => messageOf(error).replace(/^error: /, '');

const orKnown = (helps: readonly string[], { next = [] }: Known): readonly string[] =>
  helps.length > 0 ? helps : next;

/** How a command ends that met `error`. */
export const explainFailure = (error: unknown): Failure => {
  const { name, code, exit, next } = fieldsOf(error);
  const message = plainMessage(error);
  if (name === 'ClientError' && isExit(exit))
    return { exit, code: textOf(code) ?? 'CLIENT', message, retryable: exit === 7, next: commandsOf(next) };
  const known = knownOf(error);
  if (known === undefined)
    return { exit: 1, code: 'UNEXPECTED', message, retryable: false, next: ['the same command with --debug'] };
  const own = name === 'CommanderError' || grpcStatusOf(error) !== undefined ? undefined : textOf(code);
  const helps = name === 'CommanderError' ? commandsOf(next) : [];
  return {
    exit: known.exit,
    code: own ?? known.code,
    message,
    retryable: known.exit === 7,
    next: orKnown(helps, known),
  };
};
