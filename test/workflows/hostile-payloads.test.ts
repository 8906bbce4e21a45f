// Whoever can signal a run must not be able to stop it for ever, nor to carry another run's words over to it.
import { createCaseSealer } from '../../stores/case-sealer';
import { createPayloadCodec } from '../../temporal-config/payload-codec';
import { startGatedWorker, type GatedWorker } from '../support/gated-worker';
import { describeWithTemporal } from '../support/needs';
import { largeOrder, refundScript, say } from '../support/refund-scripts';
import { startSystem, until, type System } from '../support/start-system';

describeWithTemporal('hostile payloads', () => {
  let system: System;
  let worker: GatedWorker;
  beforeAll(async () => {
    system = await startSystem({
      worker: false,
      scripts: {
        large: refundScript(largeOrder, 'Your request was looked at.'),
        badUsage: { replies: [{ ...say('hi'), usage: { inputTokens: -100_000, outputTokens: -5 } }] },
        hugeUsage: {
          replies: [
            { ...say('hi'), usage: { inputTokens: 9_007_199_254_740_991, outputTokens: 9_007_199_254_740_991 } },
          ],
        },
        surrogate: { replies: [{ text: '{"message":"\ud800"}' }, say('whole again')] },
      },
    });
    worker = await startGatedWorker(system);
  }, 60_000);
  afterAll(async () => {
    await worker.stop();
    await system.stop();
  }, 30_000);

  const start = async (script: string) =>
    (
      await system.client.start({
        agent: 'support',
        subject: largeOrder.customer,
        message: 'Please refund my order.',
        model: `scripted:${script}`,
      })
    ).turnKey;

  const service = () => system.client.context.temporal.workflowService;
  const failedTasks = async (turnKey: string): Promise<number> => {
    const { events } = await system.client.context.temporal.workflow.getHandle(turnKey).fetchHistory();
    return (events ?? []).filter((event) => (event.workflowTaskFailedEventAttributes ?? null) !== null).length;
  };
  const bytes = (text: string): Uint8Array => Buffer.from(text, 'utf8');

  test.each([
    [
      'a depth of 200,000',
      { metadata: { encoding: bytes('json/plain') }, data: bytes(`${'['.repeat(200_000)}${']'.repeat(200_000)}`) },
    ],
    [
      'a sealed payload of no key',
      { metadata: { encoding: bytes('binary/sealed'), 'key-id': bytes('k_0000000000000000') }, data: bytes('garbage') },
    ],
    ['no encoding at all', { data: bytes('x') }],
  ])('a signal of %s -> ignored, no task fails, the run still decides', async (_what, payload) => {
    const turnKey = await start('large');
    const view = await until(async () => {
      const now = (await system.client.status(turnKey)).view;
      return now?.status === 'interrupted' ? now : undefined;
    });
    for (const signalName of ['reviewDecision', 'resume', 'stopReason', 'nobodyKnows'])
      await service().signalWorkflowExecution({
        namespace: 'default',
        workflowExecution: { workflowId: turnKey },
        signalName,
        input: { payloads: [payload] },
      });
    await until(async () => ((await system.client.status(turnKey)).view?.ignoredDecisions.total ?? 0) >= 1);
    await system.client.decide({ reviewId: view.reviews[0]?.reviewId ?? '', decision: 'reject', reasonCode: 'no' });
    await until(async () => (await system.client.wait(turnKey)).status === 'completed');
    expect(await failedTasks(turnKey)).toBe(0);
  });

  test('a sealed start copied to another id of the case -> fails as invalid, nothing runs', async () => {
    const turnKey = await start('large');
    await until(async () => (await system.client.status(turnKey)).view?.status === 'interrupted');
    const { events } = await system.client.context.temporal.workflow.getHandle(turnKey).fetchHistory();
    const { input, taskQueue } = events?.[0]?.workflowExecutionStartedEventAttributes ?? {};
    const workflowId = turnKey.replace(/\/\d+$/, '/77');
    await service().startWorkflowExecution({
      namespace: 'default',
      workflowId,
      workflowType: { name: 'supportTurn' },
      taskQueue: { name: taskQueue?.name ?? '' },
      requestId: workflowId,
      ...(input === undefined ? {} : { input }),
    });
    const calls = { ...worker.calls };
    await expect(system.client.context.temporal.workflow.getHandle(workflowId).result()).rejects.toMatchObject({
      cause: { type: 'input.invalid' },
    });
    expect(worker.calls).toEqual(calls);
    await system.client.abort(turnKey, 'test');
  });

  test('a start of the very same words that the codec server sealed -> fails as invalid, nothing runs', async () => {
    const turnKey = await start('large');
    await until(async () => (await system.client.status(turnKey)).view?.status === 'interrupted');
    const handle = system.client.context.temporal.workflow.getHandle(turnKey);
    const { events } = await handle.fetchHistory();
    const { input, taskQueue } = events?.[0]?.workflowExecutionStartedEventAttributes ?? {};
    await system.client.abort(turnKey, 'test');
    const keys = createCaseSealer(system.client.context.store.keys);
    const codecServer = createPayloadCodec({ keys, side: 'passThrough' });
    const opened = await codecServer.decode(input?.payloads ?? []);
    const calls = { ...worker.calls };
    await service().startWorkflowExecution({
      namespace: 'default',
      workflowId: turnKey,
      workflowType: { name: 'supportTurn' },
      taskQueue: { name: taskQueue?.name ?? '' },
      requestId: `${turnKey} again`,
      input: { payloads: await codecServer.encode(opened) },
    });
    await expect(system.client.context.temporal.workflow.getHandle(turnKey).result()).rejects.toMatchObject({
      cause: { type: 'input.invalid' },
    });
    expect(worker.calls).toEqual(calls);
  });

  test.each(['badUsage', 'hugeUsage'])(
    'a usage that is no count (%s) -> the reservation is committed whole',
    async (script) => {
      const turnKey = await start(script);
      const report = await until(async () => {
        const now = await system.client.wait(turnKey);
        return now.status === 'completed' ? now : undefined;
      });
      expect(report).toMatchObject({ outcome: 'answered', reply: 'hi' });
      expect(await failedTasks(turnKey)).toBe(0);
    },
  );

  test('a lone surrogate in a reply -> a failed attempt with feedback, kept without loss; the next attempt counts', async () => {
    const turnKey = await start('surrogate');
    const report = await until(async () => {
      const now = await system.client.wait(turnKey);
      return now.status === 'completed' ? now : undefined;
    });
    expect(report).toMatchObject({ outcome: 'answered', reply: 'whole again' });
  });
});
