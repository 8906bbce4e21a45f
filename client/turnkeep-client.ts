// The client: starts turns, decides reviews, stops, resumes and aborts runs, asks how they stand. The command line is built on it.
// Words go to the transcript store first; what reaches Temporal is an address.
import { openStore } from '../stores/open-store';
import { createCaseSealer } from '../stores/case-sealer';
import { isNeverStarted } from '../stores/store-traces';
import { connect, connectClient } from '../temporal-config/connection';
import { createDataConverter } from '../temporal-config/data-converter';
import { createPayloadCodec } from '../temporal-config/payload-codec';
import { serverAddress } from '../temporal-config/server-address';
import type { Settings } from '../temporal-config/settings';
import { abortRun, type AbortReport } from './abort-run';
import { personOf, type ClientContext, type RecordContext } from './client-context';
import { findAttention, type AttentionReport } from './run-attention';
import { decideReview, type DecideOptions, type DecideReport } from './decide-review';
import { editReview, type EditOptions, type EditReport } from './edit-review';
import { holdAgents, releaseAgents, type HoldOptions, type HoldReport } from './effect-holds';
import { listRuns, type ListRunsOptions, type RunList } from './list-runs';
import { reconcileRuns, type ReconcileOptions, type ReconcileReport } from './reconcile-runs';
import { resolveRun } from './resolve-run';
import { readRunStatus, type LiveStatus } from './run-status';
import { resumeRun, type ResumeOptions, type ResumeReport } from './resume-run';
import { startTurn, type StartedTurn, type StartOptions } from './start-turn';
import { sendMessage, type MessageReport } from './send-message';
import { stopRun, type StopReport } from './stop-run';
import { waitForRun, type RunReport, type WaitOptions } from './wait-for-run';

export interface TurnkeepClient {
  readonly context: ClientContext;
  start(options: StartOptions): Promise<StartedTurn>;
  wait(turnKey: string, options?: WaitOptions): Promise<RunReport>;
  status(turnKey: string): Promise<LiveStatus>;
  /**
   * The whole key of the run that a part of it names: the key itself, `case/turn`, the case's id or how it begins, or your own reference
   * of the case. Refuses with RUN_AMBIGUOUS and the candidates, or RUN_NOT_FOUND and the nearest.
   */
  resolve(named: string): Promise<string>;
  /** Runs that every given part fits, newest first, and how many more there are. */
  list(options?: ListRunsOptions): Promise<RunList>;
  /** Which runs need a person, and why: the most urgent first. */
  attention(): Promise<AttentionReport>;
  /**
   * Where the registry and Temporal differ. With `apply` a run that was terminated outside is recorded as aborted by the person it names;
   * nothing is ever started, resumed or terminated. Again: the same, and nothing is recorded twice.
   */
  reconcile(options?: ReconcileOptions): Promise<ReconcileReport>;
  decide(options: DecideOptions): Promise<DecideReport>;
  /** A further message of the customer to a running turn; the same `requestId` again is the same message. */
  sendMessage(turnKey: string, text: string, requestId?: string): Promise<MessageReport>;
  /** Changes what is asked for; the changed action waits in a round of its own. */
  edit(options: EditOptions): Promise<EditReport>;
  stop(turnKey: string, reason: string): Promise<StopReport>;
  resume(turnKey: string, options: ResumeOptions): Promise<ResumeReport>;
  abort(turnKey: string, reason: string): Promise<AbortReport>;
  /** From now on no effect of these agents is begun; what was about to act becomes a review. */
  hold(options: HoldOptions): Promise<HoldReport>;
  release(options: HoldOptions): Promise<HoldReport>;
  close(): Promise<void>;
}

/** Opens the store alone. Refuses with StoreUnavailableError or StoreIntegrityError. */
export const openRecords = async (settings: Settings, options: { as?: string } = {}): Promise<RecordContext> => {
  const store = await openStore({
    home: settings.home,
    ...(settings.databaseUrl === undefined ? {} : { databaseUrl: settings.databaseUrl }),
    ...(settings.keysUrl === undefined ? {} : { keysUrl: settings.keysUrl }),
  });
  return { settings, store, person: personOf(settings, options.as) };
};

/** Before a first store is made: a data folder with keys that no run ever used would only be in the way. */
const assertServer = async ({ temporal }: Settings): Promise<void> => {
  const connection = await connect(serverAddress(temporal, process.env).address);
  await connection.close();
};

/** Opens store and server. Refuses with StoreUnavailableError, StoreIntegrityError or ServerUnreachableError. */
export const openClient = async (settings: Settings, options: { as?: string } = {}): Promise<TurnkeepClient> => {
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

/** A server beside records that are open already; its connection is closed again, the records stay open. */
export const withTemporal = async <T>(
  records: RecordContext,
  use: (context: ClientContext) => Promise<T>,
): Promise<T> => {
  const temporal = await connectTemporal(records);
  try {
    return await use({ ...records, temporal });
  } finally {
    await temporal.connection.close();
  }
};

const createClient = (context: ClientContext): TurnkeepClient => ({
  context,
  start: (options) => startTurn(context, options),
  wait: (turnKey, options) => waitForRun(context, turnKey, options),
  status: (turnKey) => readRunStatus(context, turnKey),
  resolve: (named) => resolveRun(context, named),
  list: (options) => listRuns(context, options),
  attention: () => findAttention(context, context.temporal),
  reconcile: (options) => reconcileRuns(context, options),
  decide: (options) => decideReview(context, options),
  sendMessage: (turnKey, text, requestId) => sendMessage(context, turnKey, { text, requestId }),
  edit: (options) => editReview(context, options),
  stop: (turnKey, reason) => stopRun(context, turnKey, { reason }),
  resume: (turnKey, options) => resumeRun(context, turnKey, options),
  abort: (turnKey, reason) => abortRun(context, turnKey, reason),
  hold: (options) => holdAgents(context, options),
  release: (options) => releaseAgents(context, options),
  close: async () => {
    await context.temporal.connection.close();
    await context.store.close();
  },
});
