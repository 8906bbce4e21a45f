import type { Payload, SerializationContext, WorkflowSerializationContext } from '@temporalio/common';
import { createPayloadCodec, isSealed, type CodecSide } from '../../temporal-config/payload-codec';
import { createMemoryCaseKeys } from '../support/memory-case-keys';

const text = (bytes: Uint8Array | null | undefined): string => new TextDecoder().decode(bytes ?? new Uint8Array());
const json = (value: unknown): Payload => ({
  metadata: { encoding: new TextEncoder().encode('json/plain') },
  data: new TextEncoder().encode(JSON.stringify(value)),
});
const valueOf = (payload: Payload | undefined): unknown => JSON.parse(text(payload?.data));
const workflow = (workflowId: string): WorkflowSerializationContext => ({
  type: 'workflow',
  namespace: 'default',
  workflowId,
});

const LOVELACE = workflow('support/c_00000000000000aa/1');
const HOPPER = workflow('support/c_00000000000000bb/1');
const PURGE = workflow('turnkeep-purge');

function codecs(keys = createMemoryCaseKeys()) {
  const of = (side: CodecSide) => createPayloadCodec({ keys, side });
  return { keys, worker: of('worker'), client: of('client'), passThrough: of('passThrough') };
}

type Codecs = ReturnType<typeof codecs>;

/** Fails for an activity and for every other side; among a workflow's own payloads it is a value that no schema accepts. */
const expectShut = async (
  { worker, passThrough }: Pick<Codecs, 'worker' | 'passThrough'>,
  sealed: Payload,
  context: WorkflowSerializationContext,
): Promise<void> => {
  const shut = { type: 'key.missing', nonRetryable: true };
  const activity: SerializationContext = { ...context, type: 'activity', isLocal: false };
  expect(valueOf((await worker.decode([sealed], context))[0])).toEqual({ unreadable: true });
  await expect(worker.decode([sealed], activity)).rejects.toMatchObject(shut);
  await expect(passThrough.decode([sealed], context)).rejects.toMatchObject(shut);
};

