// Lists the runs that wait for a person, then follows one run, a line a move.
//   node examples/list-and-watch.mjs [RUN]
import { openClient, readSettings } from 'turnkeep/client';

let turnkeep;
try {
  turnkeep = await openClient(readSettings(process.env));
  for (const { workflowId, reviewId, agent } of (await turnkeep.list({ status: 'interrupted' })).runs)
    console.log(`waits: ${workflowId} (${agent}) for ${reviewId}`);
  const [newest] = (await turnkeep.list({ limit: 1 })).runs;
  const turnKey = process.argv[2] ?? newest?.workflowId;
  if (turnKey === undefined)
    throw Object.assign(new Error('node examples/start-and-wait.mjs makes one'), { code: 'NO_RUN_YET', exit: 2 });
  for await (const event of turnkeep.watch(turnKey)) {
    if (event.kind === 'begin') console.log(`${turnKey}: model ${event.modelLabel}, ${event.tokensMax} tokens`);
    if (event.kind === 'move') console.log(`step ${event.step} ${event.node}: ${event.event}`);
    if (event.kind === 'waits') console.log(`waits for ${event.reviewId}`);
    if (event.kind === 'end') console.log(`${event.why}: ${event.report.status}`);
  }
} catch (error) {
  // What is refused has a code: RUN_NOT_FOUND, or SERVER_UNREACHABLE, which has no exit code of its own.
  if (error.code === undefined) throw error;
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = error.exit ?? 7;
} finally {
  await turnkeep?.close();
}
