// What Temporal itself asks for a step of two activities, to hold ours against: sealed by the same codec, and nothing else.
import { proxyActivities } from '@temporalio/workflow';

export interface BareActivities {
  first(step: number): Promise<number>;
  second(step: number): Promise<number>;
}

const { first, second } = proxyActivities<BareActivities>({ startToCloseTimeout: '1 minute' });

export const bareSteps = async (steps: number): Promise<number> => {
  for (let step = 0; step < steps; step += 1) {
    await first(step);
    await second(step);
  }
  return steps;
};
