// Which runs there are. A filter that names nothing that exists is refused with the nearest name: an empty list would look like an answer.
import { nearestName } from '../core/kernel/nearest-name';
import { listOutcomes } from '../stores/run-list';
import type { RunFilter, RunRow } from '../stores/store-port';
import type { Settings } from '../temporal-config/settings';
import { ClientError } from './client-error';
import type { RecordContext } from './client-context';
import { customerRefOf } from './customer-runs';
import { knownCase } from './known-case';
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

/** Runs that were found. */
export interface RunList {
  /** Newest first: ids, codes and figures, nobody's words. */
  readonly runs: readonly RunRow[];
  /** How many more there are than were asked for. */
  readonly more: number;
}

const LIMIT = 50;
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

/** Runs that every given part fits, newest first. */
export const listRuns = async (records: RecordContext, options: ListRunsOptions = {}): Promise<RunList> => {
  checkListOptions(options, records.settings);
  await assertOutcomeMeant(records, options.outcome);
  const filter = await toFilter(records, options);
  const limit = options.limit ?? LIMIT;
  const { runs } = records.store;
  const [rows, total] = await Promise.all([runs.list({ ...filter, limit }), runs.count(filter)]);
  return { runs: rows, more: Math.max(0, total - rows.length) };
};

const toFilter = async (records: RecordContext, options: ListRunsOptions): Promise<RunFilter> => {
  const { case: ofCase, customer, limit: _limit, ...same } = options;
  return {
    ...same,
    ...(ofCase === undefined ? {} : { caseId: await knownCase(records.store, ofCase) }),
    ...(customer === undefined ? {} : { customerRef: await customerRefOf(records, customer) }),
  };
};

/** Agents name their outcomes themselves, so that one of which nobody heard may yet come; one that is nearly another was mistyped. */
const assertOutcomeMeant = async ({ store }: RecordContext, outcome: string | undefined): Promise<void> => {
  if (outcome === undefined) return;
  const known = await store.db.read(listOutcomes);
  if (known.includes(outcome) || nearestName(outcome, known) === undefined) return;
  throw wrongName('--outcome', outcome, known);
};

const assertOneOf = (flag: string, value: string | undefined, known: readonly string[]): void => {
  if (value !== undefined && !known.includes(value)) throw wrongName(flag, value, known);
};

const assertText = (flag: string, value: string | undefined): void => {
  // What was typed may be anybody's address: its length is told, and not itself.
  if (value !== undefined && (value.trim() === '' || value.length > CHARS_MAX))
    throw new ClientError('USAGE', 2, `${flag}: expected 1 to ${CHARS_MAX} characters, got ${value.length}`);
};

const wrongName = (flag: string, value: string, known: readonly string[]): ClientError => {
  const near = nearestName(value, known);
  const words = `${flag}: expected ${known.join(', ')}, got ${JSON.stringify(value)}`;
  return new ClientError('USAGE', 2, near === undefined ? words : `${words}; did you mean ${near}?`);
};

const usage = (flag: string, expected: string, got: unknown): ClientError =>
  new ClientError('USAGE', 2, `${flag}: expected ${expected}, got ${JSON.stringify(got)}`);
