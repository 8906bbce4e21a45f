// The checks of a set-up. Each says what was found and what to do; none changes anything, so that a doctor never heals by accident
// what it should have told.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { isStoreOlderThanAnchor } from '../stores/anchor';
import { openStore, type Store } from '../stores/open-store';
import { verifyJournal } from '../stores/verify-journal';
import { loadKit } from '../temporal-config/agent-list';
import { connect } from '../temporal-config/connection';
import { messageOf } from '../temporal-config/error-facts';
import { SEARCH_ATTRIBUTES } from '../temporal-config/search-attributes';
import { serverAddress } from '../temporal-config/server-address';
import { readSettings, type Settings } from '../temporal-config/settings';
import { TURN_TASK_QUEUE } from '../temporal-config/task-queues';
import { gatewayAnswers, gatewayUrl } from './payment-ledger';

export interface Check {
  readonly name: string;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly words: string;
  /** What to do about it. */
  readonly fix?: string;
}

const ok = (name: string, words: string): Check => ({ name, state: 'ok', words });
const warn = (name: string, words: string, fix: string): Check => ({ name, state: 'warn', words, fix });
const failed = (name: string, words: string, fix: string): Check => ({ name, state: 'fail', words, fix });

/** All checks, in the order in which one rests on the other. */
export const diagnose = async (env: NodeJS.ProcessEnv): Promise<readonly Check[]> => {
  const node = checkNode();
  let settings: Settings;
  try {
    settings = readSettings(env);
  } catch (error) {
    return [node, failed('settings', messageOf(error), 'correct the settings named here')];
  }
  return [
    node,
    ok('settings', settings.file),
    ...checkAgents(settings),
    ...(await checkStore(settings)),
    await checkGateway(settings),
    ...(await checkServer(settings, env)),
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
      return ok(
        `agent ${name}`,
        `${loadKit(settings, name).tools.length} tools, prompt ${loadKit(settings, name).promptVersion}`,
      );
    } catch (error) {
      return failed(`agent ${name}`, messageOf(error), `correct agents in ${settings.file}`);
    }
  });

const checkStore = async (settings: Settings): Promise<readonly Check[]> => {
  const { home, databaseUrl, keysUrl } = settings;
  if (databaseUrl === undefined && !existsSync(join(home, 'turnkeep.db')))
    return [warn('store', `${home} holds no store yet`, 'nothing: the first start makes it')];
  let store: Store;
  try {
    store = await openStore({
      home,
      readOnly: true,
      ...(databaseUrl === undefined ? {} : { databaseUrl }),
      ...(keysUrl === undefined ? {} : { keysUrl }),
    });
  } catch (error) {
    return [failed('store', messageOf(error), 'see the message; keys and store of one deployment belong together')];
  }
  try {
    return [ok('store', store.db.where), checkKeyFiles(home), ...(await checkJournal(store))];
  } finally {
    await store.close();
  }
};

/** Opening the store compared the identity key with the store; here it is only who else may read the files. */
const checkKeyFiles = (home: string): Check => {
  const folder = join(home, 'keys');
  const open = readdirSync(folder).filter((file) => (statSync(join(folder, file)).mode & 0o077) !== 0);
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

const checkGateway = async (settings: Settings): Promise<Check> => {
  const url = gatewayUrl(settings);
  return (await gatewayAnswers(url))
    ? ok('payments', url)
    : failed('payments', `no payment gateway answers at ${url}`, 'turnkeep dev, or set TURNKEEP_PAYMENTS_URL');
};

const checkServer = async (settings: Settings, env: NodeJS.ProcessEnv): Promise<readonly Check[]> => {
  const { address, namespace } = serverAddress(settings.temporal, env);
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
      await checkWorkers(connection, namespace, settings.temporal.taskQueue ?? TURN_TASK_QUEUE),
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

const { TASK_QUEUE_TYPE_WORKFLOW } = temporal.api.enums.v1.TaskQueueType;

const checkWorkers = async (connection: Connection, namespace: string, name: string): Promise<Check> => {
  try {
    const { pollers } = await connection.workflowService.describeTaskQueue({
      namespace,
      taskQueue: { name },
      taskQueueType: TASK_QUEUE_TYPE_WORKFLOW,
    });
    return pollers.length > 0
      ? ok(
          'worker',
          `${pollers.length} polled task queue ${name} lately: ${pollers.map(({ identity }) => identity ?? '?').join(', ')}`,
        )
      : warn('worker', `nobody polls task queue ${name}`, 'turnkeep dev, or node dist/workers/agent-worker.js');
  } catch (error) {
    return failed('worker', messageOf(error), 'see that the namespace is there');
  }
};
