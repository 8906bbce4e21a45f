// Follows a run: every move as it is recorded, once a step and before each wait, and between two records where the run says it is. Ends
// when the run ended, parked, or waits for a person; and when Temporal closed the workflow and the record says otherwise.
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunRow } from '../../stores/store-port';
import type { RunStatusView } from '../../workflows/messages';
import { assertOptions } from '../check-options';
import type { ClientContext } from '../client-context';
import { watchShape } from '../option-shapes';
import { describeRun, findRun, queryRun, type ExecutionStatus } from '../run-status';
import { isCurrent, reportOf, settledStatuses, type RunReport } from '../wait-for-run';
import { moveOf, type TimelineMove } from './read-timeline';
import { readBeginning, type WatchBegin } from './watch-beginning';

export type { WatchBegin } from './watch-beginning';

/** Where the run is between two records, as it says itself. */
export interface WatchPlace {
  readonly kind: 'at';
  readonly atMs: number;
  readonly node: string;
  readonly step: number;
  readonly move: number;
  readonly remainingMs: number;
  readonly tokens: RunStatusView['tokens'];
}

/** No worker answers for a run that should go on: said once. */
export interface WatchSilence {
  readonly kind: 'noAnswer';
  readonly atMs: number;
}

/** It waits for a person. Without `follow` the end comes next. */
export interface WatchWait {
  readonly kind: 'waits';
  readonly atMs: number;
  readonly waitingKind: string | null;
  readonly reviewId: string | null;
  readonly dueMs: number | null;
}

/** The last event. `closed`: on Temporal the workflow is `closedAs` (or unknown there), whatever the record says. */
export interface WatchEnd {
  readonly kind: 'end';
  readonly atMs: number;
  readonly why: 'ended' | 'waits' | 'parked' | 'closed';
  readonly closedAs: string | null;
  readonly report: RunReport;
}

/** What watching tells, named by its `kind`; `begin` comes first, `end` last. */
export type WatchEvent = WatchBegin | TimelineMove | WatchPlace | WatchSilence | WatchWait | WatchEnd;

/** How far a run is watched. */
export interface WatchOptions {
  /** Goes on through waits for a person; a park ends it all the same. */
  readonly follow?: boolean;
  /** Ends the watching, quietly; the run goes on. */
  readonly signal?: AbortSignal;
}

const LOOK_EVERY_MS = 200;
/** Between two questions to the run or to Temporal. */
const ASK_EVERY_MS = 1_000;
const ANSWER_MS = 2_000;
/** A claimed turn that Temporal does not know yet may be on its way. */
const STARTING_MS = 30_000;
/** Temporal closes a workflow a moment after its last record. */
const CLOSED_LOOKS = 2;

interface Watching {
  readonly told: Set<number>;
  uptoMove: number;
  askedAtMs: number;
  lookedAtMs: number;
  closedLooks: number;
  place: string;
  wait: string;
  silent: boolean;
}

/** Refuses with RUN_NOT_FOUND. */
export async function* watchRun(
  context: ClientContext,
  turnKey: string,
  options: WatchOptions = {},
): AsyncGenerator<WatchEvent, void, undefined> {
  assertOptions('watch', watchShape, options);
  const { follow = false, signal } = options;
  const seen: Watching = {
    told: new Set(),
    uptoMove: -1,
    askedAtMs: 0,
    lookedAtMs: 0,
    closedLooks: 0,
    place: '',
    wait: '',
    silent: false,
  };
  yield await readBeginning(context, await findRun(context, turnKey));
  while (signal?.aborted !== true) {
    const row = await findRun(context, turnKey);
    const moves = await newMoves(context, row, seen);
    yield* moves;
    const wait = newWait(row, seen);
    const end = await endOf(context, row, { seen, follow });
    if (wait !== null && (end === null || end.why === 'waits')) yield wait;
    if (end !== null) return yield end;
    if (moves.length === 0) yield* await askRun(context, row, seen);
    await pause(signal);
  }
}

