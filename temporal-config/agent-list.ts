// The agents of a deployment are a list in its settings; nothing outside agents/ names one. Modules are loaded by name, so that
// somebody else's agent is an entry of their own.
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { canonicalJson } from '../core/kernel/canonical-json';
import { sha256Hex } from '../core/kernel/sha256';
import type { AgentKit, KitMade } from '../core/moves/agent-kit';
import { parseJson } from '../core/output-guard/parse';
import { readPlainFile } from './read-settings-file';
import { productRoot, SettingsError, type AgentEntry, type Settings } from './settings';

const load = createRequire(__filename);

export const agentEntry = (settings: Settings, name: string): AgentEntry => {
  const entry = settings.agents.find((agent) => agent.name === name);
  if (entry !== undefined) return entry;
  throw new SettingsError(settings.file, [
    `agents: no agent ${JSON.stringify(name)}; there ${settings.agents.length === 1 ? 'is' : 'are'} ${settings.agents.map((agent) => agent.name).join(', ')}`,
  ]);
};

/** Loads `module#export`. Refuses with SettingsError when the module or the export is not there. */
export const loadExport = (settings: Settings, spec: string): unknown => {
  const [module = '', name = ''] = spec.split('#');
  const path = module.startsWith('.') ? resolve(dirname(settings.file), module) : join(__dirname, '..', module);
  let loaded: Record<string, unknown>;
  try {
    loaded = load(path) as Record<string, unknown>;
  } catch (error) {
    throw new SettingsError(settings.file, [
      `agents: ${spec} cannot be loaded: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`,
    ]);
  }
  if (loaded[name] === undefined) throw new SettingsError(settings.file, [`agents: ${module} exports no ${name}`]);
  return loaded[name];
};

type KitFactory = (policy: unknown) => KitMade;

/** Where the policy file of an agent lies; undefined for an agent without one. */
export const policyFileOf = (settings: Settings, { policy }: AgentEntry): string | undefined => {
  if (policy === undefined) return undefined;
  if (isAbsolute(policy)) return policy;
  return policy.startsWith('.') ? resolve(dirname(settings.file), policy) : join(productRoot(), policy);
};

/**
 * Reads a policy file strictly: doubled keys and rounded numbers are faults, and so is what is no regular file or more than 1 MiB.
 * Refuses with SettingsError.
 */
export const readPolicyFile = (file: string): unknown => {
  const parsed = parseJson(readPlainFile(file, 'the policy file '));
  if (parsed.kind === 'fault')
    throw new SettingsError(file, [`${parsed.fault.words} (at character ${parsed.fault.at})`]);
  return parsed.value;
};

/** SHA-256 of the file's canonical JSON: two files that say the same have the same. Refuses with SettingsError. */
export const policyDigestOf = (file: string): string => sha256Hex(canonicalJson(readPolicyFile(file)));

/** The agent's kit under the policy in `file`. Refuses with SettingsError, all faults of the file at once. */
export const loadKitUnder = (settings: Settings, name: string, file: string): AgentKit => {
  const { kit } = agentEntry(settings, name);
  const factory = loadExport(settings, kit);
  if (typeof factory !== 'function')
    throw new SettingsError(settings.file, [`agents.${name}: ${kit} takes no policy; expected a kit factory`]);
  const made = (factory as KitFactory)(readPolicyFile(file));
  if (made.kind === 'kit') return made.kit;
  throw new SettingsError(file, made.faults);
};

export const loadKit = (settings: Settings, name: string): AgentKit => {
  const entry = agentEntry(settings, name);
  const file = policyFileOf(settings, entry);
  return file === undefined ? (loadExport(settings, entry.kit) as AgentKit) : loadKitUnder(settings, name, file);
};
