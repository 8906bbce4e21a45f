// The Temporal server as a doctor sees it: whether it answers, what it lacks, who polls, and whether it still has our open runs.
import type { Connection } from '@temporalio/client';
import { loadKit } from '../temporal-config/agent-list';
import { connect } from '../temporal-config/connection';
import { messageOf } from '../temporal-config/error-facts';
import { SEARCH_ATTRIBUTES } from '../temporal-config/search-attributes';
import { serverAddress } from '../temporal-config/server-address';
import type { Settings } from '../temporal-config/settings';
import { TURN_TASK_QUEUE } from '../temporal-config/task-queues';
import { failed, ok, type Check } from './check';
import { checkClock, measureServerSkew, unreadClock, type ClockSkew } from './diagnose-clock';
import { diagnoseLostRuns } from './diagnose-open-runs';
import { diagnoseModelQueues } from './diagnose-providers';
import { diagnoseQueue } from './diagnose-queue';
import { diagnoseRetention } from './diagnose-retention';
import type { StoreFound } from './diagnose-store';
import { checkServerVersion } from './diagnose-versions';
import { diagnoseWorkerPolicies } from './worker-policies';

/** The checks of the server and, with it, of the clocks. */
export const diagnoseServer = async (
  settings: Settings,
  env: NodeJS.ProcessEnv,
  store: StoreFound,
): Promise<readonly Check[]> => {
  const { address, namespace } = serverAddress(settings.temporal, env);
  const clocks = store.skew === undefined ? [] : [store.skew];
  let connection: Connection;
  try {
    connection = await connect(address, 3_000);
  } catch {
    return [
      ...(clocks.length === 0 ? [] : [checkClock(clocks)]),
      failed('server', `no Temporal server answers at ${address}`, 'turnkeep dev, or set TEMPORAL_ADDRESS'),
    ];
  }
  try {
    return [
      ...(await checkAnswer(connection, address, namespace)),
      await checkAttributes(connection, namespace),
      await diagnoseRetention(connection, namespace, longestReviewMs(settings)),
      await checkClocks(connection, namespace, clocks),
      ...(await checkRuns(settings, store, { connection, namespace })),
      ...(await diagnoseModelQueues(connection, settings, namespace)),
    ];
  } finally {
    await connection.close();
  }
};

interface At {
  readonly connection: Connection;
  readonly namespace: string;
}

const checkRuns = async (
  settings: Settings,
  { mark, policies = [], openRuns = [] }: StoreFound,
  { connection, namespace }: At,
): Promise<readonly Check[]> => {
  const taskQueue = settings.temporal.taskQueue ?? TURN_TASK_QUEUE;
  return [
    ...(await diagnoseQueue(connection, { namespace, taskQueue, mark })),
    ...(await diagnoseLostRuns(connection, namespace, openRuns)),
    ...(await diagnoseWorkerPolicies(settings, policies, { connection, namespace, taskQueue })),
  ];
};

const checkAnswer = async (connection: Connection, address: string, namespace: string): Promise<readonly Check[]> => {
  const { serverVersion } = await connection.workflowService.getSystemInfo({});
  const version = serverVersion === '' ? undefined : serverVersion;
  const words = `${address}, namespace ${namespace}, Temporal ${version ?? 'of unknown version'}`;
  return [ok('server', words), ...checkServerVersion(version)];
};

const checkClocks = async (connection: Connection, namespace: string, clocks: readonly ClockSkew[]): Promise<Check> => {
  try {
    return checkClock([await measureServerSkew(connection, namespace), ...clocks]);
  } catch (error) {
    return unreadClock(error);
  }
};

/** An agent that cannot be loaded has a check of its own. */
const longestReviewMs = (settings: Settings): number =>
  Math.max(
    0,
    ...settings.agents.map(({ name }) => {
      try {
        return loadKit(settings, name).reviewExpiryMs;
      } catch {
        return 0;
      }
    }),
  );

const checkAttributes = async (connection: Connection, namespace: string): Promise<Check> => {
  try {
    const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
    const missing = Object.keys(SEARCH_ATTRIBUTES).filter((name) => !(name in customAttributes));
    if (missing.length === 0) return ok('search attributes', Object.keys(SEARCH_ATTRIBUTES).join(', '));
    const commands = missing.map(
      (name) =>
        `temporal operator search-attribute create --namespace ${namespace} --name ${name} --type ${SEARCH_ATTRIBUTES[name] ?? 'Keyword'}`,
    );
    return failed('search attributes', `missing: ${missing.join(', ')}`, commands.join('\n           '));
  } catch (error) {
    return failed('search attributes', messageOf(error), 'see that the namespace is there and may be read');
  }
};
