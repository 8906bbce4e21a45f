// A customer asks in their own words, typed here as they would type them; the offline reader takes them like anything else a
// newcomer types. First a no, then a refund over the limit that waits for a person, whom a bare Temporal signal speaks for.
import { fromMinor } from '../../core/kernel/money';
import { readReviewEvidence } from '../review-evidence';
import { claim, closeDemo, webUiOf, type DemoResult } from './demo-result';
import type { DemoStage } from './demo-stage';
import type { DemoHands } from './demo';

const CUSTOMER = 'olivia_ito_3591';
const FOREIGN_ORDER = '#W8632528';
const NO_MESSAGE = `Hello, I want a refund of 241.90 USD for order ${FOREIGN_ORDER} please, the hiking boots are faulty.`;
const AMOUNT = '207.75';
const YES_MESSAGE = `Hi, the sneakers from my order #W5866402 arrived damaged. Please refund the ${AMOUNT} USD I paid for them.`;

export const playRefund = async (stage: DemoStage, { say, linger }: DemoHands): Promise<DemoResult> => {
  const { client } = stage;
  say('\nMODEL offline: a reader of rules and phrases of our own; no language model is called.');
  say(`\n1. A no. ${CUSTOMER} writes:\n   "${NO_MESSAGE}"`);
  const asked = await client.start({ agent: 'support', subject: CUSTOMER, message: NO_MESSAGE });
  const no = await client.wait(asked.turnKey);
  say(`   The order is somebody else's. The answer (${no.outcome ?? no.status}):\n   "${no.reply ?? ''}"`);

  say(`\n2. A yes that needs a person. ${CUSTOMER} writes:\n   "${YES_MESSAGE}"`);
  const { turnKey } = await client.start({ agent: 'support', subject: CUSTOMER, message: YES_MESSAGE });
  const waiting = await client.wait(turnKey);
  const webUi = webUiOf(stage, turnKey);
  if (waiting.status === 'interrupted' && waiting.reviewId !== null) {
    await approve(stage, waiting.reviewId, say);
    say(
      webUi === null
        ? '   The server was running before; find the run in its own web UI.'
        : `   Temporal Web UI: ${webUi}`,
    );
    const end = await client.wait(turnKey, { decidedReview: waiting.reviewId });
    say(`   ${end.status}, ${end.outcome ?? '-'}. The customer reads:\n   "${end.reply ?? ''}"`);
  }

  const result = await closeDemo(stage, {
    scenario: 'refund',
    workflowId: turnKey,
    expect: { status: 'completed', outcome: 'answered' },
    claims: ({ records, charges }) => [
      claim('the first request was answered without a refund', no.status === 'completed' && no.outcome === 'answered'),
      claim('it waited for a person', waiting.status === 'interrupted'),
      claim('exactly one refund was paid, of the exact amount', charges.length === 1 && charges[0]?.amount === 20_775),
      claim('one ledger entry, done, under the grant', records.effects.length === 1 && isGranted(records.effects[0])),
      claim('the grant is used up', records.reviews.length === 1 && records.reviews[0]?.state === 'consumed'),
      claim(
        'the receipt of the gateway is the recorded one',
        charges[0] !== undefined && receiptOf(records.effects[0]) === charges[0].id,
      ),
    ],
  });
  tellEnd(result, say);
  await linger();
  return result;
};

/** Sent by a client that knows neither our codec nor our store: what the Temporal command line and its web UI send. */
const approve = async (stage: DemoStage, reviewId: string, say: (line: string) => void): Promise<void> => {
  const { review } = await readReviewEvidence(stage.client.context, reviewId);
  const amount = fromMinor(review.amountMinor ?? 0, review.currency ?? 'USD');
  say(
    `   It waits: refund ${review.currency ?? ''} ${amount}, rule ${review.rule}, review ${review.reviewId} round ${review.round}.`,
  );
  const decision = {
    reviewId: review.reviewId,
    round: review.round,
    actionHash: review.actionHash,
    decision: 'approve',
    by: 'demo-reviewer',
    reasonCode: 'demo',
    confirmAmount: AMOUNT,
  };
  const bare = await stage.bareClient();
  await bare.workflow.getHandle(review.turnKey).signal('reviewDecision', decision);
  say('   Approved by a bare Temporal signal, as "demo-reviewer" (unverified): who started the run may not approve.');
};

interface LedgerEntry {
  readonly state: string;
  readonly reviewId: string | null;
  readonly receipt: Readonly<Record<string, unknown>> | null;
}

const isGranted = (entry: LedgerEntry | undefined): boolean => entry?.state === 'done' && entry.reviewId !== null;

const receiptOf = (entry: LedgerEntry | undefined): unknown => {
  const value = entry?.receipt?.['value'];
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
};

const tellEnd = ({ ledger, gateway, reviews, historyEvents }: DemoResult, say: (line: string) => void): void => {
  const [charge] = gateway.charges;
  if (charge !== undefined)
    say(`\n   Receipt ${charge.id}: ${charge.currency} ${fromMinor(charge.amount, charge.currency)}`);
  for (const { tool, state, reviewId } of ledger)
    say(`   Ledger: ${tool} ${state}, allowed by review ${reviewId ?? '-'}`);
  for (const { reviewId, state, decidedBy } of reviews)
    say(`   Review ${reviewId}: ${state}, decided by ${decidedBy ?? '-'}`);
  say(`   ${historyEvents} events in the history.`);
};
