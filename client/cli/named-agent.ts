import type { Settings } from '../../temporal-config/settings';
import { orMeant } from './choose-value';
import { refuseInput } from './input-error';

/** The agent as typed. Refuses one that is not in the settings, naming those that are. */
export const namedAgent = (settings: Settings, name: string): string => {
  const known = settings.agents.map((agent) => agent.name);
  if (known.includes(name)) return name;
  const message = `agent: expected ${known.join(', ')}, got ${JSON.stringify(name)}${orMeant(name, known)}`;
  return refuseInput('UNKNOWN_AGENT', message);
};
