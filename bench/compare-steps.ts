// Step latency: from one scheduled model call to the next, with the tool's run and the record of the step between them.
import type { TurnkeepClient } from '../client/turnkeep-client';
import { fetchEvents, scheduledOf, timeOf } from './history-times';
import { longTurnLimits } from './step-script';

const customer = 'olivia_ito_3591';

export interface RunTurn {
  readonly turnKey: string;
  readonly stepMs: readonly number[];
}

/** Runs one turn of `script` to its end on a side and reads how long each of its steps took. */
export const runStepTurn = async (side: TurnkeepClient, script: string): Promise<RunTurn> => {
  const { turnKey } = await side.start({
    agent: 'support',
    message: 'Which of these orders are mine?',
    subject: customer,
    model: `scripted:${script}`,
    limits: longTurnLimits,
  });
  const { temporal } = side.context;
  await temporal.workflow.getHandle(turnKey).result();
  const asked = scheduledOf(await fetchEvents(temporal, turnKey), 'callModel').map(timeOf);
  // The first step also starts the turn's own caches: it is left out on both sides.
  return { turnKey, stepMs: asked.slice(1).flatMap((at, index) => (index === 0 ? [] : [at - (asked[index] ?? at)])) };
};
