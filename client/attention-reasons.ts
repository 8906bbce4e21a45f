// Why a run needs a person. One list of rules, the most urgent first: what is late, what may have moved money without anybody knowing,
// what will never go on by itself, then what waits in good order. A run stands under the first that fits; the others are named beside it.
import { fromMinor } from '../core/kernel/money';
import type { Hold } from '../stores/holds';
import type { OpenEffect } from '../stores/open-effects';
import type { OpenRun } from '../stores/run-list';
import type { ReviewRow } from '../stores/store-port';
import { ageWords, instantWords } from './time-words';

export const attentionReasons = [
  'reviewOverdue',
  'effectUnknown',
  'workflowClosed',
  'workflowGone',
  'workflowTaskFailing',
  'noWorker',
  'notStarted',
  'effectsHeld',
  'reviewWaiting',
  'parkedLong',
  'moneyWaits',
  'failedResumable',
  'stopped',
] as const;
export type AttentionReason = (typeof attentionReasons)[number];

/** What Temporal says of the run; `unasked` where no server was asked. */
export type ServerFacts =
  | { readonly kind: 'unasked' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'closed'; readonly status: string }
  | {
      readonly kind: 'open';
      readonly taskAttempt: number;
      readonly taskFailure: string | null;
      readonly taskWaitsSinceMs: number | null;
      /** Somebody polls its queue. */
      readonly polled: boolean;
      /** It is parked, and what comes next moves money: an approval that came meanwhile is recorded at its resume only. */
      readonly movesMoneyNext: boolean;
    };

export interface RunFacts {
  /** Null for a run that has ended: only what it left open is looked at. */
  readonly run: OpenRun | null;
  readonly turnKey: string;
  readonly effect: OpenEffect | null;
  /** What holds effects of its agent. */
  readonly hold: Hold | null;
  /** What it waits for, as the review's row tells it. */
  readonly review: ReviewRow | null;
  readonly server: ServerFacts;
}

/** A run that needs a person. */
export interface AttentionRun {
  readonly turnKey: string;
  readonly reason: AttentionReason;
  /** One sentence of ids, codes, figures and times; nobody's words. */
  readonly words: string;
  readonly sinceMs: number;
  readonly dueMs: number | null;
  /** The command that helps. */
  readonly next: string;
  /** What else is so, less urgent. */
  readonly also: readonly AttentionReason[];
}

interface Found {
  readonly words: string;
  readonly sinceMs: number;
  readonly dueMs?: number;
  readonly next: string;
}

type Rule = (facts: RunFacts & { readonly run: OpenRun }, nowMs: number) => Found | null;

const DAY_MS = 86_400_000;
const PARKED_LONG_MS = 30 * DAY_MS;
/** A start writes its row first and the workflow a moment later. */
const STARTING_MS = 60_000;
const STARTING_WITHOUT_WORKFLOW_MS = 10_000;
/** A task is taken up within a second; whoever restarts a worker needs some more. */
const UNTAKEN_MS = 10_000;

const reviewCommand = ({ reviewId, workflowId }: OpenRun): string =>
  reviewId === null ? `turnkeep run show ${workflowId}` : `turnkeep review show ${reviewId}`;

const isParked = ({ status }: OpenRun): boolean => status === 'cancelled' || status === 'failed_resumable';

const waitsForReview = ({ status, waitingKind }: OpenRun): boolean =>
  status === 'interrupted' && waitingKind === 'review';

/** What a person is asked for: the act, its amount and the rule that asks. */
const askedWords = ({ run, review }: Pick<RunFacts, 'run' | 'review'>): string => {
  if (review === null) return `review ${run?.reviewId ?? '?'}`;
  const { reviewId, tool, rule, amountMinor, currency } = review;
  const money = amountMinor === null || currency === null ? '' : ` of ${currency} ${fromMinor(amountMinor, currency)}`;
  return `review ${reviewId}: ${tool}${money}, asked by rule ${rule}`;
};

const reviewOverdue: Rule = ({ run, review }, nowMs) =>
  waitsForReview(run) && run.dueMs !== null && run.dueMs < nowMs
    ? {
        words: `${askedWords({ run, review })}; it was due ${instantWords(run.dueMs)} (${ageWords(nowMs - run.dueMs)} ago) and nobody has decided`,
        sinceMs: run.waitingSinceMs ?? run.recordedMs,
        dueMs: run.dueMs,
        next: reviewCommand(run),
      }
    : null;

