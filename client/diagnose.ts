// The checks of a set-up. Each says what was found and what to do; none changes anything, so that a doctor never heals by accident
// what it should have told.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '@temporalio/client';
import type { AgentKit } from '../core/moves/agent-kit';
import { isStoreOlderThanAnchor } from '../stores/anchor';
import { listHolds } from '../stores/holds';
import { openStore, type Store } from '../stores/open-store';
import { isNeverStarted } from '../stores/store-traces';
import { verifyJournal } from '../stores/verify-journal';
import { deploymentMark } from '../stores/worker-identity';
import { listWorkerPolicies, type WorkerPolicy } from '../stores/worker-policies';
import { loadKit } from '../temporal-config/agent-list';
import { connect } from '../temporal-config/connection';
import { messageOf } from '../temporal-config/error-facts';
import { SEARCH_ATTRIBUTES } from '../temporal-config/search-attributes';
import { serverAddress } from '../temporal-config/server-address';
import { readSettings, type Settings } from '../temporal-config/settings';
import { TURN_TASK_QUEUE } from '../temporal-config/task-queues';
import { failed, ok, warn, type Check } from './check';
import { diagnoseModelQueues, diagnoseProviders } from './diagnose-providers';
import { diagnoseQueue } from './diagnose-queue';
import { diagnoseSigners } from './diagnose-signers';
import { noStoreWords } from './no-store-words';
import { diagnoseWorkerPolicies } from './worker-policies';
import { gatewayAnswers, gatewayUrl } from './payment-ledger';

export type { Check } from './check';

/** All checks, in the order in which one rests on the other. */
export const diagnose = async (env: NodeJS.ProcessEnv): Promise<readonly Check[]> => {
  const node = checkNode();
  let settings: Settings;
  try {
    settings = readSettings(env);
  } catch (error) {
    return [node, failed('settings', messageOf(error), 'correct the settings named here')];
  }
  const store = await checkStore(settings);
  return [
    node,
    ok('settings', settings.file),
    ...checkAgents(settings),
    ...diagnoseProviders(settings, env),
    ...checkFolder(settings.home),
    ...(await diagnoseSigners(settings)),
    ...store.checks,
    await checkGateway(settings),
    ...(await checkServer(settings, { env, mark: store.mark, policies: store.policies ?? [] })),
  ];
};

const checkNode = (): Check => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const words = `Node ${process.versions.node}`;
  return major > 20 || (major === 20 && minor >= 19)
    ? ok('node', words)
    : failed('node', words, 'install Node 20.19 or newer');
};

const checkAgents = (settings: Settings): readonly Check[] =>
  settings.agents.map(({ name }) => {
    try {
      return ok(`agent ${name}`, agentWords(loadKit(settings, name)));
    } catch (error) {
      return failed(`agent ${name}`, messageOf(error), `correct agents in ${settings.file}`);
    }
  });

const agentWords = ({ tools, promptVersion, policy }: AgentKit): string =>
  `${tools.length} tools, prompt ${promptVersion}${policy === undefined ? '' : `, policy ${policy.id}`}`;

const OTHERS = 0o077;

/** Databases, logs and traces lie there: words are sealed, who asked for what is not. */
const checkFolder = (home: string): readonly Check[] => {
  if (process.platform === 'win32' || !existsSync(home)) return [];
  const mode = statSync(home).mode & 0o777;
  if ((mode & OTHERS) === 0) return [];
  return [
    warn(
      'data folder',
      `${home}: others may look into it: expected mode 700, got ${mode.toString(8)}`,
      `chmod 700 ${home}`,
    ),
  ];
};

interface StoreFound {
  readonly checks: readonly Check[];
  /** Mark of the deployment whose keys lie here; undefined when they cannot be read. */
  readonly mark?: string;
  /** What workers said they run under. */
  readonly policies?: readonly WorkerPolicy[];
}

