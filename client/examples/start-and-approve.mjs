// Starts a turn, and approves what it asks a person for by a bare Temporal signal. Needs a running system: `turnkeep dev`.
//   node client/examples/start-and-approve.mjs
import { Client, Connection } from '@temporalio/client';
import clientModule from '../../dist/client/turnkeep-client.js';
import reviewModule from '../../dist/client/review-list.js';
import settingsModule from '../../dist/temporal-config/settings.js';

const settings = settingsModule.readSettings(process.env);
const turnkeep = await clientModule.openClient(settings, { as: 'example' });
const { turnKey } = await turnkeep.start({
  agent: 'support',
  subject: 'olivia_ito_3591',
  message: 'Hi, the sneakers from my order #W5866402 arrived damaged. Please refund the 207.75 USD I paid for them.',
});
const waiting = await turnkeep.wait(turnKey);
console.log(turnKey, waiting.status, waiting.reviewId);

if (waiting.status === 'interrupted') {
  const { reviewId, round, actionHash } = await reviewModule.findReview(turnkeep.context, waiting.reviewId);
  // From here on no code of Turnkeep's is needed: any Temporal client, the temporal CLI or the Web UI can send this.
  const connection = await Connection.connect({ address: process.env.TEMPORAL_ADDRESS ?? '127.0.0.1:7233' });
  await new Client({ connection }).workflow.getHandle(turnKey).signal('reviewDecision', {
    reviewId,
    round,
    actionHash,
    decision: 'approve',
    // Somebody else than who started the run.
    by: 'example-reviewer',
    reasonCode: 'photo-seen',
  });
  await connection.close();
  const end = await turnkeep.wait(turnKey, { decidedReview: reviewId });
  console.log(end.status, end.outcome, end.reply);
}
await turnkeep.close();