const effectUnknown = ({ effect }: RunFacts, nowMs: number): Found | null =>
  effect === null
    ? null
    : {
        words: `whether ${effect.tool} was done is not known (entry ${effect.effectKey.slice(0, 16)}, ${effect.state} for ${ageWords(nowMs - effect.changedMs)}): the outside system must be asked`,
        sinceMs: effect.changedMs,
        next: 'turnkeep effects reconcile',
      };

const closedWords = (status: string): string =>
  status === 'COMPLETED'
    ? 'its end was not recorded here, as in a store that is an older copy'
    : 'it was ended outside Turnkeep and goes on no more';

const workflowClosed: Rule = ({ run, server }) =>
  server.kind === 'closed'
    ? {
        words: `Temporal says ${server.status}, the registry says ${run.status}: ${closedWords(server.status)}`,
        sinceMs: sinceOf(run),
        next: 'turnkeep run reconcile',
      }
    : null;

const workflowGone: Rule = ({ run, server }) =>
  server.kind === 'gone' && run.status !== 'starting'
    ? {
        words: `the registry says ${run.status}, and Temporal knows no such workflow: deleted, past its retention, or of another server or namespace`,
        sinceMs: sinceOf(run),
        next: 'turnkeep run reconcile',
      }
    : null;

const workflowTaskFailing: Rule = ({ run, server }) =>
  server.kind === 'open' && server.taskAttempt > 1
    ? {
        words: `its workflow task fails again and again (attempt ${server.taskAttempt}${server.taskFailure === null ? '' : `, ${server.taskFailure}`}): the worker's stderr says why`,
        sinceMs: sinceOf(run),
        next: 'turnkeep doctor',
      }
    : null;

const noWorker: Rule = ({ run, server }, nowMs) => {
  if (server.kind !== 'open') return null;
  const { taskWaitsSinceMs, polled } = server;
  const isUntaken = taskWaitsSinceMs !== null && nowMs - taskWaitsSinceMs > UNTAKEN_MS;
  const isIdle = !polled && (run.status === 'running' || run.status === 'starting');
  if (!isUntaken && !isIdle) return null;
  const sinceMs = taskWaitsSinceMs ?? sinceOf(run);
  const words = isUntaken
    ? `no worker answers: what it has to do next waits for ${ageWords(nowMs - sinceMs)} already`
    : 'no worker answers: nobody polls the task queue of the turns';
  return { words, sinceMs, next: 'turnkeep doctor' };
};

const notStarted: Rule = ({ run, server }, nowMs) => {
  const ageMs = nowMs - run.startedMs;
  const isLost = server.kind === 'gone' && ageMs > STARTING_WITHOUT_WORKFLOW_MS;
  const isStale = server.kind === 'unasked' && ageMs > STARTING_MS;
  if (run.status !== 'starting' || !(isLost || isStale)) return null;
  const seen = isLost ? 'has no workflow' : 'no step of it was recorded';
  return {
    words: `was claimed ${ageWords(ageMs)} ago and ${seen}: start it again with the same request id, or end it`,
    sinceMs: run.startedMs,
    next: `turnkeep run abort ${run.workflowId} --reason T`,
  };
};

const effectsHeld: Rule = ({ run, hold, review }) => {
  if (hold === null || !waitsForReview(run)) return null;
  const scope = hold.scope === 'all' ? '--all' : `--agent ${run.agent}`;
  return {
    words: `waits for ${askedWords({ run, review })}, and ${hold.by} holds effects of ${hold.scope === 'all' ? 'all agents' : run.agent} since ${instantWords(hold.atMs)}: an approval now is refused`,
    sinceMs: run.waitingSinceMs ?? run.recordedMs,
    ...(run.dueMs === null ? {} : { dueMs: run.dueMs }),
    next: `turnkeep effects release ${scope} --reason CODE --as NAME`,
  };
};

const reviewWaiting: Rule = ({ run, review }, nowMs) =>
  waitsForReview(run)
    ? {
        words: `waits for a person: ${askedWords({ run, review })}${run.dueMs === null ? '' : `, due ${instantWords(run.dueMs)} (in ${ageWords(run.dueMs - nowMs)})`}`,
        sinceMs: run.waitingSinceMs ?? run.recordedMs,
        ...(run.dueMs === null ? {} : { dueMs: run.dueMs }),
        next: reviewCommand(run),
      }
    : null;

