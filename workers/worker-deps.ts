// What a worker is made of: stores, agents from the list, model backends, the payment gateway. Faults of the set-up are all told
// at once, before anything runs.
import { join } from 'node:path';
import { createOfflineBackend } from '../activities/model/offline-backend';
import { createOpenAiBackend } from '../activities/model/openai/openai-backend';
import { createScriptedBackend } from '../activities/model/scripted-backend';
import type { ActivityDeps } from '../activities/activity-deps';
import { createSandboxGateway } from '../activities/tools/payments/sandbox-gateway';
import type { PaymentGateway } from '../activities/tools/payments/payment-gateway';
import type { AgentTools } from '../activities/tools/tool-port';
import { toReviewer } from '../core/human-review/signed-decision';
import { checkTools } from '../core/kernel/check-tools';
import { toolNameFaults } from '../core/kernel/tool-names';
import type { AgentKit } from '../core/moves/agent-kit';
import type { Store } from '../stores/open-store';
import { createProviderGate } from '../stores/provider-gate';
import { loadExport, loadKit } from '../temporal-config/agent-list';
import { productRoot, SettingsError, type Settings } from '../temporal-config/settings';
import { keyedProviders } from './providers';

type CreateTools = (options: { dataFolder: string; sourceFolder: string; payments: PaymentGateway }) => AgentTools;

export interface WorkerDeps extends ActivityDeps {
  readonly store: Store;
  readonly payments: PaymentGateway;
  close(): Promise<void>;
}

export const createWorkerDeps = (settings: Settings, store: Store): WorkerDeps => {
  const kits = new Map<string, AgentKit>();
  const tools = new Map<string, AgentTools>();
  const payments = createSandboxGateway({
    url: settings.payments.url ?? 'http://127.0.0.1:7245',
    sendTimeoutMs: settings.payments.sendTimeoutMs,
  });
  const faults: string[] = [];
  for (const agent of settings.agents) {
    const kit = loadKit(settings, agent.name);
    const toolFaults = [...checkTools(kit.tools), ...toolNameFaults(kit.tools.map((tool) => tool.name))];
    faults.push(...toolFaults.map((fault) => `agents.${agent.name}: ${fault}`));
    kits.set(agent.name, kit);
    const createTools = loadExport(settings, agent.tools) as CreateTools;
    const sourceFolder = join(productRoot(), agent.data ?? 'data');
    tools.set(agent.name, createTools({ dataFolder: settings.home, sourceFolder, payments }));
  }
  if (faults.length > 0) throw new SettingsError(settings.file, faults);
  const kitOf = (name: string): AgentKit => named(kits, name);
  return {
    store,
    payments,
    runs: store.runs,
    kits: kitOf,
    tools: (name) => named(tools, name),
    identityKey: () => store.keys.identityKey,
    signatures: {
      required: settings.requireSignatures,
      reviewers: Object.entries(settings.reviewers).map(([name, { publicKey }]) => toReviewer(name, publicKey)),
    },
    workerId: `worker-${process.pid}`,
    leaseMs: settings.leaseMs,
    backends: {
      offline: createOfflineBackend(kitOf),
      openai: createOpenAiBackend(keyedProviders(settings, process.env), createProviderGate(store.db)),
      ...(settings.scripts === undefined ? {} : { scripted: createScriptedBackend(settings.scripts) }),
    },
    close: async () => {
      for (const tool of tools.values()) await tool.close();
    },
  };
};

const named = <T>(map: ReadonlyMap<string, T>, name: string): T => {
  const value = map.get(name);
  if (value === undefined) throw new Error(`no agent ${name} in the list of this worker`);
  return value;
};
