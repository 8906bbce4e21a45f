// An operator holds every effect. A refund that the policy allows alone becomes a question to a person, an approval is refused while the
// hold stands, and after its release the approved refund is paid once.
import { ClientError } from '../client-error';
import { holdAgents, releaseAgents } from '../effect-holds';
import { approveAs, REVIEWER } from './approve-as';
import { claim, closeDemo, type DemoResult } from './demo-result';
import type { DemoStage } from './demo-stage';
import type { DemoHands } from './demo';

const CUSTOMER = 'isabella_brown_3584';
const AMOUNT = '52.01';
const MESSAGE = `Hello, the jigsaw puzzle from order #W7752779 is missing pieces. Please refund ${AMOUNT} USD.`;

export const playPolicyHold = async (stage: DemoStage, { say, linger }: DemoHands): Promise<DemoResult> => {
  const { client } = stage;
  const operator = { ...client.context, person: 'demo-operator' };
  await holdAgents(operator, { reasonCode: 'incident' });
  say('\nAn operator holds every effect: turnkeep effects hold --all --reason incident');
  say(`MODEL offline. ${CUSTOMER} writes:\n   "${MESSAGE}"`);
  const { turnKey } = await client.start({ agent: 'support', subject: CUSTOMER, message: MESSAGE });
  const waiting = await client.wait(turnKey);
  const { reviewId } = waiting;
  say(`   The policy allows it alone, the hold does not: ${waiting.status}, review ${reviewId ?? '-'}.`);
  const early = reviewId === null ? null : await tryToApprove(stage, reviewId);
  say(`   An approval under the hold: ${early ?? 'was taken'}`);
  await releaseAgents(operator, { reasonCode: 'incident-over' });
  say('   Released: turnkeep effects release --all --reason incident-over');
  if (reviewId !== null) await approveAs(stage, { reviewId, amount: AMOUNT });
  say(`   Approved by "${REVIEWER}" (unverified).`);
  const end = await client.wait(turnKey, reviewId === null ? {} : { decidedReview: reviewId });
  say(`   ${end.status}, ${end.outcome ?? '-'}. The customer reads:\n   "${end.reply ?? ''}"`);
  const result = await closeDemo(stage, {
    scenario: 'policy-hold',
    workflowId: turnKey,
    expect: { status: 'completed', outcome: 'answered' },
    claims: ({ records, charges }) => [
      claim('under the hold it waited for a person', waiting.status === 'interrupted'),
      claim('the review names the hold', records.reviews[0]?.rule === 'ledger.held'),
      claim('an approval under the hold was refused', early !== null),
      claim('after the release exactly one refund was paid', charges.length === 1 && charges[0]?.amount === 5_201),
      claim(
        'the entry stands under the grant',
        records.effects.length === 1 && records.effects[0]?.reviewId === reviewId,
      ),
    ],
  });
  await linger();
  return result;
};

/** The refusal's words; null when it was taken. */
const tryToApprove = async (stage: DemoStage, reviewId: string): Promise<string | null> => {
  try {
    await approveAs(stage, { reviewId, amount: AMOUNT });
    return null;
  } catch (error) {
    if (error instanceof ClientError) return error.message;
    throw error;
  }
};
