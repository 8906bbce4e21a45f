import type { Settings } from '../../temporal-config/settings';
import { refuseInput } from './input-error';

/** The agent as typed. Refuses one that is not in the settings, naming those that are. */
export const namedAgent = (settings: Settings, name: string): string => {
  const known = settings.agents.map((agent) => agent.name);
  if (known.includes(name)) return name;
  return refuseInput('UNKNOWN_AGENT', `agent: expected ${known.join(', ')}, got ${JSON.stringify(name)}`, [
    'turnkeep run start --help',
  ]);
};
