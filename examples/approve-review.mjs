// Approves what a run asks for, by its exact amount. Whoever started the run may not.
//   node examples/approve-review.mjs REVIEW AMOUNT
import { openClient, readSettings } from 'turnkeep/client';

const [reviewId = '', confirmAmount = ''] = process.argv.slice(2);
let turnkeep;
try {
  turnkeep = await openClient(readSettings(process.env), { as: 'ana' });
  const { review, args } = await turnkeep.review.show(reviewId);
  console.log(`${review.tool} ${JSON.stringify(args)}`);
  const seen = { reviewId, round: review.round };
  const decided = await turnkeep.review.decide({
    ...seen,
    decision: 'approve',
    reasonCode: 'photo-seen',
    confirmAmount,
  });
  console.log(`approved by ${decided.by}: ${decided.amount} ${decided.currency}`);
  const report = await turnkeep.wait(decided.turnKey, { decidedReview: reviewId, timeoutMs: 60_000 });
  console.log(`${report.status}: ${report.reply}`);
} catch (error) {
  if (error.code === undefined) throw error;
  // WRONG_AMOUNT, STALE_ROUND, ALREADY_DECIDED: nothing was sent; the message says what was expected.
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = error.exit ?? 7;
} finally {
  await turnkeep?.close();
}
