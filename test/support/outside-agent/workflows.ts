import { agentTurn } from '../../../workflows/agent-turn';
import { shelfAgent } from './state';

export * from '../../../workflows/index';
export const shelfTurn = agentTurn(shelfAgent);
