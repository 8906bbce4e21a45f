// The client: starts turns, decides reviews, stops, resumes and aborts runs, asks and watches how they stand, reads what is recorded of
// them. The command line is built on it. Words go to the transcript store first; what reaches Temporal is an address.
import { openStore } from '../stores/open-store';
import { createCaseSealer } from '../stores/case-sealer';
import { isNeverStarted } from '../stores/store-traces';
import { connect, connectClient } from '../temporal-config/connection';
import { createDataConverter } from '../temporal-config/data-converter';
import { createPayloadCodec } from '../temporal-config/payload-codec';
import { serverAddress } from '../temporal-config/server-address';
import type { Settings } from '../temporal-config/settings';
import { abortRun, type AbortReport } from './abort-run';
import { assertOptions } from './check-options';
import { actorOf, type ClientContext, type RecordContext } from './client-context';
import { findAttention } from './run-attention';
import {
  decideReview,
  prepareDecision,
  type DecideOptions,
  type DecideReport,
  type PreparedDecision,
} from './decide-review';
import { editReview, type EditOptions, type EditReport } from './edit-review';
import { holdAgents, releaseAgents, type HoldOptions, type HoldReport } from './effect-holds';
import { createGate, type Gate } from './gate';
import { readLiveEvidence } from './live-evidence';
import { askShape, openShape } from './option-shapes';
import { reconcileRuns, type ReconcileOptions, type ReconcileReport } from './reconcile-runs';
import { readRunStatus, type LiveStatus } from './run-status';
import { resumeRun, type ResumeOptions, type ResumeReport } from './resume-run';
import { startTurn, type StartedTurn, type StartOptions } from './start-turn';
import { sendMessage, type MessageReport } from './send-message';
import { watchRun, type WatchEvent, type WatchOptions } from './one-run/watch-run';
import { createRunReader, reviewNamed, runNamed, type ReviewReader, type RunReader } from './run-reader';
import { stopRun, type StopReport } from './stop-run';
import { waitForRun, type RunReport, type WaitOptions } from './wait-for-run';

/** A question to the agent about what it asks for. */
export interface AskOptions {
  readonly reviewId: string;
  /** In words, at most 2,000 characters: the agent gets them as the result of its call. */
  readonly question: string;
  /** A code of a-z, 0-9, dot, dash; `question` when left out. */
  readonly reasonCode?: string;
  /** The round the person looked at; the current one when left out. */
  readonly round?: number;
  /** Where the person was asked, as recorded. */
  readonly surface?: string;
}

/** Reviews, read and decided. A decision counts once: the first in the order the run got them. */
export interface ReviewClient extends ReviewReader {
  /** Approves, rejects or asks. Money is approved by its exact amount. Refuses with ALREADY_DECIDED, STALE_ROUND, WRONG_AMOUNT and others. */
  decide(options: DecideOptions): Promise<DecideReport>;
  /** A decision as `decide` would send it, checked and signed alike; nothing is sent, so nothing is decided. */
  prepare(options: DecideOptions): Promise<PreparedDecision>;
  /** Changes what is asked for; the changed action waits in a round of its own. */
  edit(options: EditOptions): Promise<EditReport>;
  /** Decides nothing: the action is closed with the question, and may be proposed again. */
  ask(options: AskOptions): Promise<DecideReport>;
}

/** Refusals are ClientError: `code` says which, `exit` how the command line ends with it, `next` which commands help. */
export interface TurnkeepClient extends RunReader {
  /** Store, settings and Temporal client, for what this interface has no word for. */
  readonly context: ClientContext;
  readonly review: ReviewClient;
  /** Starts a turn; the same `requestId` again is the same turn. */
  start(options: StartOptions): Promise<StartedTurn>;
  /** Returns when the run ended, waits for a person, or parked; after `timeoutMs` with `timedOut`. */
  wait(turnKey: string, options?: WaitOptions): Promise<RunReport>;
  /** Every move as it is recorded; the last event is `end`. */
  watch(turnKey: string, options?: WatchOptions): AsyncGenerator<WatchEvent, void, undefined>;
  /** The record beside what Temporal and the run itself say now. */
  status(turnKey: string): Promise<LiveStatus>;
  /**
   * Where the registry and Temporal differ. With `apply` a run that was terminated outside is recorded as aborted by the person it names;
   * nothing is ever started, resumed or terminated. Again: the same, and nothing is recorded twice.
   */
  reconcile(options?: ReconcileOptions): Promise<ReconcileReport>;
  /** The same as `review.decide`. */
  decide(options: DecideOptions): Promise<DecideReport>;
  /** A further message of the customer to a running turn; the same `requestId` again is the same message. */
  sendMessage(turnKey: string, text: string, requestId?: string): Promise<MessageReport>;
  /** The same as `review.edit`. */
  edit(options: EditOptions): Promise<EditReport>;
  /** The run parks with its whole state and can be resumed. */
  stop(turnKey: string, reason: string): Promise<StopReport>;
  /** Only the unfinished node runs again; where it moves money only with `money`, by a person who is named. */
  resume(turnKey: string, options?: ResumeOptions): Promise<ResumeReport>;
  /** Ends a run for good; nothing is undone. */
  abort(turnKey: string, reason: string): Promise<AbortReport>;
  /** From now on no effect of these agents is begun; what was about to act becomes a review. */
  hold(options: HoldOptions): Promise<HoldReport>;
  release(options: HoldOptions): Promise<HoldReport>;
  /** From here on every function refuses with CLIENT_CLOSED. */
  close(): Promise<void>;
}

