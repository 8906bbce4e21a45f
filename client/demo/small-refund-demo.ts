// A small refund that the customer plainly asks for: the policy allows it alone, code checks it, nobody is asked.
import { claim, closeDemo, type DemoResult } from './demo-result';
import type { DemoStage } from './demo-stage';
import type { DemoHands } from './demo';

const CUSTOMER = 'isabella_brown_3584';
const MESSAGE = 'Hello, the jigsaw puzzle from order #W7752779 is missing pieces. Please refund 52.01 USD.';

export const playSmallRefund = async (stage: DemoStage, { say, linger }: DemoHands): Promise<DemoResult> => {
  const { client } = stage;
  say(`\nMODEL offline: rules and phrases of our own. ${CUSTOMER} writes:\n   "${MESSAGE}"`);
  const { turnKey } = await client.start({ agent: 'support', subject: CUSTOMER, message: MESSAGE });
  const end = await client.wait(turnKey);
  say(`   ${end.status}, ${end.outcome ?? '-'}. The customer reads:\n   "${end.reply ?? ''}"`);
  const result = await closeDemo(stage, {
    scenario: 'small-refund',
    workflowId: turnKey,
    expect: { status: 'completed', outcome: 'answered' },
    claims: ({ records, charges }) => [
      claim('no person was asked', records.reviews.length === 0),
      claim('exactly one refund was paid, of the exact amount', charges.length === 1 && charges[0]?.amount === 5_201),
      claim('one entry, done, allowed by a rule of the policy and no grant', isAlone(records.effects)),
    ],
  });
  for (const { tool, state } of result.ledger) say(`   Ledger: ${tool} ${state}, allowed by the policy`);
  await linger();
  return result;
};

const isAlone = (entries: readonly { readonly state: string; readonly reviewId: string | null }[]): boolean =>
  entries.length === 1 && entries.every(({ state, reviewId }) => state === 'done' && reviewId === null);
