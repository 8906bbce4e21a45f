// No node of any graph may get past the governor: with one that says no, nothing that costs, reads or acts is ever dispatched, and
// the run still ends with a hand-off that stands alone.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Activities } from '../../activities/index';
import { bundleTestWorkflows } from '../support/bundle-test-workflows';
import { startGatedWorker, type GatedWorker } from '../support/gated-worker';
import { describeWithTemporal } from '../support/needs';
import { getOrder, refundOf, refundScript, smallOrder } from '../support/refund-scripts';
import { startSystem, type System } from '../support/start-system';
import { makeTemporaryFolder } from '../support/temporary-folder';

type Name = keyof Activities;
const acting: readonly Name[] = [
  'establish',
  'callModel',
  'runTool',
  'judgeAction',
  'openReview',
  'recordDecision',
  'performEffect',
  'deliverReply',
];

const settingsWith = (workflowType: string): string => {
  const path = join(makeTemporaryFolder('turnkeep-governed-'), 'turnkeep.config.json');
  const agent = {
    name: 'support',
    workflowType,
    kit: 'agents/support/kit#supportKit',
    tools: 'activities/tools/support/index#createSupportTools',
    data: 'data/support',
  };
  writeFileSync(path, JSON.stringify({ agents: [agent] }));
  return path;
};

describeWithTemporal('a governor that aborts', () => {
  let bundle: string;
  let system: System;
  let worker: GatedWorker;
  beforeAll(async () => {
    bundle = await bundleTestWorkflows(resolve(__dirname, '../support/workflows/governed-turns.ts'));
  }, 120_000);
  afterEach(async () => {
    await worker.stop();
    await system.stop();
  }, 30_000);

  /** Runs a turn that would read two orders and make a refund, and says which activities it dispatched. */
  const run = async (workflowType: string) => {
    system = await startSystem({
      worker: false,
      env: { TURNKEEP_CONFIG: settingsWith(workflowType) },
      scripts: {
        refund: refundScript(smallOrder),
        batch: { replies: [{ calls: [getOrder(smallOrder.orderId), getOrder('#W1764038'), refundOf(smallOrder)] }] },
      },
    });
    worker = await startGatedWorker(system, { bundle });
    const { turnKey } = await system.client.start({
      agent: 'support',
      subject: smallOrder.customer,
      message: `Please refund ${smallOrder.total} for ${smallOrder.orderId}, it came damaged.`,
      model: workflowType === 'abortAtActionsTurn' ? 'scripted:batch' : 'scripted:refund',
    });
    const report = await system.client.wait(turnKey, { timeoutMs: 20_000 });
    const dispatched = Object.fromEntries(
      acting.map((name) => [name, worker.calls[name] ?? 0]).filter(([, calls]) => calls !== 0),
    );
    const verdicts = (await system.client.context.store.runs.steps(turnKey)).flatMap(({ moves }) =>
      moves.filter(({ event }) => event.startsWith('verdict:')).map(({ node, event }) => `${node} ${event}`),
    );
    return { report, dispatched, verdicts, charges: (await system.gateway.ledger()).charges.length };
  };
  const handedOff = { status: 'completed', outcome: 'handedOff', reply: expect.stringMatching(/\S/) as string };

  test('governor: always aborts -> no activity but the hand-off is ever dispatched, the run ends handed off', async () => {
    const { report, dispatched, verdicts, charges } = await run('alwaysAbortTurn');
    expect(report).toMatchObject(handedOff);
    expect(dispatched).toEqual({});
    expect(worker.calls['writeHandOff']).toBe(1);
    expect(verdicts).toEqual(['verify verdict:abort']);
    expect(charges).toBe(0);
  }, 60_000);

  test('governor: aborts at the first action -> the model was asked once, no tool of the batch is dispatched', async () => {
    const { report, dispatched, verdicts, charges } = await run('abortAtActionsTurn');
    expect(report).toMatchObject(handedOff);
    expect(dispatched).toEqual({ establish: 1, callModel: 1 });
    expect(verdicts).toEqual(['tools verdict:abort']);
    expect(charges).toBe(0);
  }, 60_000);

  test('governor: aborts at the refund -> reads ran, no judge, no review and no door', async () => {
    const { report, dispatched, verdicts, charges } = await run('abortAtEffectsTurn');
    expect(report).toMatchObject(handedOff);
    expect(dispatched).toEqual({ establish: 1, callModel: 2, runTool: 1 });
    expect(verdicts).toEqual(['tools verdict:abort']);
    expect(charges).toBe(0);
  }, 60_000);

  test('governor: aborts from the second model call on -> one call, its tools ran, nothing after', async () => {
    const { report, dispatched, verdicts, charges } = await run('abortAtSecondModelCallTurn');
    expect(report).toMatchObject(handedOff);
    expect(dispatched).toEqual({ establish: 1, callModel: 1, runTool: 1 });
    expect(verdicts).toEqual(['agent verdict:abort']);
    expect(charges).toBe(0);
  }, 60_000);
});
