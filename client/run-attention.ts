// "Which runs need attention, and why?" from what was recorded and, where a server answers, from what Temporal says of the open ones.
// Everything recorded is looked at; of Temporal a bounded number of runs, those first that its list of open ones does not hold.
import type { Client } from '@temporalio/client';
import { listHolds, type Hold } from '../stores/holds';
import { selectEffectsOfUnknownEnd, type OpenEffect } from '../stores/open-effects';
import { selectOpenRuns, selectStatuses, type OpenRun } from '../stores/run-list';
import { byUrgency, judgeAttention, type AttentionRun, type ServerFacts } from './attention-reasons';
import { findReviewRows } from '../stores/review-rows';
import type { ReviewRow } from '../stores/store-port';
import type { RecordContext } from './client-context';
import { mapAtOnce } from './map-at-once';
import { queryRun } from './run-status';
import { countTurnPollers } from './turn-pollers';
import { describeServerRun, listServerRuns, readTaskFailure, turnQueueOf } from './server-runs';

/** Which runs need a person, and what was looked at. */
export interface AttentionReport {
  /** The most urgent first; one entry a run. */
  readonly runs: readonly AttentionRun[];
  /** What is held now, whether or not a run waits for it. */
  readonly holds: readonly Hold[];
  readonly checked: {
    /** false: no server was asked, and only what was recorded is told. */
    readonly server: boolean;
    /** Runs that have not ended, by the registry. */
    readonly openRuns: number;
    /** Of these, how many Temporal was asked about one by one. */
    readonly described: number;
  };
}

const DESCRIBED_MAX = 500;
const AT_ONCE = 16;

interface Recorded {
  readonly nowMs: number;
  readonly open: readonly OpenRun[];
  readonly effects: readonly OpenEffect[];
  readonly holds: readonly Hold[];
  readonly reviews: readonly ReviewRow[];
}

/** Without `temporal`: from what was recorded alone. Changes nothing. */
export const findAttention = async (records: RecordContext, temporal?: Client): Promise<AttentionReport> => {
  const recorded = await readRecorded(records);
  if (temporal === undefined) return report(recorded, undefined);
  const server = await askServer(records, temporal, recorded.open);
  const open = await stillOpen(records, recorded.open, server);
  return report({ ...recorded, open }, server);
};

const report = (recorded: Recorded, server: ReadonlyMap<string, ServerFacts> | undefined): AttentionReport => ({
  runs: judgeAll(recorded, server ?? new Map()),
  holds: recorded.holds,
  checked: { server: server !== undefined, openRuns: recorded.open.length, described: server?.size ?? 0 },
});

/** A run that ended, and was recorded so, while Temporal was asked is closed there in good order. */
const stillOpen = async (
  { store }: RecordContext,
  open: readonly OpenRun[],
  server: ReadonlyMap<string, ServerFacts>,
): Promise<readonly OpenRun[]> => {
  const closed = [...server].filter(([, { kind }]) => kind === 'closed' || kind === 'gone').map(([key]) => key);
  const now = await store.db.read((query) => selectStatuses(query, closed));
  const hasEnded = (key: string): boolean => now.get(key) === 'completed' || now.get(key) === 'aborted';
  return open.filter(({ workflowId }) => !hasEnded(workflowId));
};

const readRecorded = async ({ store }: RecordContext): Promise<Recorded> =>
  store.db.read(async (query) => {
    const nowMs = await store.db.nowMs(query);
    const effects = await selectEffectsOfUnknownEnd(query, nowMs);
    const reviews = await findReviewRows(query, { state: 'pending' });
    return { nowMs, effects, reviews, open: await selectOpenRuns(query), holds: await listHolds(query) };
  });

const judgeAll = (
  { nowMs, open, effects, holds, reviews }: Recorded,
  server: ReadonlyMap<string, ServerFacts>,
): readonly AttentionRun[] => {
  // Oldest last in the map's making, so that of several entries of a run the oldest stands.
  const effectOf = new Map([...effects].reverse().map((effect) => [effect.turnKey, effect]));
  const holdOf = (agent: string): Hold | null =>
    holds.find(({ scope }) => scope === 'all' || scope === `agent:${agent}`) ?? null;
  const reviewOf = new Map(reviews.map((review) => [review.reviewId, review]));
  const ofOpen = open.map((run) =>
    judgeAttention(
      {
        run,
        turnKey: run.workflowId,
        effect: effectOf.get(run.workflowId) ?? null,
        hold: holdOf(run.agent),
        review: reviewOf.get(run.reviewId ?? '') ?? null,
        server: server.get(run.workflowId) ?? { kind: 'unasked' },
      },
      nowMs,
    ),
  );
  const openKeys = new Set(open.map(({ workflowId }) => workflowId));
  const ofEnded = [...effectOf.values()]
    .filter(({ turnKey }) => !openKeys.has(turnKey))
    .map((effect) =>
      judgeAttention(
        { run: null, turnKey: effect.turnKey, effect, hold: null, review: null, server: { kind: 'unasked' } },
        nowMs,
      ),
    );
  return [...ofOpen, ...ofEnded].filter((one) => one !== null).sort(byUrgency);
};

const askServer = async (
  { settings }: RecordContext,
  temporal: Client,
  open: readonly OpenRun[],
): Promise<ReadonlyMap<string, ServerFacts>> => {
  const taskQueue = turnQueueOf(settings);
  const listed = new Set((await listServerRuns(temporal, { taskQueue, which: 'open' })).map((run) => run.workflowId));
  const pollers = await countTurnPollers(temporal, taskQueue);
  const asked = [...open].sort((one, other) => rank(one, listed) - rank(other, listed)).slice(0, DESCRIBED_MAX);
  const facts = await mapAtOnce(asked, AT_ONCE, async (run) => {
    return [run.workflowId, await factsOf(temporal, run, pollers !== 0)] as const;
  });
  return new Map(facts);
};

/** What is not open on Temporal any more, then what should get on by itself, then what waits for a person. */
const rank = ({ workflowId, status }: OpenRun, listed: ReadonlySet<string>): number => {
  if (!listed.has(workflowId)) return 0;
  return status === 'running' || status === 'starting' ? 1 : 2;
};

const factsOf = async (temporal: Client, run: OpenRun, polled: boolean): Promise<ServerFacts> => {
  const { workflowId } = run;
  const described = await describeServerRun(temporal, workflowId);
  if (described === null) return { kind: 'gone' };
  const { status, taskAttempt, taskWaitsSinceMs, waitingFor } = described;
  if (status !== 'RUNNING') return { kind: 'closed', status };
  const taskFailure = taskAttempt > 1 ? await readTaskFailure(temporal, workflowId) : null;
  const movesMoneyNext = waitingFor === 'money' || (polled && (await isApprovedWhileParked(temporal, run)));
  return { kind: 'open', taskAttempt, taskFailure, taskWaitsSinceMs, polled, movesMoneyNext };
};

const ANSWER_MS = 2_000;

/** A stopped run takes an approval and records nothing of it: it says itself that what comes next moves money. */
const isApprovedWhileParked = async (
  temporal: Client,
  { workflowId, status, waitingKind }: OpenRun,
): Promise<boolean> => {
  const isParked = status === 'cancelled' || status === 'failed_resumable';
  if (!isParked || waitingKind !== 'review') return false;
  return (await queryRun({ temporal }, workflowId, ANSWER_MS))?.movesMoneyNext === true;
};
