// An agent that the product knows nothing of: a folder of somebody else with its table, kit and tools, named in a settings file of
// their own and bundled in a workflows file of their own. Nothing of the product is changed for it.
import { join, resolve } from 'node:path';
import { bundleTestWorkflows } from '../support/bundle-test-workflows';
import { startGatedWorker, type GatedWorker } from '../support/gated-worker';
import { describeWithTemporal } from '../support/needs';
import { loans, sent } from '../support/outside-agent/tools';
import { refundScript, say, smallOrder } from '../support/refund-scripts';
import { startSystem, type System } from '../support/start-system';

const folder = resolve(__dirname, '../support/outside-agent');
const lend = (args: object): { tool: string; argsText: string } => ({
  tool: 'lend_book',
  argsText: JSON.stringify(args),
});

describeWithTemporal('an agent from outside', () => {
  let system: System;
  let worker: GatedWorker;
  beforeAll(async () => {
    system = await startSystem({
      worker: false,
      env: { TURNKEEP_CONFIG: join(folder, 'turnkeep.config.json') },
      scripts: {
        lend: {
          replies: [
            { calls: [{ tool: 'find_book', argsText: '{"title":"Emma"}' }] },
            { calls: [lend({ book_id: 'b-1' })] },
            { calls: [lend({ note: 'once more', book_id: 'b-1' })] },
            say('Emma is yours.'),
          ],
        },
        refused: { replies: [{ calls: [lend({ book_id: 'b-1' })] }, say('It is lent.')] },
        endless: { replies: [{ calls: [{ tool: 'find_book', argsText: '{"title":"Ulysses"}' }] }], repeatLast: true },
        refund: refundScript(smallOrder),
      },
    });
    worker = await startGatedWorker(system, { bundle: await bundleTestWorkflows(join(folder, 'workflows.ts')) });
  }, 120_000);
  afterAll(async () => {
    await worker.stop();
    await system.stop();
  }, 30_000);

  const message = `Please refund ${smallOrder.total} USD for order ${smallOrder.orderId}, it is damaged.`;
  const run = async (agent: string, script: string, subject = 'reader-1') => {
    const { turnKey } = await system.client.start({
      agent,
      subject,
      message,
      model: `scripted:${script}`,
    });
    return { turnKey, report: await system.client.wait(turnKey, { timeoutMs: 20_000 }) };
  };
  const eventsOf = async (turnKey: string): Promise<readonly string[]> =>
    (await system.client.context.store.runs.steps(turnKey)).flatMap(({ moves }) =>
      moves.map(({ node, event }) => `${node} ${event}`),
    );

  test('outside agent: a read, an effect, the same with another note -> sent once, the second gets the recorded result', async () => {
    const { turnKey, report } = await run('shelf', 'lend');
    expect(report).toMatchObject({ status: 'completed', outcome: 'answered', reply: 'Emma is yours.', steps: 4 });
    expect(turnKey).toMatch(/^shelf\//);
    expect([...loans.keys()]).toEqual(['b-1']);
    expect(sent).toEqual(['b-1']);
    expect(await eventsOf(turnKey)).toEqual([
      'desk toolsProposed',
      'shelf settled',
      'desk toolsProposed',
      'shelf judge',
      'rules allowed',
      'counter performed',
      'shelf settled',
      'desk toolsProposed',
      'shelf judge',
      'rules allowed',
      'counter performed',
      'shelf settled',
      'desk answered',
      'reply delivered',
    ]);
  }, 60_000);

  test('outside agent: its policy refuses -> no door, the model is told', async () => {
    const { turnKey, report } = await run('shelf', 'refused', 'reader-2');
    expect(report).toMatchObject({ outcome: 'answered', reply: 'It is lent.' });
    expect(sent).toEqual(['b-1']);
    expect(await eventsOf(turnKey)).toContain('rules forbidden');
  }, 60_000);

  test('outside agent: its limits say abort at the step cap -> its own hand-off', async () => {
    const { turnKey, report } = await run('shelf', 'endless');
    expect(report).toMatchObject({ status: 'completed', outcome: 'handedOff', steps: 4 });
    expect(await eventsOf(turnKey)).toContain('desk verdict:abort');
  }, 60_000);

  test('outside agent: beside it the shipped agent -> runs from the same bundle and settings', async () => {
    const { report } = await run('support', 'refund', smallOrder.customer);
    expect(report).toMatchObject({ status: 'completed', outcome: 'answered', reply: 'The refund is made.' });
  }, 60_000);
});