type AskedRun = Pick<RunFacts, 'server'> & { readonly run: OpenRun };

const isMoneyNext = ({ run, server }: AskedRun): boolean =>
  run.waitingKind === 'money' || (server.kind === 'open' && server.movesMoneyNext);

const resumeCommand = (of: AskedRun): string =>
  `turnkeep run resume ${of.run.workflowId}${isMoneyNext(of) ? ' --money --as NAME' : ''}`;

const parkWords = (run: OpenRun): string => {
  const at = run.stoppedAt === null ? '' : ` at ${run.stoppedAt}`;
  return run.status === 'failed_resumable' ? `failed${at} (${run.cause ?? 'no cause recorded'})` : `was stopped${at}`;
};

const parkedLong: Rule = ({ run }, nowMs) =>
  isParked(run) && nowMs - sinceOf(run) > PARKED_LONG_MS
    ? {
        words: `has been parked for ${ageWords(nowMs - sinceOf(run))}: it ${parkWords(run)}; resume it, or end it`,
        sinceMs: sinceOf(run),
        next: `turnkeep run abort ${run.workflowId} --reason T`,
      }
    : null;

const moneyWaits: Rule = ({ run, server, review }) =>
  isParked(run) && isMoneyNext({ run, server })
    ? {
        words: `${parkWords(run)}, and what comes next moves money${review === null ? '' : ` (${askedWords({ run, review })}; it is approved)`}: only a named person resumes it`,
        sinceMs: sinceOf(run),
        next: resumeCommand({ run, server }),
      }
    : null;

const failedResumable: Rule = ({ run, server }) =>
  run.status === 'failed_resumable'
    ? {
        words: `${parkWords(run)}; once the cause is mended it can be resumed`,
        sinceMs: sinceOf(run),
        next: resumeCommand({ run, server }),
      }
    : null;

const stopped: Rule = ({ run, server }) =>
  run.status === 'cancelled'
    ? {
        words: `${parkWords(run)} and keeps its state`,
        sinceMs: sinceOf(run),
        next: resumeCommand({ run, server }),
      }
    : null;

/** The newest record: of a parked or waiting run, the moment it parked or began to wait. */
const sinceOf = ({ recordedMs, startedMs }: OpenRun): number => (recordedMs === 0 ? startedMs : recordedMs);

const rules: Readonly<Record<AttentionReason, Rule>> = {
  reviewOverdue,
  effectUnknown,
  workflowClosed,
  workflowGone,
  workflowTaskFailing,
  noWorker,
  notStarted,
  effectsHeld,
  reviewWaiting,
  parkedLong,
  moneyWaits,
  failedResumable,
  stopped,
};

const isOverdue = (run: OpenRun | null, nowMs: number): boolean => (run?.dueMs ?? nowMs) < nowMs;

/** Null where nothing asks for a person. */
export const judgeAttention = (facts: RunFacts, nowMs: number): AttentionRun | null => {
  const { run } = facts;
  const found = attentionReasons.flatMap((reason) => {
    // An overdue review waits as well: saying so twice helps nobody.
    if (reason === 'reviewWaiting' && isOverdue(run, nowMs)) return [];
    const one = run === null ? endedRule(reason, facts, nowMs) : rules[reason]({ ...facts, run }, nowMs);
    return one === null ? [] : [{ reason, ...one }];
  });
  const [main, ...others] = found;
  if (main === undefined) return null;
  const { reason, words, sinceMs, dueMs, next } = main;
  return {
    turnKey: facts.turnKey,
    reason,
    words,
    sinceMs,
    dueMs: dueMs ?? null,
    next,
    also: others.map((other) => other.reason),
  };
};

const endedRule = (reason: AttentionReason, facts: RunFacts, nowMs: number): Found | null =>
  reason === 'effectUnknown' ? effectUnknown(facts, nowMs) : null;

/** The most urgent first; of the same reason, what is due soonest, then what waits longest. */
export const byUrgency = (one: AttentionRun, other: AttentionRun): number =>
  attentionReasons.indexOf(one.reason) - attentionReasons.indexOf(other.reason) ||
  (one.dueMs ?? one.sinceMs) - (other.dueMs ?? other.sinceMs) ||
  (one.turnKey < other.turnKey ? -1 : 1);
