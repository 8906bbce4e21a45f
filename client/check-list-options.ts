// What runs can be listed by, and what can be no filter at all: refused before anything is opened.
import { nearestName } from '../core/kernel/nearest-name';
import type { Settings } from '../temporal-config/settings';
import { ClientError } from './client-error';
import { listedStatuses, waitingKinds } from './run-filters';

/** Which runs; each part narrows. */
export interface ListRunsOptions {
  /** A status of the life cycle, or `starting`. */
  readonly status?: string;
  /** How it ended, by its agent's own name. */
  readonly outcome?: string;
  readonly agent?: string;
  /** What it waits for: `review`, `money` or `customer`. */
  readonly waiting?: string;
  /** Started at this instant or later. */
  readonly sinceMs?: number;
  /** The opaque id of a case, or the caller's own reference of it. */
  readonly case?: string;
  /** Whom it is about: the id as a start takes it. */
  readonly customer?: string;
  /** 50 by default, at most 10,000. */
  readonly limit?: number;
}

export const LIST_LIMIT_MAX = 10_000;

const outcomeForm = /^[A-Za-z][A-Za-z0-9_-]{0,79}$/;
const CHARS_MAX = 500;

/** Refuses a part that can be no filter, naming what it may be and the nearest. Needs no store. */
export const checkListOptions = (options: ListRunsOptions, settings: Settings): void => {
  const agents = settings.agents.map(({ name }) => name);
  assertOneOf('--status', options.status, listedStatuses);
  assertOneOf('--waiting', options.waiting, waitingKinds);
  assertOneOf('--agent', options.agent, agents);
  const { outcome, limit, customer, case: ofCase } = options;
  if (outcome !== undefined && !outcomeForm.test(outcome))
    throw usage('--outcome', 'a name such as answered or handedOff', outcome);
  if (limit !== undefined && !(Number.isInteger(limit) && limit >= 1 && limit <= LIST_LIMIT_MAX))
    throw usage('--limit', `a whole number of 1 to ${LIST_LIMIT_MAX}`, limit);
  assertText('--customer', customer);
  assertText('--case', ofCase);
};

const assertOneOf = (flag: string, value: string | undefined, known: readonly string[]): void => {
  if (value !== undefined && !known.includes(value)) throw wrongName(flag, value, known);
};

const assertText = (flag: string, value: string | undefined): void => {
  // What was typed may be anybody's address: its length is told, and not itself.
  if (value !== undefined && (value.trim() === '' || value.length > CHARS_MAX))
    throw new ClientError('USAGE', 2, `${flag}: expected 1 to ${CHARS_MAX} characters, got ${value.length}`);
};

/** Names what there is, and the nearest. */
export const wrongName = (flag: string, value: string, known: readonly string[]): ClientError => {
  const near = nearestName(value, known);
  const words = `${flag}: expected ${known.join(', ')}, got ${JSON.stringify(value)}`;
  return new ClientError('USAGE', 2, near === undefined ? words : `${words}; did you mean ${near}?`);
};

const usage = (flag: string, expected: string, got: unknown): ClientError =>
  new ClientError('USAGE', 2, `${flag}: expected ${expected}, got ${JSON.stringify(got)}`);
