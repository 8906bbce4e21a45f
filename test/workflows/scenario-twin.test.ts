// The stories of test/scenarios are played by a synchronous twin of the driver. Here the same turns run on a server: their recorded
// moves must be the twin's, line by line, or the stories prove nothing about the product.
import { readStory } from '../scenarios/read-story';
import { runScenario } from '../scenarios/run-scenario';
import { moveText } from '../scenarios/trace';
import { bareApproval } from '../support/bare-approval';
import { startGatedWorker, type GatedWorker } from '../support/gated-worker';
import { describeWithTemporal } from '../support/needs';
import { getOrder, largeOrder, refundOf, say, smallOrder } from '../support/refund-scripts';
import { startSystem, until, type System } from '../support/start-system';

const calls = (...proposed: readonly { tool: string; argsText: string }[]): { calls: unknown } => ({ calls: proposed });
const told = (...proposed: readonly { tool: string; argsText: string }[]): string =>
  ['model proposes', ...proposed.map(({ tool, argsText }) => `  ${tool} ${argsText}`)].join('\n');
const movesOf = (trace: string): readonly string[] => trace.split('\n').filter((line) => /^\d+\. /.test(line));

const reads = [getOrder(smallOrder.orderId), getOrder('#W0000000'), getOrder(smallOrder.orderId)];
const refund = refundOf(smallOrder);
const large = refundOf(largeOrder);

describeWithTemporal('the scenarios', () => {
  let system: System;
  let worker: GatedWorker;
  beforeAll(async () => {
    system = await startSystem({
      worker: false,
      scripts: {
        refund: {
          replies: [
            calls(...reads),
            calls(refund, getOrder('#W0000000')),
            { text: 'no json' },
            calls(refund),
            say('Done.'),
          ],
        },
        review: { replies: [calls(large), say('Done.')] },
        capped: { replies: [calls(getOrder('#W0000001')), say('Done.')] },
      },
    });
    worker = await startGatedWorker(system);
  }, 60_000);
  afterAll(async () => {
    await worker.stop();
    await system.stop();
  }, 30_000);

  const start = async (
    script: string,
    { limits = {}, order = smallOrder }: { limits?: object; order?: { customer: string; total: string } } = {},
  ): Promise<string> => {
    const message = `Please refund ${order.total}.`;
    const options = { agent: 'support', subject: order.customer, message, model: `scripted:${script}`, limits };
    return (await system.client.start(options)).turnKey;
  };
  const recordedMoves = async (turnKey: string): Promise<readonly string[]> => {
    await until(async () => (await system.client.wait(turnKey)).status === 'completed');
    return (await system.client.context.store.runs.steps(turnKey)).flatMap(({ moves }) => moves.map(moveText));
  };

  test('twin: reads, a repeat, a refund, a bad answer, the refund again -> the moves of the server', async () => {
    const story = `${told(...reads)}
tool ok
tool empty
${told(refund, getOrder('#W0000000'))}
judge allow gatekeeper.withinLimit amount=52.01
effect done
model answers badly error=PARSE
${told(refund)}
model answers`;
    const moves = await recordedMoves(await start('refund', { limits: { tokensMax: 1_000_000 } }));
    expect(movesOf(runScenario(readStory(story)))).toEqual(moves);
    expect(moves.join('\n')).toContain('suppress process_refund by exact, as in step 2');
  }, 60_000);

  test('twin: a step cap -> the moves of the server', async () => {
    const story = `limits stepMax=1\n${told(getOrder('#W0000001'))}\ntool empty\nmodel answers`;
    const moves = await recordedMoves(await start('capped', { limits: { stepMax: 1 } }));
    expect(movesOf(runScenario(readStory(story)))).toEqual(moves);
  }, 60_000);

  test('twin: a review, a stop, a decision while parked, a resume -> the moves of the server', async () => {
    const turnKey = await start('review', { order: largeOrder });
    const handle = system.client.context.temporal.workflow.getHandle(turnKey);
    const viewAt = (status: string) =>
      until(async () => {
        const { view } = await system.client.status(turnKey);
        return view?.status === status ? view : undefined;
      });
    await viewAt('interrupted');
    await system.client.stop(turnKey, 'test');
    await handle.signal('reviewDecision', bareApproval((await viewAt('cancelled')).reviews[0]!));
    await system.client.resume(turnKey, { money: true });
    const story = `${told(large)}
judge review gatekeeper.overLimit amount=436.96
stop by ben
decide rv1 approve by ana amount=436.96
resume by ana money
effect done
model answers`;
    expect(movesOf(runScenario(readStory(story)))).toEqual(await recordedMoves(turnKey));
  }, 60_000);
});