const checkStore = async (settings: Settings): Promise<StoreFound> => {
  const { home, databaseUrl, keysUrl } = settings;
  if (isNeverStarted(settings))
    return {
      checks: [
        warn(
          'store',
          noStoreWords(home),
          'turnkeep dev, or the first run start, makes it; until then there is nothing to mend',
        ),
      ],
    };
  let store: Store;
  try {
    store = await openStore({
      home,
      readOnly: true,
      ...(databaseUrl === undefined ? {} : { databaseUrl }),
      ...(keysUrl === undefined ? {} : { keysUrl }),
    });
  } catch (error) {
    const fix = 'see the message; keys and store of one deployment belong together';
    return { checks: [failed('store', messageOf(error), fix)] };
  }
  try {
    const checks = [
      ok('store', store.db.where),
      checkKeyFiles(home),
      ...(await checkJournal(store)),
      ...(await checkHolds(store)),
    ];
    const policies = await store.db.read(listWorkerPolicies);
    return { checks, mark: deploymentMark(store.keys.identityKey), policies };
  } finally {
    await store.close();
  }
};

/** Opening the store compared the identity key with the store; here it is only who else may read the files. */
const checkKeyFiles = (home: string): Check => {
  const folder = join(home, 'keys');
  const open = readdirSync(folder).filter((file) => (statSync(join(folder, file)).mode & OTHERS) !== 0);
  return open.length === 0
    ? ok('key files', `${folder}: keep a copy apart from the store; who loses them loses the words`)
    : failed('key files', `others may read ${open.join(', ')}`, `chmod 600 ${folder}/*`);
};

const checkJournal = async (store: Store): Promise<readonly Check[]> => {
  try {
    const anchor = await store.anchor.read();
    const findings = await verifyJournal(store.db, anchor);
    const isOld = await store.db.read((query) => isStoreOlderThanAnchor(query, anchor));
    const journal =
      findings.length === 0
        ? ok('journal', 'the chain is whole')
        : failed(
            'journal',
            findings.map(({ kind }) => kind).join(', '),
            isOld ? 'see anchor' : 'stop the workers and restore a backup; turnkeep effects verify says more',
          );
    const anchored = isOld
      ? failed(
          'anchor',
          'the store is older than its anchor: it must not claim effects',
          'put the newer store back in place; when it is lost: turnkeep effects reconcile --all --as NAME',
        )
      : ok('anchor', anchor === undefined ? 'no claim was made yet' : `row ${anchor.seq} is in the store`);
    return [journal, anchored];
  } catch (error) {
    return [failed('journal', messageOf(error), 'see the message')];
  }
};

/** A hold is somebody's decision: told, never healed. */
const checkHolds = async (store: Store): Promise<readonly Check[]> => {
  const holds = await store.db.read(listHolds);
  return holds.map(({ scope, by, atMs }) =>
    warn(
      'effects held',
      `${scope}, by ${by} since ${new Date(atMs).toISOString()}: what was about to act becomes a review`,
      'turnkeep effects release, once the reason is gone',
    ),
  );
};

const checkGateway = async (settings: Settings): Promise<Check> => {
  const url = gatewayUrl(settings);
  return (await gatewayAnswers(url))
    ? ok('payments', url)
    : failed('payments', `no payment gateway answers at ${url}`, 'turnkeep dev, or set TURNKEEP_PAYMENTS_URL');
};

interface Outside {
  readonly env: NodeJS.ProcessEnv;
  readonly mark: string | undefined;
  readonly policies: readonly WorkerPolicy[];
}

const checkServer = async (settings: Settings, { env, mark, policies }: Outside): Promise<readonly Check[]> => {
  const { address, namespace } = serverAddress(settings.temporal, env);
  const taskQueue = settings.temporal.taskQueue ?? TURN_TASK_QUEUE;
  let connection: Connection;
  try {
    connection = await connect(address, 3_000);
  } catch {
    return [failed('server', `no Temporal server answers at ${address}`, 'turnkeep dev, or set TEMPORAL_ADDRESS')];
  }
  try {
    return [
      ok('server', `${address}, namespace ${namespace}`),
      await checkAttributes(connection, namespace),
      ...(await diagnoseQueue(connection, { namespace, taskQueue, mark })),
      ...(await diagnoseWorkerPolicies(settings, policies, { connection, namespace, taskQueue })),
      ...(await diagnoseModelQueues(connection, settings, namespace)),
    ];
  } finally {
    await connection.close();
  }
};

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
