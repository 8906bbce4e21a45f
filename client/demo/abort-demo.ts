// A refund waits for a person, and an operator ends the run instead: the abort is recorded, the workflow terminated, nothing paid.
import { describeRun } from '../run-status';
import { claim, closeDemo, type DemoResult } from './demo-result';
import type { DemoStage } from './demo-stage';
import type { DemoHands } from './demo';

const CUSTOMER = 'olivia_ito_3591';
const MESSAGE =
  'Hi, the sneakers from my order #W5866402 arrived damaged. Please refund the 207.75 USD I paid for them.';

export const playAbort = async (stage: DemoStage, { say, linger }: DemoHands): Promise<DemoResult> => {
  const { client } = stage;
  say(`\nMODEL offline. ${CUSTOMER} writes:\n   "${MESSAGE}"`);
  const { turnKey } = await client.start({ agent: 'support', subject: CUSTOMER, message: MESSAGE });
  const waiting = await client.wait(turnKey);
  say(`   ${waiting.status}: review ${waiting.reviewId ?? '-'}`);
  const report = await client.abort(turnKey, 'the customer called: it is settled otherwise');
  say(
    `   aborted${report.parkedFirst ? ', after it had parked' : ''}; ledger entries that stand: ${report.effects.length}`,
  );
  const execution = await describeRun(client.context, turnKey);
  const result = await closeDemo(stage, {
    scenario: 'abort',
    workflowId: turnKey,
    expect: { status: 'aborted', outcome: null },
    claims: ({ records, charges }) => [
      claim('it waited for a person', waiting.status === 'interrupted'),
      claim('it was stopped first', report.parkedFirst),
      claim('the workflow is terminated', execution?.name === 'TERMINATED'),
      claim('nothing was paid and nothing stands in the ledger', charges.length === 0 && records.effects.length === 0),
      claim(
        'the review can start nothing any more',
        records.reviews.every(({ state }) => state === 'void'),
      ),
    ],
  });
  await linger();
  return result;
};
