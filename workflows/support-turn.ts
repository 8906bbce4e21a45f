import { supportAgent } from '../agents/support/state';
import { agentTurn } from './agent-turn';

export const supportTurn = agentTurn(supportAgent);
