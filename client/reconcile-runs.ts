// The registry compared with what Temporal says, and what can be done about each difference. Only one is ever written: a run that was
// terminated outside Turnkeep is recorded as aborted, by a person who is named, and with what was done and what is open still in the
// ledger. Nothing is started, resumed or terminated here.
import type { JsonObject } from '../core/kernel/json';
import { assertOptions } from './check-options';
import { assertPerson, namedPerson } from './check-person';
import type { ClientContext } from './client-context';
import { concludeAbort, type StandingEffect } from './conclude-abort';
import { reconcileShape } from './option-shapes';
import { compareRuns, type Compared, type RunDifference } from './run-differences';
import { findRun, queryRun } from './run-status';
import { readTermination, turnQueueOf } from './server-runs';
import { countTurnPollers } from './turn-pollers';

/** The cause of a run that somebody ended without Turnkeep. */
export const TERMINATED_OUTSIDE = 'terminatedOutside';

/** What a comparison may record. */
export interface ReconcileOptions {
  /** Records what was terminated outside; else nothing is written. */
  readonly apply?: boolean;
  /** Who has it recorded; whom the client was opened as, or the settings' person, when left out. The system's user is none. */
  readonly by?: string;
}

/** One difference, and what was recorded of it. */
export interface ReconciledRun extends RunDifference {
  /** What it means, and what can be done. */
  readonly words: string;
  readonly next: readonly string[];
  /** It was recorded by this call. */
  readonly applied: boolean;
  /** Of a run that was recorded: every ledger entry of it; nothing of them was undone. */
  readonly effects: readonly StandingEffect[];
}

/** Where registry and Temporal differ. */
export interface ReconcileReport {
  readonly runs: readonly ReconciledRun[];
  readonly checked: Compared['checked'];
  readonly applied: number;
  /** Who had it recorded; null where nothing was to be. */
  readonly by: string | null;
}

/** Refuses with NEEDS_PERSON where something is to be recorded and nobody is named. */
export const reconcileRuns = async (
  context: ClientContext,
  options: ReconcileOptions = {},
): Promise<ReconcileReport> => {
  assertOptions('reconcile', reconcileShape, options);
  const { apply = false, by } = options;
  assertPerson('by', by);
  const person = apply ? namedPerson({ named: by ?? context.named }, toApply) : null;
  const { differences, checked } = await compareRuns(context, context.temporal);
  const runs: ReconciledRun[] = [];
  for (const difference of differences)
    runs.push(
      person !== null && isTerminated(difference)
        ? await recordTermination({ ...context, person }, difference)
        : { ...difference, ...explain(difference), applied: false, effects: [] },
    );
  return { runs, checked, applied: runs.filter(({ applied }) => applied).length, by: person };
};

const toApply = {
  what: 'run reconcile --apply',
  who: 'who has it recorded',
  next: 'turnkeep run reconcile --apply --as NAME',
};

const isTerminated = ({ kind, temporal }: RunDifference): boolean =>
  kind === 'closedOutside' && temporal === 'TERMINATED';

const REASON_CHARS_MAX = 500;

const recordTermination = async (context: ClientContext, difference: RunDifference): Promise<ReconciledRun> => {
  const { turnKey } = difference;
  const row = await findRun(context, turnKey);
  const { reason, identity } = await readTermination(context.temporal, turnKey);
  const by = identity === '' ? '' : ` by ${identity}`;
  const reached = await readReached(context, turnKey, row.uptoMove);
  const { recorded, effects } = await concludeAbort(context, row, {
    reason: `terminated outside Turnkeep${by}${reason === '' ? '' : `: ${reason}`}`.slice(0, REASON_CHARS_MAX),
    withoutStop: true,
    cause: TERMINATED_OUTSIDE,
    ...(reached === null ? {} : { reached }),
  });
  if (!recorded)
    return {
      ...difference,
      words: 'was terminated outside Turnkeep; somebody else recorded it at the same moment',
      next: [`turnkeep run show ${turnKey}`],
      applied: false,
      effects: [],
    };
  const open = effects.filter(({ state }) => state === 'unknown' || state === 'started').length;
  return {
    ...difference,
    words: `was terminated outside Turnkeep; it is recorded as aborted now, and nothing was undone${open === 0 ? '' : `; ${open} ledger entries stand open`}`,
    next: [`turnkeep run show ${turnKey}`, ...(open === 0 ? [] : ['turnkeep effects reconcile'])],
    applied: true,
    effects,
  };
};

