// The store of a deployment as a doctor sees it: where it lies and how many hosts can share it, its key files, its journal and anchor,
// what is held. Opened for reading: nothing is made or mended. What the other checks need of it is read here, and it is closed.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isStoreOlderThanAnchor } from '../stores/anchor';
import { listHolds } from '../stores/holds';
import { listOpenRuns, type OpenRun } from '../stores/open-runs';
import { openStore, type Store } from '../stores/open-store';
import { isNeverStarted } from '../stores/store-traces';
import { verifyJournal } from '../stores/verify-journal';
import { deploymentMark } from '../stores/worker-identity';
import { listWorkerPolicies, type WorkerPolicy } from '../stores/worker-policies';
import { messageOf } from '../temporal-config/error-facts';
import { serverAddress } from '../temporal-config/server-address';
import type { Settings } from '../temporal-config/settings';
import { failed, ok, warn, type Check } from './check';
import { measureSkew, type ClockSkew } from './diagnose-clock';
import { OPEN_RUNS_READ } from './diagnose-open-runs';
import { noStoreWords } from './no-store-words';

const OTHERS = 0o077;

export interface StoreFound {
  readonly checks: readonly Check[];
  /** Mark of the deployment whose keys lie here; undefined when they cannot be read. */
  readonly mark?: string;
  /** What workers said they run under. */
  readonly policies?: readonly WorkerPolicy[];
  readonly openRuns?: readonly OpenRun[];
  /** Of a database with a clock of its own. */
  readonly skew?: ClockSkew;
}

export const diagnoseStore = async (settings: Settings, env: NodeJS.ProcessEnv): Promise<StoreFound> => {
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
    return await readFound(settings, env, store);
  } catch (error) {
    return { checks: [failed('store', messageOf(error), 'turnkeep effects verify says more; restore a backup')] };
  } finally {
    await store.close();
  }
};

const readFound = async (settings: Settings, env: NodeJS.ProcessEnv, store: Store): Promise<StoreFound> => {
  const { db, keys } = store;
  const checks = [
    ok('store', `${db.dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, ${db.where}`),
    checkHosts(settings, serverAddress(settings.temporal, env).address),
    checkKeyFiles(settings.home),
    ...(await checkJournal(store)),
    ...(await checkHolds(store)),
  ];
  return {
    checks,
    mark: deploymentMark(keys.identityKey),
    policies: await db.read(listWorkerPolicies),
    openRuns: await listOpenRuns(db, keys, OPEN_RUNS_READ),
    ...(db.dialect === 'sqlite'
      ? {}
      : { skew: await measureSkew('database', () => db.read((query) => db.nowMs(query))) }),
  };
};

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\]):/;

/** Files are no store for several hosts; who has a server that others reach may have others. */
const checkHosts = ({ databaseUrl, keysUrl }: Settings, address: string): Check => {
  const files = [
    ...(databaseUrl === undefined ? ['the store'] : []),
    ...(keysUrl === undefined ? ['the key store'] : []),
  ];
  if (files.length === 0) return ok('hosts', 'several may share the store, each with a copy of the key files');
  const words = `one: ${files.join(' and ')} ${files.length === 1 ? 'is a file' : 'are files'} of this host`;
  if (LOOPBACK.test(address)) return ok('hosts', words);
  return warn(
    'hosts',
    `${words}, and the server at ${address} can be reached from others: a worker or client there would not see what is kept here`,
    'keep every worker and client on this host, or set TURNKEEP_DATABASE_URL and TURNKEEP_KEYS_URL to PostgreSQL',
  );
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