/** Opens the store alone. Refuses with StoreUnavailableError or StoreIntegrityError. */
export const openRecords = async (settings: Settings, options: { as?: string } = {}): Promise<RecordContext> => {
  const actor = actorOf(settings, options.as);
  const store = await openStore({
    home: settings.home,
    ...(settings.databaseUrl === undefined ? {} : { databaseUrl: settings.databaseUrl }),
    ...(settings.keysUrl === undefined ? {} : { keysUrl: settings.keysUrl }),
  });
  return { settings, store, ...actor };
};

/** Before a first store is made: a data folder with keys that no run ever used would only be in the way. */
const assertServer = async ({ temporal }: Settings): Promise<void> => {
  const connection = await connect(serverAddress(temporal, process.env).address);
  await connection.close();
};

/** Opens store and server. Refuses with StoreUnavailableError, StoreIntegrityError or ServerUnreachableError. */
export const openClient = async (settings: Settings, options: { as?: string } = {}): Promise<TurnkeepClient> => {
  assertOptions('openClient', openShape, options);
  actorOf(settings, options.as);
  if (isNeverStarted(settings)) await assertServer(settings);
  const records = await openRecords(settings, options);
  try {
    return createClient({ ...records, temporal: await connectTemporal(records) });
  } catch (error) {
    await records.store.close();
    throw error;
  }
};

const connectTemporal = async ({ settings, store }: RecordContext): Promise<ClientContext['temporal']> => {
  const { address, namespace } = serverAddress(settings.temporal, process.env);
  const codec = createPayloadCodec({ keys: createCaseSealer(store.keys), side: 'client' });
  const dataConverter = createDataConverter(codec);
  return connectClient({ address, namespace, dataConverter, identity: 'turnkeep' });
};

const createClient = (context: ClientContext): TurnkeepClient => {
  const gate = createGate(async () => {
    await context.temporal.connection.close();
    await context.store.close();
  });
  const { pass } = gate;
  const reader = createRunReader(context, gate);
  const review = createReviewClient(context, reader.review, gate);
  return {
    ...reader,
    context,
    review,
    watch: async function* (turnKey, options) {
      gate.assertOpen();
      yield* watchRun(context, runNamed(turnKey), options);
    },
    start: pass(async (options) => startTurn(context, options)),
    wait: pass(async (turnKey, options) => waitForRun(context, runNamed(turnKey), options)),
    status: pass(async (turnKey) => readRunStatus(context, runNamed(turnKey))),
    attention: pass(async () => findAttention(context, context.temporal)),
    reconcile: pass(async (options) => reconcileRuns(context, options)),
    decide: (options) => review.decide(options),
    sendMessage: pass(async (turnKey, text, requestId) => sendMessage(context, runNamed(turnKey), { text, requestId })),
    edit: (options) => review.edit(options),
    stop: pass(async (turnKey, reason) => stopRun(context, runNamed(turnKey), { reason })),
    resume: pass(async (turnKey, options) => resumeRun(context, runNamed(turnKey), options)),
    abort: pass(async (turnKey, reason) => abortRun(context, runNamed(turnKey), reason)),
    hold: pass(async (options) => holdAgents(context, options)),
    release: pass(async (options) => releaseAgents(context, options)),
    close: gate.close,
  };
};

const createReviewClient = (context: ClientContext, reader: ReviewReader, { pass }: Gate): ReviewClient => ({
  ...reader,
  // With what only the run knows: approvals given so far, and messages it has not read.
  show: pass(async (reviewId) => readLiveEvidence(context, reviewNamed(reviewId))),
  prepare: pass(async (options) => prepareDecision(context, options)),
  decide: pass(async (options) => decideReview(context, options)),
  edit: pass(async (options) => editReview(context, options)),
  ask: pass(async (options) => {
    assertOptions('ask', askShape, options);
    const { question, reasonCode = 'question', ...same } = options;
    return decideReview(context, { ...same, decision: 'ask', note: question, reasonCode });
  }),
});
