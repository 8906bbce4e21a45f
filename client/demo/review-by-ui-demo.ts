// A refund that waits for a person, who has nothing but Temporal's own web UI: what they need to know and to paste stands there, in
// the run's current details. With --auto a real browser does what the person would do; otherwise the person does it.
import { NAME_TO_FILL, REASON_TO_FILL } from '../../core/human-review/bare-decision';
import { fromMinor } from '../../core/kernel/money';
import { ClientError } from '../client-error';
import { readReviewEvidence } from '../review-evidence';
import type { RunReport } from '../wait-for-run';
import { REVIEWER } from './approve-as';
import { reviewInBrowser, type SeenInBrowser } from './browser/review-in-browser';
import { claim, closeDemo, webUiOf, type Claim, type DemoResult } from './demo-result';
import type { DemoStage } from './demo-stage';
import type { DemoHands } from './demo';

const CUSTOMER = 'olivia_ito_3591';
const AMOUNT = '207.75';
const MESSAGE = `Hi, the sneakers from my order #W5866402 arrived damaged. Please refund the ${AMOUNT} USD I paid for them.`;

export const playReviewByUi = async (stage: DemoStage, hands: DemoHands): Promise<DemoResult> => {
  const { say, linger } = hands;
  const { client } = stage;
  say(`\nMODEL offline: rules and phrases of our own. ${CUSTOMER} writes:\n   "${MESSAGE}"`);
  const { turnKey } = await client.start({ agent: 'support', subject: CUSTOMER, message: MESSAGE });
  const waiting = await client.wait(turnKey);
  const url = webUiOf(stage, turnKey);
  if (url === null) throw new ClientError('NO_WEB_UI', 7, 'the server of this demonstration has no web UI');
  const seen = await review({ stage, hands, waiting, url });
  const end = await client.wait(turnKey);
  say(`   ${end.status}, ${end.outcome ?? '-'}. The customer reads:\n   "${end.reply ?? ''}"`);
  const result = await closeDemo(stage, {
    scenario: 'review-by-ui',
    workflowId: turnKey,
    expect: { status: 'completed', outcome: 'answered' },
    claims: ({ records, charges }) => [
      claim('it waited for a person', waiting.status === 'interrupted'),
      claim('exactly one refund was paid, of the exact amount', charges.length === 1 && charges[0]?.amount === 20_775),
      claim(
        'one review, used up by one entry',
        records.reviews.length === 1 && records.reviews[0]?.state === 'consumed',
      ),
      claim('one ledger entry, done', records.effects.length === 1 && records.effects[0]?.state === 'done'),
      claim('it was decided by a bare signal, unverified', records.reviews[0]?.authenticated === 'unverified'),
      ...(seen === null ? [] : claimsOf(seen)),
    ],
  });
  for (const { tool, state, reviewId } of result.ledger)
    say(`   Ledger: ${tool} ${state}, allowed by review ${reviewId ?? '-'}`);
  await linger();
  return result;
};

interface Reviewing {
  readonly stage: DemoStage;
  readonly hands: DemoHands;
  readonly waiting: RunReport;
  readonly url: string;
}

/** What the browser saw; null where a person looked. */
const review = async ({ stage, hands, waiting, url }: Reviewing): Promise<SeenInBrowser | null> => {
  const { say, auto, screenshots } = hands;
  const { turnKey, reviewId } = waiting;
  if (reviewId === null) return null;
  const { review: asked } = await readReviewEvidence(stage.client.context, reviewId);
  say(
    `   It waits: ${asked.currency ?? ''} ${fromMinor(asked.amountMinor ?? 0, asked.currency ?? 'USD')}, review ${reviewId}.`,
  );
  say(`   Temporal Web UI: ${url}`);
  if (auto) return reviewInBrowser({ stage, say, screenshots, turnKey, url, reviewer: REVIEWER });
  tellPerson(say);
  await untilDecided(stage, waiting);
  return null;
};

const tellPerson = (say: (line: string) => void): void => {
  say('   1. Open it. The tab "User Metadata" shows the case and what waits under "Current Details".');
  say(
    '   2. Copy the JSON under "To approve" there; "More Actions", "Send a Signal", reviewDecision, paste it as data.',
  );
  say(
    `   3. Put your name in place of ${NAME_TO_FILL} and a reason such as ok in place of ${REASON_TO_FILL}, then "Submit"; press R to see it done.`,
  );
  say(`   ${CUSTOMER} and whoever started the run may not approve. Waiting for you; Ctrl-C gives up.`);
};

/** As long as the person takes. A question or a refusal ends the wait too. */
const untilDecided = async ({ client }: DemoStage, { turnKey, reviewId }: RunReport): Promise<void> => {
  for (;;) {
    const now = await client.wait(turnKey, reviewId === null ? {} : { decidedReview: reviewId });
    if (!now.timedOut) return;
  }
};

const claimsOf = (seen: SeenInBrowser): readonly Claim[] => [
  claim('the page named the exact amount first', seen.heading.startsWith(`USD ${AMOUNT}`)),
  claim('a paste that nobody filled in was ignored, and the page says why', seen.ignored.includes('malformed')),
  claim('the page says that it is done', seen.end.includes('done')),
  claim('no name of the customer stands in the current details', !seen.everything.includes(CUSTOMER)),
];
