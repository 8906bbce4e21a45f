// A refund waits for a person, and the customer goes on writing. The next turn of the case is not held up: it is told what waits, answers,
// and proposes nothing twice; the person then decides the first turn, which pays once.
import { ClientError } from '../client-error';
import { readRunRecords } from '../run-records';
import { approveAs, REVIEWER } from './approve-as';
import { claim, closeDemo, type DemoResult } from './demo-result';
import type { DemoStage } from './demo-stage';
import type { DemoHands } from './demo';

const CUSTOMER = 'olivia_ito_3591';
const CASE = 'demo-pending';
const AMOUNT = '207.75';
const FIRST = `Hi, the sneakers from my order #W5866402 arrived damaged. Please refund the ${AMOUNT} USD I paid for them.`;
const NEXT = 'Hello? What about my refund for order #W5866402?';

/** The person is shown what came after the proposal; an approval that does not say so is refused. */
const approveHavingRead = async (
  stage: DemoStage,
  reviewId: string,
  say: DemoHands['say'],
): Promise<string | undefined> => {
  const evidence = await stage.client.review.show(reviewId);
  const later = evidence.laterMessages;
  const refused = await refusalOf(approveAs(stage, { reviewId, amount: AMOUNT }));
  say(`\n"${REVIEWER}" (unverified) approves without having read what came after:\n   refused: ${refused ?? 'no'}`);
  say(`   Written after the proposal: ${later.map(({ text }) => `"${text ?? ''}"`).join(', ')}`);
  await approveAs(stage, { reviewId, amount: AMOUNT, seenLater: later.length });
  say(`Approved by "${REVIEWER}" (unverified), ${later.length} later message read.`);
  return refused;
};

const refusalOf = async (approval: Promise<void>): Promise<string | undefined> => {
  try {
    await approval;
    return undefined;
  } catch (error) {
    if (error instanceof ClientError && error.code === 'LATER_MESSAGES') return error.message;
    throw error;
  }
};

export const playPendingNextTurn = async (stage: DemoStage, { say, linger }: DemoHands): Promise<DemoResult> => {
  const { client } = stage;
  const write = (message: string) =>
    client.start({ agent: 'support', subject: CUSTOMER, message, caseReference: CASE });
  say(`\nMODEL offline: rules and phrases of our own. ${CUSTOMER} writes:\n   "${FIRST}"`);
  const first = await write(FIRST);
  const waiting = await client.wait(first.turnKey);
  say(`   Turn 1 waits for a person. The customer reads meanwhile:\n   "${waiting.interimReply ?? ''}"`);
  say(`\n${CUSTOMER} writes again:\n   "${NEXT}"`);
  const next = await write(NEXT);
  const answered = await client.wait(next.turnKey);
  const told = await readRunRecords(client.context, next.turnKey);
  say(
    `   Turn 2 (${answered.status}, ${answered.outcome ?? '-'}) answers while turn 1 waits:\n   "${answered.reply ?? ''}"`,
  );
  const refused = waiting.reviewId === null ? undefined : await approveHavingRead(stage, waiting.reviewId, say);
  const end = await client.wait(first.turnKey, waiting.reviewId === null ? {} : { decidedReview: waiting.reviewId });
  say(`   Turn 1: ${end.status}, ${end.outcome ?? '-'}. The customer reads:\n   "${end.reply ?? ''}"`);
  const result = await closeDemo(stage, {
    scenario: 'pending-next-turn',
    workflowId: first.turnKey,
    expect: { status: 'completed', outcome: 'answered' },
    claims: ({ records, charges }) => [
      claim('the customer was told while it waited', waiting.interimReply !== null),
      claim('the next turn ended while the first waited', answered.status === 'completed'),
      claim('the next turn asked nobody and did nothing', told.reviews.length === 0 && told.effects.length === 0),
      claim('the next turn spoke of what waits', answered.reply?.includes(AMOUNT) === true),
      claim('an approval over an unread message was refused', refused !== undefined),
      claim('exactly one refund was paid, of the exact amount', charges.length === 1 && charges[0]?.amount === 20_775),
      claim(
        'one review, used up by one entry',
        records.reviews.length === 1 && records.reviews[0]?.state === 'consumed',
      ),
    ],
  });
  await linger();
  return result;
};
