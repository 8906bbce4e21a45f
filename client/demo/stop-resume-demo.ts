// A person stops a run in the middle of a model call that hangs. It parks within a second or two with its whole state, its clock
// stands still, and a resume runs only what was not finished.
import { setTimeout as sleep } from 'node:timers/promises';
import { queryRun } from '../run-status';
import { claim, closeDemo, type DemoResult } from './demo-result';
import type { DemoStage } from './demo-stage';
import type { DemoHands } from './demo';
import { untilStep } from './until-step';

const SCRIPT = 'stop-resume';
const HANG_MS = 600_000;
const PARKED_WITHIN_MS = 10_000;
const LOOK_UP = { calls: [{ tool: 'find_orders', argsText: '{}' }] };
const ANSWER = { text: '{"message": "You have several orders with us. Which one is it about?"}' };

export const playStopResume = async (stage: DemoStage, { say, linger }: DemoHands): Promise<DemoResult> => {
  const { client } = stage;
  const { context } = client;
  stage.writeScript(SCRIPT, { replies: [LOOK_UP, { ...ANSWER, hangMs: HANG_MS }] });
  say('\nMODEL scripted: fixed replies, no model is called. The second call hangs.');
  const { turnKey } = await client.start({
    agent: 'support',
    subject: 'olivia_ito_3591',
    message: 'Where are my orders?',
    model: `scripted:${SCRIPT}`,
  });
  await untilStep(context, turnKey, 1);
  const askedAt = performance.now();
  const stopped = await client.stop(turnKey, 'the demonstration stops here');
  const tookMs = Math.round(performance.now() - askedAt);
  say(`   stopped in the middle of the call: ${stopped.status} after ${tookMs} ms`);
  const first = await queryRun(context, turnKey);
  await sleep(1_500);
  const second = await queryRun(context, turnKey);
  say(`   working time left: ${first?.remainingMs ?? 0} ms, and 1.5 s later ${second?.remainingMs ?? 0} ms`);

  stage.writeScript(SCRIPT, { replies: [LOOK_UP, ANSWER, ANSWER] });
  const resumed = await client.resume(turnKey, {});
  const end = await client.wait(turnKey, { timeoutMs: 60_000 });
  say(`   resumed by ${resumed.by}: ${end.status}, ${end.outcome ?? '-'}`);
  const result = await closeDemo(stage, {
    scenario: 'stop-resume',
    workflowId: turnKey,
    expect: { status: 'completed', outcome: 'answered' },
    claims: ({ records }) => [
      claim('it parked within seconds, the call in flight given up', stopped.parked && tookMs < PARKED_WITHIN_MS),
      claim('it was parked as cancelled', stopped.status === 'cancelled'),
      claim('the clock stood still while it was parked', first !== null && first.remainingMs === second?.remainingMs),
      claim('it went on in a new run of its chain', resumed.resumed),
      claim('the look-up was not repeated', countNode(records.steps, 'tools') === 1),
    ],
  });
  await linger();
  return result;
};

const countNode = (
  steps: readonly { readonly moves: readonly { readonly node: string; readonly event: string }[] }[],
  node: string,
): number =>
  steps.flatMap(({ moves }) => moves).filter((move) => move.node === node && move.event === 'settled').length;
