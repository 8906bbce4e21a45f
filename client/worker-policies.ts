// Whether a worker runs under another policy than the file says now: it read the file at its start, and a change since is not in force.
import type { Connection } from '@temporalio/client';
import { listWorkerPolicies, type WorkerPolicy } from '../stores/worker-policies';
import type { Store } from '../stores/open-store';
import { agentEntry, policyDigestOf, policyFileOf } from '../temporal-config/agent-list';
import type { Settings } from '../temporal-config/settings';
import { warn, type Check } from './check';
import { listLivePollers } from './live-pollers';
import { agentsWithPolicy } from './policy-files';

/** The newest a worker said of each agent, where it is not what the file says now. */
export const readOtherPolicies = async (
  { db }: Pick<Store, 'db'>,
  files: readonly { readonly agent: string; readonly digest: string }[],
): Promise<readonly WorkerPolicy[]> => {
  const known = await db.read(listWorkerPolicies);
  return files.flatMap(({ agent, digest }) => {
    const newest = known.find((one) => one.agent === agent);
    return newest === undefined || newest.digest === digest ? [] : [newest];
  });
};

export const otherPolicyWords = ({ worker, policy, digest, startedMs }: WorkerPolicy): string =>
  `worker ${worker}, started ${new Date(startedMs).toISOString()}, read ${policy}, sha256 ${digest.slice(0, 16)}: the file was changed since, and is in force after a restart of the worker`;

/** One warning a worker that polls now and read another file; a server that does not say who polls leaves it to the other checks. */
export const diagnoseWorkerPolicies = async (
  settings: Settings,
  known: readonly WorkerPolicy[],
  at: { readonly connection: Connection; readonly namespace: string; readonly taskQueue: string },
): Promise<readonly Check[]> => {
  if (known.length === 0) return [];
  const live = await listLivePollers(at.connection, at);
  const digests = new Map(agentsWithPolicy(settings).map((agent) => [agent, digestOf(settings, agent)]));
  return known
    .filter(({ worker, agent, digest }) => live.includes(worker) && digests.get(agent) !== digest)
    .map((other) => warn(`policy ${other.agent}`, otherPolicyWords(other), 'restart the worker (or turnkeep dev)'));
};

/** Undefined where the file cannot be read: that has a check of its own. */
const digestOf = (settings: Settings, agent: string): string | undefined => {
  const file = policyFileOf(settings, agentEntry(settings, agent));
  try {
    return file === undefined ? undefined : policyDigestOf(file);
  } catch {
    return undefined;
  }
};
