import { type Gateway, startGateway } from '../support/start-gateway';
import { errorOf, newFolder, postRefund, type Reply, request, removeFolders, REFUND } from './gateway-client';

let gateway: Gateway;
let keys = 0;
let key = '';

beforeAll(async () => {
  gateway = await startGateway({ dataDir: newFolder() });
});

beforeEach(async () => {
  await gateway.clearFaults();
  key = `key-${(keys += 1)}`;
});

afterAll(async () => {
  await gateway.stop();
  removeFolders();
});

const post = (): Promise<Reply> => postRefund(gateway.url, key);

const charges = async (): Promise<number> =>
  (await gateway.ledger()).charges.filter((charge) => charge.key === key).length;

const expectFresh = async (made = 1): Promise<void> => {
  const reply = await post();
  expect([reply.status, reply.replayed]).toEqual([200, null]);
  expect(await charges()).toBe(made);
};

const expectReplay = async (status: number, made = 1): Promise<Reply> => {
  const reply = await post();
  expect([reply.status, reply.replayed]).toEqual([status, 'true']);
  expect(await charges()).toBe(made);
  return reply;
};

test('slow waits before the effect', async () => {
  await gateway.setFaults([{ kind: 'slow', delay_ms: 600 }]);
  const started = Date.now();
  const answer = post();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await charges()).toBe(0);
  expect((await answer).status).toBe(200);
  expect(Date.now() - started).toBeGreaterThanOrEqual(590);
  await expectReplay(200);
});

test('slow still does the effect when the caller has hung up', async () => {
  await gateway.setFaults([{ kind: 'slow', delay_ms: 700 }]);
  const init = { method: 'POST', headers: { 'Idempotency-Key': key }, body: JSON.stringify(REFUND) };
  const left = request(gateway.url, '/v1/refunds', { ...init, signal: AbortSignal.timeout(200) });
  await expect(left).rejects.toThrow();
  expect(await charges()).toBe(0);
  await new Promise((resolve) => setTimeout(resolve, 800));
  await expectReplay(200);
});

test('slow_after has done the effect while the answer waits, and the key is free', async () => {
  await gateway.setFaults([{ kind: 'slow_after', delay_ms: 800 }]);
  const started = Date.now();
  const answer = post();
  await new Promise((resolve) => setTimeout(resolve, 200));
  const replay = await expectReplay(200);
  const first = await answer;
  expect([first.text, first.replayed]).toEqual([replay.text, null]);
  expect(Date.now() - started).toBeGreaterThanOrEqual(790);
});

test('lost_answer has done and stored the effect', async () => {
  await gateway.setFaults([{ kind: 'lost_answer', times: 2 }]);
  await expect(post()).rejects.toThrow();
  expect(await charges()).toBe(1);
  await expect(post()).rejects.toThrow();
  await expectReplay(200);
});

test('dropped_before has done nothing', async () => {
  await gateway.setFaults([{ kind: 'dropped_before' }]);
  await expect(post()).rejects.toThrow();
  expect(await charges()).toBe(0);
  await expectFresh();
});

test('cut_body has done the effect and breaks off in the middle of the answer', async () => {
  await gateway.setFaults([{ kind: 'cut_body' }]);
  const response = await fetch(`${gateway.url}/v1/refunds`, {
    method: 'POST',
    headers: { 'Idempotency-Key': key },
    body: JSON.stringify(REFUND),
  });
  expect(response.status).toBe(200);
  let seen = '';
  const read = async (): Promise<void> => {
    for await (const chunk of response.body ?? []) seen += Buffer.from(chunk as Uint8Array).toString();
  };
  await expect(read()).rejects.toThrow();
  const { text } = await expectReplay(200);
  expect(seen).toBe(text.slice(0, Math.floor(text.length / 2)));
});

test('error_500 is stored and replayed without effect', async () => {
  await gateway.setFaults([{ kind: 'error_500' }]);
  const first = await post();
  expect([first.status, errorOf(first).code, first.replayed]).toEqual([500, 'internal_error', null]);
  expect((await expectReplay(500, 0)).text).toBe(first.text);
  const other = await postRefund(gateway.url, key, { ...REFUND, amount: 1 });
  expect(errorOf(other).code).toBe('idempotency_error');
});

test('error_500_unstored leaves the key new', async () => {
  await gateway.setFaults([{ kind: 'error_500_unstored' }]);
  expect((await post()).status).toBe(500);
  await expectFresh();
});