describe('payload codec', () => {
  test('a turn: sealed with the key of its case -> metadata holds encoding and key id only, the words are gone', async () => {
    const { keys, worker } = codecs();
    const [sealed] = await worker.encode([json({ note: 'blue heron' })], LOVELACE);
    const { keyId } = await keys.caseKey('c_00000000000000aa');
    const metadata = Object.entries(sealed?.metadata ?? {}).map(([name, bytes]) => [name, text(bytes)]);
    expect(metadata).toEqual([
      ['encoding', 'binary/sealed'],
      ['key-id', keyId],
    ]);
    expect(text(sealed?.data)).not.toContain('heron');
    expect(valueOf((await worker.decode([sealed!], LOVELACE))[0])).toEqual({ note: 'blue heron' });
  });

  test('same value twice -> two different payloads', async () => {
    const { worker } = codecs();
    const [one, two] = await worker.encode([json('x'), json('x')], LOVELACE);
    expect(Buffer.from(one!.data!).equals(Buffer.from(two!.data!))).toBe(false);
  });

  test('a fork of a turn and an activity of it -> open what the turn sealed', async () => {
    const { worker } = codecs();
    const [sealed] = await worker.encode([json('x')], LOVELACE);
    const fork = workflow('support/c_00000000000000aa/1~fork-2');
    const activity: SerializationContext = {
      ...LOVELACE,
      type: 'activity',
      isLocal: true,
      workflowId: 'support/c_00000000000000aa/1',
    };
    expect(valueOf((await worker.decode([sealed!], fork))[0])).toBe('x');
    expect(valueOf((await worker.decode([sealed!], activity))[0])).toBe('x');
  });

  test('no context -> the surface key; to a turn it is as good as plain text, and no argument of an activity', async () => {
    const { keys, worker, passThrough } = codecs();
    const [sealed] = await passThrough.encode([json('by the command line')]);
    expect(text(sealed?.metadata?.['key-id'])).toBe(keys.surfaceKey().keyId);
    expect(valueOf((await passThrough.decode([sealed!]))[0])).toBe('by the command line');
    expect(valueOf((await worker.decode([sealed!], LOVELACE))[0])).toEqual({ unsealed: 'by the command line' });
    const activity: SerializationContext = { ...LOVELACE, type: 'activity', isLocal: false };
    await expect(worker.decode([sealed!], activity)).rejects.toMatchObject({ type: 'key.missing' });
  });

  test('a workflow that is no turn -> the surface key', async () => {
    const { keys, worker } = codecs();
    const [sealed] = await worker.encode([json('x')], PURGE);
    expect(text(sealed?.metadata?.['key-id'])).toBe(keys.surfaceKey().keyId);
  });

  test.each([
    ['another case', HOPPER],
    ['a workflow that is no turn', PURGE],
  ])('a payload moved to %s -> does not open', async (_where, context) => {
    const both = codecs();
    const [sealed] = await both.worker.encode([json('x')], LOVELACE);
    await expectShut(both, sealed!, context);
  });

  test('the codec server, without a context -> opens a sealed payload', async () => {
    const { worker, passThrough } = codecs();
    const [sealed] = await worker.encode([json('x')], LOVELACE);
    expect(valueOf((await passThrough.decode([sealed!]))[0])).toBe('x');
  });

  test('unsealed: worker and client wrap it, codec server and exporter leave it', async () => {
    const { worker, client, passThrough } = codecs();
    const bare = json({ kind: 'approve' });
    expect(valueOf((await worker.decode([bare], LOVELACE))[0])).toEqual({ unsealed: { kind: 'approve' } });
    expect(valueOf((await client.decode([bare]))[0])).toEqual({ unsealed: { kind: 'approve' } });
    expect((await passThrough.decode([bare]))[0]).toBe(bare);
  });

  test.each<[string, Payload]>([
    ['bytes', { metadata: { encoding: new TextEncoder().encode('binary/plain') }, data: new Uint8Array([1]) }],
    ['broken JSON', { ...json(0), data: new TextEncoder().encode('{') }],
    ['no metadata', {}],
  ])('unsealed %s -> { unsealed: null }', async (_what, payload) => {
    const { worker } = codecs();
    expect(valueOf((await worker.decode([payload], LOVELACE))[0])).toEqual({ unsealed: null });
  });

  test('a destroyed key -> { erased: true } on every side', async () => {
    const { keys, worker, passThrough } = codecs();
    const sealed = await worker.encode([json('x')], LOVELACE);
    keys.erase('c_00000000000000aa');
    expect(valueOf((await worker.decode(sealed, LOVELACE))[0])).toEqual({ erased: true });
    expect(valueOf((await passThrough.decode(sealed))[0])).toEqual({ erased: true });
  });

  test('another deployment, which never heard of the key -> key.missing naming it', async () => {
    const sealed = await codecs().worker.encode([json('x')], LOVELACE);
    const keyId = text(sealed[0]?.metadata?.['key-id']);
    const foreign = codecs();
    await expectShut(foreign, sealed[0]!, LOVELACE);
    await expect(foreign.passThrough.decode(sealed, LOVELACE)).rejects.toMatchObject({
      message: expect.stringContaining(keyId),
    });
  });

  test('one changed byte -> key.missing, never other words', async () => {
    const both = codecs();
    const [sealed] = await both.worker.encode([json('x')], LOVELACE);
    sealed!.data![20]! ^= 1;
    await expectShut(both, sealed!, LOVELACE);
  });

  test('relabelled with another id of the same key -> does not open: the id is authenticated', async () => {
    const keys = createMemoryCaseKeys();
    const { key } = await keys.caseKey('c_00000000000000aa');
    const alias = { ...keys, caseKeyById: () => Promise.resolve({ caseId: 'c_00000000000000aa', key }) };
    const both = codecs(alias);
    const { worker } = both;
    const [sealed] = await worker.encode([json('x')], LOVELACE);
    const relabelled = { ...sealed!, metadata: { ...sealed!.metadata, 'key-id': new TextEncoder().encode('k_0') } };
    expect(valueOf((await worker.decode([sealed!], LOVELACE))[0])).toBe('x');
    await expectShut(both, relabelled, LOVELACE);
  });

  test('the same key under another case -> does not open: the case is authenticated', async () => {
    const keys = createMemoryCaseKeys();
    const { key } = await keys.caseKey('c_00000000000000aa');
    const [sealed] = await codecs(keys).worker.encode([json('x')], LOVELACE);
    const moved = { ...keys, caseKeyById: () => Promise.resolve({ caseId: 'c_00000000000000bb', key }) };
    await expectShut(codecs(moved), sealed!, HOPPER);
  });

  test('size: 1 MiB passes and opens again, a little more -> payload.tooLarge, not retryable', async () => {
    const { worker } = codecs();
    const most = 1024 * 1024;
    const largest = json('a'.repeat(most - 64));
    const sealed = await worker.encode([largest], LOVELACE);
    expect((await worker.decode(sealed, LOVELACE))[0]?.data).toEqual(largest.data);
    await expect(worker.encode([json('a'.repeat(most))], LOVELACE)).rejects.toMatchObject({
      type: 'payload.tooLarge',
      nonRetryable: true,
    });
  });

  test('no payloads -> none, and no key is made', async () => {
    const { keys, worker } = codecs();
    const caseKey = jest.spyOn(keys, 'caseKey');
    expect(await worker.encode([], LOVELACE)).toEqual([]);
    expect(caseKey).not.toHaveBeenCalled();
  });

  test('isSealed: sealed -> true, plain -> false', async () => {
    const [sealed] = await codecs().worker.encode([json('x')], LOVELACE);
    expect(isSealed(sealed!)).toBe(true);
    expect(isSealed(json('x'))).toBe(false);
  });
});