const pause = async (signal: AbortSignal | undefined): Promise<void> => {
  // An aborted pause is no failure: whoever watches asked for the end.
  await sleep(LOOK_EVERY_MS, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
};

/** Rows are read only when the run's own row says that there is something new. */
const newMoves = async ({ store }: ClientContext, row: RunRow, seen: Watching): Promise<readonly TimelineMove[]> => {
  if (row.uptoMove === seen.uptoMove) return [];
  const steps = await store.runs.steps(row.workflowId);
  const fresh = steps.flatMap(({ moves }) => moves).filter(({ move }) => !seen.told.has(move));
  fresh.forEach(({ move }) => seen.told.add(move));
  seen.uptoMove = row.uptoMove;
  return fresh.map(moveOf);
};

const newWait = (row: RunRow, seen: Watching): WatchWait | null => {
  const { status, waitingKind, reviewId, waitingSinceMs, dueMs } = row;
  const wait = status === 'interrupted' ? `${reviewId ?? ''} ${waitingSinceMs ?? ''}` : '';
  if (wait === seen.wait) return null;
  seen.wait = wait;
  return wait === '' ? null : { kind: 'waits', atMs: Date.now(), waitingKind, reviewId, dueMs };
};

const endOf = async (
  context: ClientContext,
  row: RunRow,
  { seen, follow }: { readonly seen: Watching; readonly follow: boolean },
): Promise<WatchEnd | null> => {
  const end = async (why: WatchEnd['why'], closedAs: string | null = null): Promise<WatchEnd> => ({
    ...{ kind: 'end', atMs: Date.now(), why, closedAs },
    report: await reportOf(context, row, false),
  });
  if (row.status === 'completed' || row.status === 'aborted') return end('ended');
  const closedAs = await closedAsOf(context, row, seen);
  if (closedAs !== null) return end('closed', closedAs);
  // Closed as it seems: nothing waits there, and the next look says it for sure.
  if (seen.closedLooks > 0) return null;
  if (!settledStatuses.has(row.status) || !(await isCurrent(context, row))) return null;
  if (row.status !== 'interrupted') return end('parked');
  return follow ? null : end('waits');
};

/** What Temporal calls a workflow that the record holds to be open; null while it runs, or as long as that is not sure. */
const closedAsOf = async (context: ClientContext, row: RunRow, seen: Watching): Promise<string | null> => {
  if (Date.now() - seen.lookedAtMs < ASK_EVERY_MS) return null;
  const execution = await describeRun(context, row.workflowId);
  seen.lookedAtMs = Date.now();
  seen.closedLooks = isOpen(execution, row) ? 0 : seen.closedLooks + 1;
  return seen.closedLooks < CLOSED_LOOKS ? null : (execution?.name ?? 'unknown');
};

const isOpen = (execution: ExecutionStatus | null, row: RunRow): boolean =>
  execution === null
    ? row.status === 'starting' && Date.now() - row.startedMs < STARTING_MS
    : execution.name === 'RUNNING';

/** Where it is now, when that is news; only a running run is asked. */
const askRun = async (
  context: ClientContext,
  row: RunRow,
  seen: Watching,
): Promise<readonly (WatchPlace | WatchSilence)[]> => {
  const isDue = Date.now() - seen.askedAtMs >= ASK_EVERY_MS && seen.closedLooks === 0;
  if (!isDue || (row.status !== 'running' && row.status !== 'starting')) return [];
  const view = await queryRun(context, row.workflowId, ANSWER_MS);
  seen.askedAtMs = Date.now();
  return view === null ? silenceOf(seen) : placeOf(view, seen);
};

const silenceOf = (seen: Watching): readonly WatchSilence[] => {
  if (seen.silent) return [];
  seen.silent = true;
  return [{ kind: 'noAnswer', atMs: Date.now() }];
};

const placeOf = (view: RunStatusView, seen: Watching): readonly WatchPlace[] => {
  seen.silent = false;
  const { node, step, move, remainingMs, tokens, status } = view;
  const place = `${step} ${node} ${move}`;
  if (status !== 'running' || place === seen.place || move < seen.uptoMove) return [];
  seen.place = place;
  return [{ kind: 'at', atMs: Date.now(), node, step, move, remainingMs, tokens }];
};
