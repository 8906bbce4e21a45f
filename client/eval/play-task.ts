// A task played to its end: the customer's script on one side, the agent on the other, at most eight turns.
import { answerReply, openCase, type CustomerTurn, type TaskWorld } from './customer-script';

export const TURNS_MAX = 8;

/** How one turn of the agent ended. */
export interface AgentTurn {
  readonly end: 'answered' | 'handedOff' | 'stuck';
  readonly reply: string | null;
}

export interface PlayedTask {
  readonly turns: number;
  readonly end: AgentTurn['end'] | 'turnsUsedUp';
}

/** Plays until the agent hands off, nothing is open, or the turns are used up. */
export const playTask = async (
  world: TaskWorld,
  agent: (message: string, turn: number) => Promise<AgentTurn>,
): Promise<PlayedTask> => {
  let next: CustomerTurn | null = openCase(world);
  let end: AgentTurn['end'] = 'answered';
  let turns = 0;
  while (next !== null) {
    if (turns === TURNS_MAX) return { turns, end: 'turnsUsedUp' };
    turns += 1;
    const said: AgentTurn = await agent(next.message, turns);
    end = said.end;
    next = end === 'answered' ? answerReply(world, next.state, said.reply ?? '') : null;
  }
  return { turns, end };
};
