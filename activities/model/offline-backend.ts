import type { AgentKit } from '../../core/moves/agent-kit';
import type { ModelBackend } from './model-backend';

/** The agent's own deterministic reader of rules and phrases. Not a language model, and labelled so. */
export const createOfflineBackend = (kitOf: (agent: string) => AgentKit): ModelBackend => ({
  name: 'offline',
  call: ({ agent, view }) => Promise.resolve(kitOf(agent).readOffline(view)),
});
