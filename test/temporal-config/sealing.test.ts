import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { heartbeat } from '@temporalio/activity';
import { Client, type Connection } from '@temporalio/client';
import { ApplicationFailure, type Payload } from '@temporalio/common';
import { historyToJSON, type History } from '@temporalio/common/lib/proto-utils';
import { temporal } from '@temporalio/proto';
import { bundleWorkflowCode, DefaultLogger, Runtime, Worker, type NativeConnection } from '@temporalio/worker';
import { connect, connectClient } from '../../temporal-config/connection';
import { createDataConverter, failureConverterPath } from '../../temporal-config/data-converter';
import { exportHistory, readHistoryFixture } from '../../temporal-config/export-history';
import { createPayloadCodec, isSealed } from '../../temporal-config/payload-codec';
import { connectWorker } from '../../temporal-config/worker-connection';
import { createMemoryCaseKeys } from '../support/memory-case-keys';
import { describeWithTemporal } from '../support/needs';
import { replayHistory } from '../support/replay-history';
import {
  askUpdate,
  noteSignal,
  seenQuery,
  type ProbeActivities,
  type ProbeInput,
} from '../support/workflows/sealing-probe';

const CASE_ID = `c_${randomBytes(8).toString('hex')}`;
/** Letters that occur nowhere by chance, so that finding them means a leak. */
const CANARY = `heron${randomBytes(6).toString('hex')}quay`;

const keys = createMemoryCaseKeys();
const activities: ProbeActivities = {
  echo(word) {
    heartbeat(`beat ${word}`);
    return Promise.resolve(`echo of ${word}`);
  },
  echoLocally: (word) => Promise.resolve(`local echo of ${word}`),
  fail: (word) =>
    Promise.reject(ApplicationFailure.nonRetryable(`cannot: ${word}`, 'probe.failed', { detail: `detail ${word}` })),
};

/** The word as it would stand in a dump: raw, hex, and base64 at each of its three offsets. */
function disguises(word: string): string[] {
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.from(`${'x'.repeat(shift)}${word}`)
      .toString('base64')
      .slice(4, -4),
  );
  return [word, Buffer.from(word).toString('hex'), ...base64];
}

function payloadsIn(value: unknown, found: { path: string; payload: Payload }[] = [], path = ''): typeof found {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return found;
  if (
    'metadata' in value &&
    typeof value.metadata === 'object' &&
    value.metadata !== null &&
    'encoding' in value.metadata
  ) {
    found.push({ path, payload: value as Payload });
  } else {
    for (const [key, member] of Object.entries(value)) payloadsIn(member, found, `${path}.${key}`);
  }
  return found;
}

const HistoryProto = temporal.api.history.v1.History;
const textOf = (bytes: Uint8Array | null | undefined): string => Buffer.from(bytes ?? []).toString('latin1');
const until = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50));
};

