// The agents of a deployment are a list in its settings; nothing outside agents/ names one. Modules are loaded by name, so that
// somebody else's agent is an entry of their own.
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { AgentKit } from '../core/moves/agent-kit';
import { SettingsError, type AgentEntry, type Settings } from './settings';

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

export const loadKit = (settings: Settings, name: string): AgentKit =>
  loadExport(settings, agentEntry(settings, name).kit) as AgentKit;
