// Starts a turn and waits until it ended, parked, or waits for a person. Before it: turnkeep dev
//   node examples/start-and-wait.mjs CUSTOMER "WORDS"
import { openClient, readSettings } from 'turnkeep/client';

const [customer = 'isabella_brown_3584', words = 'Where is my order #W7752779?'] = process.argv.slice(2);
let turnkeep;
try {
  turnkeep = await openClient(readSettings(process.env), { as: 'shop-frontend' });
  const { turnKey, modelLabel } = await turnkeep.start({ agent: 'support', subject: customer, message: words });
  console.log(`started ${turnKey} with model ${modelLabel}`);
  const report = await turnkeep.wait(turnKey, { timeoutMs: 60_000 });
  if (report.timedOut) console.log('still running');
  else if (report.status === 'interrupted') console.log(`waits for a person: ${report.reviewId}`);
  else console.log(`${report.status}, ${report.outcome}: ${report.reply}`);
} catch (error) {
  if (error.code === undefined) throw error;
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = error.exit ?? 7;
} finally {
  await turnkeep?.close();
}
