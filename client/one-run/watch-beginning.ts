// The first thing that is told of a watched run: which model, what it may spend, and until when.
import type { RunRow } from '../../stores/store-port';
import type { RunStatusView } from '../../workflows/messages';
import type { RunState } from '../../core/moves/run-state';
import type { ClientContext } from '../client-context';
import { describeRun, queryRun } from '../run-status';
import { foldDeltas } from './fold-deltas';

/** The first event: model, budget and deadline. */
export interface WatchBegin {
  readonly kind: 'begin';
  readonly atMs: number;
  readonly turnKey: string;
  readonly modelLabel: string;
  readonly status: string;
  /** null where neither the run nor its record tells. */
  readonly tokensMax: number | null;
  /** Millionths of a US dollar. */
  readonly costMicroMax: number | null;
  /** Working time left; null where neither the run nor its record tells. */
  readonly remainingMs: number | null;
  /** When that is used up; null while the clock stands still. */
  readonly deadlineAtMs: number | null;
}

const ANSWER_MS = 3_000;

/** From the run itself where it answers, else from what was recorded. */
export const readBeginning = async (context: ClientContext, row: RunRow): Promise<WatchBegin> => {
  const execution = await describeRun(context, row.workflowId);
  const view = execution?.name === 'RUNNING' ? await queryRun(context, row.workflowId, ANSWER_MS) : null;
  const state = foldDeltas(await context.store.runs.steps(row.workflowId));
  const atMs = Date.now();
  return {
    kind: 'begin',
    atMs,
    turnKey: row.workflowId,
    modelLabel: row.modelLabel,
    status: view?.status ?? row.status,
    ...budgetOf(view, state),
    ...timeOf(view, state, atMs),
  };
};

/** The clock runs while the run does; a wait and a park let it stand. */
const timeOf = (
  view: RunStatusView | null,
  state: RunState | null,
  atMs: number,
): Pick<WatchBegin, 'remainingMs' | 'deadlineAtMs'> => {
  const remainingMs = view?.remainingMs ?? state?.loop.clock.remainingMs ?? null;
  return { remainingMs, deadlineAtMs: view?.status === 'running' ? atMs + view.remainingMs : null };
};

const budgetOf = (
  view: RunStatusView | null,
  state: RunState | null,
): Pick<WatchBegin, 'tokensMax' | 'costMicroMax'> => ({
  tokensMax: view?.tokens.limit ?? state?.loop.limits.tokensMax ?? null,
  costMicroMax: view?.costMicro?.limit ?? state?.loop.limits.costMicroMax ?? null,
});