test('refuse is a stored 402 without effect', async () => {
  await gateway.setFaults([{ kind: 'refuse' }]);
  const first = await post();
  expect([first.status, errorOf(first).code]).toEqual([402, 'refund_refused']);
  expect((await expectReplay(402, 0)).text).toBe(first.text);
});

test('conflict is a 409 that is not stored', async () => {
  await gateway.setFaults([{ kind: 'conflict' }]);
  const reply = await post();
  expect([reply.status, errorOf(reply).code]).toEqual([409, 'conflict']);
  await expectFresh();
});

test('rate_limited is a 429 that says when to come back', async () => {
  await gateway.setFaults([{ kind: 'rate_limited' }]);
  const reply = await post();
  expect([reply.status, errorOf(reply).code]).toEqual([429, 'rate_limited']);
  expect(reply.headers.get('Retry-After')).toBe('1');
  await expectFresh();
});

test('duplicate books the refund twice behind one answer', async () => {
  await gateway.setFaults([{ kind: 'duplicate' }]);
  const first = await post();
  expect(first.status).toBe(200);
  const found = await request(gateway.url, `/v1/refunds?idempotency_key=${key}`);
  const ids = (JSON.parse(found.text) as { data: { id: string }[] }).data.map((refund) => refund.id);
  expect(new Set(ids).size).toBe(2);
  expect(ids).toContain((JSON.parse(first.text) as { id: string }).id);
  expect((await expectReplay(200, 2)).text).toBe(first.text);
});

test('forget_key takes a known key for a new one, and is not spent on a key that is new anyway', async () => {
  await gateway.setFaults([{ kind: 'forget_key' }]);
  await expectFresh(1);
  await expectFresh(2);
  await expectReplay(200, 2);
});

test('faults keep to their key prefix, their order and their number', async () => {
  await gateway.setFaults([
    { kind: 'rate_limited', key_prefix: 'other-' },
    { kind: 'conflict', key_prefix: key, times: 2 },
    { kind: 'rate_limited', key_prefix: key },
  ]);
  const seen: number[] = [];
  for (let round = 0; round < 4; round += 1) seen.push((await post()).status);
  expect(seen).toEqual([409, 409, 429, 200]);
  const listed = JSON.parse((await request(gateway.url, '/sandbox/faults')).text) as unknown;
  expect(listed).toEqual({
    faults: [
      { kind: 'rate_limited', key_prefix: 'other-', times: 1, applied: 0 },
      { kind: 'conflict', key_prefix: key, times: 2, applied: 2 },
      { kind: 'rate_limited', key_prefix: key, times: 1, applied: 1 },
    ],
  });
});

test('-1 lasts until cleared', async () => {
  await gateway.setFaults([{ kind: 'rate_limited', times: -1 }]);
  for (let round = 0; round < 5; round += 1) expect((await post()).status).toBe(429);
  await gateway.clearFaults();
  await expectFresh();
});

test('a new list takes the place of the one before', async () => {
  await gateway.setFaults([{ kind: 'rate_limited', times: -1 }]);
  await gateway.setFaults([{ kind: 'conflict' }]);
  expect((await post()).status).toBe(409);
  await expectFresh();
});

test.each<[string, object, string]>([
  ['an unknown kind', { faults: [{ kind: 'fire' }] }, 'faults[0].kind'],
  ['times 0', { faults: [{ kind: 'refuse', times: 0 }] }, 'faults[0].times'],
  ['an unknown field', { faults: [{ kind: 'refuse' }, { kind: 'refuse', key: 'a' }] }, 'faults[1].key'],
  ['a delay that would do nothing', { faults: [{ kind: 'refuse', delay_ms: 5 }] }, 'faults[0].delay_ms'],
  ['an empty prefix', { faults: [{ kind: 'refuse', key_prefix: '' }] }, 'faults[0].key_prefix'],
  ['no list', {}, 'faults'],
])('%s is refused and leaves the faults as they were', async (_name, body, param) => {
  await gateway.setFaults([{ kind: 'conflict' }]);
  const reply = await request(gateway.url, '/sandbox/faults', { method: 'POST', body: JSON.stringify(body) });
  expect([reply.status, errorOf(reply).code, errorOf(reply).param]).toEqual([400, 'invalid_request', param]);
  expect((await post()).status).toBe(409);
});