const ANSWER_MS = 3_000;

/** A terminated run still says how far it had come, while a worker answers for it: beyond its last record nobody else knows. */
const readReached = async (context: ClientContext, turnKey: string, uptoMove: number): Promise<JsonObject | null> => {
  if ((await countTurnPollers(context.temporal, turnQueueOf(context.settings))) === 0) return null;
  const view = await queryRun(context, turnKey, ANSWER_MS);
  if (view === null || view.move <= uptoMove) return null;
  return { move: view.move, step: view.step, node: view.node, modelCalls: view.modelCalls };
};

type Explained = Pick<ReconciledRun, 'words' | 'next'>;

const abortOf = (turnKey: string): string => `turnkeep run abort ${turnKey} --reason T`;

/** A run that reached its own end is not to be called aborted: what the store lacks of it is another question. */
const explainClosed = (difference: RunDifference): Explained => {
  const { turnKey, temporal } = difference;
  if (isTerminated(difference))
    return {
      words: 'was terminated outside Turnkeep and goes on no more; it can be recorded as aborted',
      next: ['turnkeep run reconcile --apply --as NAME'],
    };
  if (temporal === 'COMPLETED')
    return {
      words: 'reached its end on Temporal, and the end was not recorded here, as in a store that is an older copy',
      next: ['turnkeep doctor', 'turnkeep effects reconcile --all --as NAME'],
    };
  return {
    words: `is ${temporal ?? 'closed'} on Temporal and goes on no more, unless it is reset there; end it here`,
    next: [`turnkeep run show ${turnKey}`, abortOf(turnKey)],
  };
};

const explanations: Readonly<Record<RunDifference['kind'], (difference: RunDifference) => Explained>> = {
  rowWithoutWorkflow: ({ turnKey, registry }) =>
    registry === 'starting'
      ? {
          words:
            'was claimed and never started: the same start again where it had a --request-id; else end it and start the turn anew',
          next: [abortOf(turnKey)],
        }
      : {
          words:
            'Temporal knows no such workflow: deleted, past its retention, or of another server or namespace. It goes on no more; where the address is right, end it',
          next: ['turnkeep doctor', abortOf(turnKey)],
        },
  workflowWithoutRow: ({ turnKey, temporal }) =>
    temporal === 'RUNNING'
      ? {
          words:
            'runs on Temporal and has no row here: the store is an older copy, or another deployment shares the queue. Its next record brings the row back',
          next: ['turnkeep doctor', 'turnkeep effects reconcile --all --as NAME'],
        }
      : {
          words:
            'ended on Temporal and has no row here: the store is an older copy, or another deployment shares the queue',
          next: ['turnkeep effects reconcile --all --as NAME', `temporal workflow show -w ${turnKey}`],
        },
  closedOutside: explainClosed,
  statusDiffers: ({ turnKey, registry }) =>
    registry === 'aborted'
      ? {
          words: 'was recorded as aborted and not terminated yet: the same abort again ends it',
          next: [abortOf(turnKey)],
        }
      : {
          words: 'the newest record has not arrived, or the store is an older copy; the run itself counts',
          next: [`turnkeep run show ${turnKey}`, 'turnkeep doctor'],
        },
};

const explain = (difference: RunDifference): Explained => explanations[difference.kind](difference);