describeWithTemporal('sealing on a real server', () => {
  const address = process.env['TEST_TEMPORAL_ADDRESS'] ?? '';
  const taskQueue = `sealing-${randomBytes(4).toString('hex')}`;
  const folder = mkdtempSync(join(tmpdir(), 'turnkeep-sealing-'));
  const codePath = join(folder, 'bundle.js');
  const turnKey = (turn: number): string => `support/${CASE_ID}/${turn}`;
  const exporter = createPayloadCodec({ keys, side: 'passThrough' });

  let client: Client;
  let bareConnection: Connection;
  let workerConnection: NativeConnection;
  let worker: Worker;
  let running: Promise<void>;
  let histories: { first: History; second: History; unlucky: History };
  let result: unknown;
  let firstRunId: string;

  const start = (turn: number, generation: number) =>
    client.workflow.start('sealingProbe', {
      taskQueue,
      workflowId: turnKey(turn),
      args: [{ word: CANARY, generation } satisfies ProbeInput],
      memo: { title: `memo ${CANARY}` },
      staticSummary: `static ${CANARY}`,
      staticDetails: `static details ${CANARY}`,
    });

  beforeAll(async () => {
    Runtime.install({ logger: new DefaultLogger('ERROR'), telemetryOptions: { logging: { filter: 'OFF' } } });
    const { code } = await bundleWorkflowCode({
      workflowsPath: require.resolve('../support/workflows/sealing-probe'),
      failureConverterPath,
      logger: new DefaultLogger('ERROR'),
    });
    writeFileSync(codePath, code);
    const dataConverter = createDataConverter(createPayloadCodec({ keys, side: 'client' }));
    client = await connectClient({ address, namespace: 'default', dataConverter });
    bareConnection = await connect(address);
    workerConnection = await connectWorker(address);
    worker = await Worker.create({
      connection: workerConnection,
      taskQueue,
      workflowBundle: { codePath },
      activities,
      dataConverter: createDataConverter(createPayloadCodec({ keys, side: 'worker' })),
    });
    running = worker.run();

    const handle = await start(1, 0);
    firstRunId = handle.firstExecutionRunId;
    await until(async () => (await handle.query(seenQuery, 'x')).length >= 5);
    expect(await handle.executeUpdate(askUpdate, { args: [{ question: CANARY }] })).toEqual({
      answer: `answer to ${CANARY}`,
    });
    await handle.signal(noteSignal, { note: `sealed ${CANARY}` });
    // As the bare command line sends it: no codec, plain JSON.
    await new Client({ connection: bareConnection }).workflow
      .getHandle(turnKey(1))
      .signal(noteSignal, { kind: 'approve' });
    result = await handle.result();
    const unlucky = await start(2, 2);
    await unlucky.result().catch(() => undefined);
    histories = {
      first: await client.workflow.getHandle(turnKey(1), firstRunId).fetchHistory(),
      second: await client.workflow.getHandle(turnKey(1)).fetchHistory(),
      unlucky: await unlucky.fetchHistory(),
    };
  }, 120_000);

  afterAll(async () => {
    worker.shutdown();
    await running;
    await workerConnection.close();
    await client.connection.close();
    await bareConnection.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('histories with words on every path: raw bytes searched -> the words are nowhere, raw, in hex or base64', () => {
    for (const history of Object.values(histories)) {
      const dump = `${textOf(HistoryProto.encode(history).finish())}${historyToJSON(history)}`;
      for (const disguise of disguises(CANARY)) expect(dump.includes(disguise)).toBe(false);
    }
  });

  test('histories: every payload but the marker of a local activity and the bare signal -> sealed with the key of the case', async () => {
    const { keyId } = await keys.caseKey(CASE_ID);
    const all = Object.values(histories).flatMap((history) => payloadsIn(history));
    const sealed = all.filter(({ payload }) => isSealed(payload));
    expect([...new Set(sealed.map(({ payload }) => textOf(payload.metadata?.['key-id'])))]).toEqual([keyId]);
    const plain = all.filter(({ payload }) => !isSealed(payload)).map(({ path }) => path.replace(/\.\d+/g, ''));
    expect([...new Set(plain)].sort()).toEqual([
      '.events.markerRecordedEventAttributes.details.data.payloads',
      '.events.workflowExecutionSignaledEventAttributes.input.payloads',
    ]);
  });

  test('histories: the paths that carried words -> each has a sealed payload', () => {
    const paths = Object.values(histories)
      .flatMap((history) => payloadsIn(history))
      .filter(({ payload }) => isSealed(payload))
      .map(({ path }) => path.replace(/\.\d+/g, '').replace('.events.', ''));
    expect([...new Set(paths)].sort()).toEqual([
      'activityTaskCompletedEventAttributes.result.payloads',
      'activityTaskFailedEventAttributes.failure.applicationFailureInfo.details.payloads',
      'activityTaskFailedEventAttributes.failure.encodedAttributes',
      'activityTaskScheduledEventAttributes.input.payloads',
      'markerRecordedEventAttributes.details.result.payloads',
      'userMetadata.details',
      'userMetadata.summary',
      'workflowExecutionCompletedEventAttributes.result.payloads',
      'workflowExecutionContinuedAsNewEventAttributes.input.payloads',
      'workflowExecutionContinuedAsNewEventAttributes.memo.fields.title',
      'workflowExecutionFailedEventAttributes.failure.encodedAttributes',
      'workflowExecutionSignaledEventAttributes.input.payloads',
      'workflowExecutionStartedEventAttributes.input.payloads',
      'workflowExecutionStartedEventAttributes.memo.fields.title',
      'workflowExecutionUpdateAcceptedEventAttributes.acceptedRequest.input.args.payloads',
      'workflowExecutionUpdateCompletedEventAttributes.outcome.success.payloads',
      'workflowPropertiesModifiedEventAttributes.upsertedMemo.fields.word',
    ]);
  });

  test('a failure: message, stack and details -> sealed; its type -> readable', () => {
    const failure = (histories.unlucky.events ?? [])
      .map((event) => event.activityTaskFailedEventAttributes?.failure)
      .find(Boolean);
    expect(failure).toMatchObject({ message: 'Encoded failure', applicationFailureInfo: { type: 'probe.failed' } });
    expect(failure?.stackTrace ?? '').toBe('');
  });

  test('the workflow: sees what was sent, and the bare signal as { unsealed }', async () => {
    expect(result).toEqual({
      seen: [CANARY, `echo of first ${CANARY}`, `local echo of local ${CANARY}`, `cannot: failing ${CANARY}`],
    });
    const seen = await client.workflow.getHandle(turnKey(1), firstRunId).query(seenQuery, 'asked');
    expect(seen).toEqual([
      'asked',
      CANARY,
      `echo of first ${CANARY}`,
      `local echo of local ${CANARY}`,
      `cannot: failing ${CANARY}`,
      { note: `sealed ${CANARY}` },
      { unsealed: { kind: 'approve' } },
    ]);
  });

  test('the client: gets the message of a failed turn back, and its memo and summary', async () => {
    const handle = client.workflow.getHandle(turnKey(2));
    await expect(handle.result()).rejects.toMatchObject({ cause: { message: `end of ${CANARY}` } });
    const described = await handle.describe();
    expect(described.memo).toMatchObject({ title: `memo ${CANARY}`, word: CANARY });
    expect(await described.staticSummary()).toBe(`static ${CANARY}`);
  });

  test('a query on the wire: question and answer -> sealed', async () => {
    const asked = await exporter.encode(
      [{ metadata: { encoding: Buffer.from('json/plain') }, data: Buffer.from('"q"') }],
      {
        type: 'workflow',
        namespace: 'default',
        workflowId: turnKey(1),
      },
    );
    const { queryResult } = await bareConnection.workflowService.queryWorkflow({
      namespace: 'default',
      execution: { workflowId: turnKey(1) },
      query: { queryType: 'seen', queryArgs: { payloads: asked } },
    });
    expect(queryResult?.payloads?.map(isSealed)).toEqual([true]);
  });

  test('export: every run -> a fixture with the words, which replays without a codec', async () => {
    const ended = await client.workflow.getHandle(turnKey(1)).describe();
    for (const [workflowId, runId] of [
      [turnKey(1), firstRunId],
      [turnKey(1), ended.runId],
      [turnKey(2), undefined],
    ] as const) {
      const path = join(folder, 'history.json');
      const exported = await exportHistory(client, {
        workflowId,
        codec: exporter,
        ...(runId === undefined ? {} : { runId }),
      });
      writeFileSync(path, exported);
      const fixture = readHistoryFixture(path);
      expect(payloadTexts(fixture).some((text) => text.includes(CANARY))).toBe(true);
      await replayHistory(fixture, codePath);
    }
  });

  test('export: the bare signal -> stands there as the worker saw it', async () => {
    const fixture = JSON.parse(
      await exportHistory(client, { workflowId: turnKey(1), runId: firstRunId, codec: exporter }),
    );
    const signals = fixture.events
      .map(
        (event: { workflowExecutionSignaledEventAttributes?: unknown }) =>
          event.workflowExecutionSignaledEventAttributes,
      )
      .filter(Boolean);
    expect(payloadTexts(signals)).toEqual([`{"note":"sealed ${CANARY}"}`, '{"unsealed":{"kind":"approve"}}']);
  });

  test('export: twice -> the same text, without host, process or stack', async () => {
    const exportUnlucky = () => exportHistory(client, { workflowId: turnKey(2), codec: exporter });
    const text = await exportUnlucky();
    expect(await exportUnlucky()).toBe(text);
    const readable = `${text}${payloadTexts(JSON.parse(text)).join('\n')}`;
    for (const trace of [hostname(), process.cwd(), `${process.pid}@`]) expect(readable).not.toContain(trace);
  });

  test('replay: code that does other things than the history -> rejects', async () => {
    const text = await exportHistory(client, { workflowId: turnKey(2), codec: exporter });
    const changed = JSON.parse(text.replaceAll('"echo"', '"shout"'));
    await expect(replayHistory(changed, codePath)).rejects.toThrow(/TMPRL1100|Nondeterminism/i);
  });

  test('a sealed history replayed without the codec -> rejects, which is why fixtures are stored opened', async () => {
    await expect(replayHistory(JSON.parse(historyToJSON(histories.first)), codePath)).rejects.toThrow();
  });

  test('after the erasure: result of a closed turn -> { erased: true }', async () => {
    keys.erase(CASE_ID);
    expect(await client.workflow.getHandle(turnKey(1)).result()).toEqual({ erased: true });
  });
});

/** The JSON texts of all payloads in a history's JSON form. */
function payloadTexts(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('metadata' in value && 'data' in value) return [Buffer.from(String(value.data), 'base64').toString('utf8')];
  return Object.values(value).flatMap(payloadTexts);
}
