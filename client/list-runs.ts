// Which runs there are. A filter that names nothing that exists is refused with the nearest name: an empty list would look like an answer.
import { nearestName } from '../core/kernel/nearest-name';
import { listOutcomes } from '../stores/run-list';
import type { RunFilter, RunRow } from '../stores/store-port';
import { assertOptions } from './check-options';
import { checkListOptions, wrongName, type ListRunsOptions } from './check-list-options';
import type { RecordContext } from './client-context';
import { customerRefOf } from './customer-runs';
import { knownCase } from './known-case';
import { listShape } from './option-shapes';

/** Runs that were found. */
export interface RunList {
  /** Newest first: ids, codes and figures, nobody's words. */
  readonly runs: readonly RunRow[];
  /** How many more there are than were asked for. */
  readonly more: number;
}

const LIMIT = 50;
/** Runs that every given part fits, newest first. */
export const listRuns = async (records: RecordContext, options: ListRunsOptions = {}): Promise<RunList> => {
  assertOptions('list', listShape, options);
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
