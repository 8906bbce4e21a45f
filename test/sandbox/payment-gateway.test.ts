import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { type Gateway, startGateway } from '../support/start-gateway';
import { errorOf, newFolder, postRefund, REFUND, refundOf, removeFolders, request } from './gateway-client';

let gateway: Gateway;
let keys = 0;
const newKey = (): string => `key-${(keys += 1)}`;

beforeAll(async () => {
  gateway = await startGateway({ dataDir: newFolder() });
});

afterEach(() => gateway.clearFaults());

afterAll(async () => {
  await gateway.stop();
  removeFolders();
});

const chargesOf = async (key: string): Promise<number> =>
  (await gateway.ledger()).charges.filter((charge) => charge.key === key).length;

describe('refunds', () => {
  test('a refund is answered with its object and found by id, key and order', async () => {
    const key = newKey();
    const order = 'order ä/+&1';
    const reply = await postRefund(gateway.url, key, { ...REFUND, order_reference: order });
    expect(reply.status).toBe(200);
    const refund = JSON.parse(reply.text) as unknown;
    expect(refund).toEqual({
      id: expect.stringMatching(/^re_[0-9a-f]{24}$/),
      status: 'succeeded',
      ...REFUND,
      order_reference: order,
      created_ms: expect.any(Number),
    });
    expect(reply.replayed).toBeNull();
    const byId = await request(gateway.url, `/v1/refunds/${refundOf(reply).id}`);
    expect(JSON.parse(byId.text)).toEqual(refund);
    const byKey = await request(gateway.url, `/v1/refunds?idempotency_key=${key}`);
    expect(JSON.parse(byKey.text)).toEqual({ data: [refund] });
    const byOrder = await request(gateway.url, `/v1/refunds?order_reference=${encodeURIComponent(order)}`);
    expect(JSON.parse(byOrder.text)).toEqual({ data: [refund] });
    const { charges } = await gateway.ledger();
    expect(charges.find((charge) => charge.key === key)).toEqual({
      id: refundOf(reply).id,
      key,
      order_reference: order,
      amount: REFUND.amount,
      currency: 'USD',
      created_ms: expect.any(Number),
    });
  });

  test('look-ups find nothing where nothing is', async () => {
    expect(JSON.parse((await request(gateway.url, '/v1/refunds?idempotency_key=none')).text)).toEqual({ data: [] });
    expect(errorOf(await request(gateway.url, '/v1/refunds/re_none')).code).toBe('refund_not_found');
  });

  test.each(['', '?idempotency_key=a&order_reference=b', '?order_reference=a&order_reference=b', '?limit=3'])(
    'the look-up query "%s" is refused',
    async (query) => {
      const reply = await request(gateway.url, `/v1/refunds${query}`);
      expect([reply.status, errorOf(reply).code]).toEqual([400, 'invalid_request']);
    },
  );
});

describe('checks', () => {
  test.each<[string, unknown, string | undefined]>([
    ['an unknown field', { ...REFUND, reason: 'x' }, 'reason'],
    ['a __proto__ field', '{"__proto__":{},"payment_reference":"p"}', '__proto__'],
    ['no payment reference', { ...REFUND, payment_reference: undefined }, 'payment_reference'],
    ['an empty order reference', { ...REFUND, order_reference: '' }, 'order_reference'],
    ['a control character', { ...REFUND, order_reference: 'a\n' }, 'order_reference'],
    ['a lone surrogate', { ...REFUND, order_reference: 'a\ud800' }, 'order_reference'],
    ['a long reference', { ...REFUND, order_reference: 'a'.repeat(256) }, 'order_reference'],
    ['amount zero', { ...REFUND, amount: 0 }, 'amount'],
    ['a negative amount', { ...REFUND, amount: -1 }, 'amount'],
    ['a fraction', { ...REFUND, amount: 1.5 }, 'amount'],
    ['an amount in a string', { ...REFUND, amount: '1' }, 'amount'],
    ['an unsafe amount', { ...REFUND, amount: 2 ** 53 }, 'amount'],
    ['another currency', { ...REFUND, currency: 'EUR' }, 'currency'],
    ['a list', [], undefined],
    ['null', null, undefined],
  ])('%s is a 400 that names the field and is not stored', async (_name, body, param) => {
    const key = newKey();
    const reply = await postRefund(gateway.url, key, body);
    expect(reply.status).toBe(400);
    expect(errorOf(reply)).toEqual({
      code: 'invalid_request',
      message: expect.any(String),
      ...(param === undefined ? {} : { param }),
    });
    const good = await postRefund(gateway.url, key);
    expect([good.status, good.replayed]).toEqual([200, null]);
  });

  test('the key is required and must be 1 to 255 visible ASCII characters', async () => {
    const refused = async (key: string | undefined): Promise<unknown> => {
      const reply = await postRefund(gateway.url, key);
      return [reply.status, errorOf(reply).code];
    };
    expect(await refused(undefined)).toEqual([400, 'idempotency_key_missing']);
    expect(await refused('')).toEqual([400, 'idempotency_key_missing']);
    expect(await refused('a b')).toEqual([400, 'idempotency_key_invalid']);
    expect(await refused('ä')).toEqual([400, 'idempotency_key_invalid']);
    expect(await refused('k'.repeat(256))).toEqual([400, 'idempotency_key_invalid']);
    expect((await postRefund(gateway.url, '~'.repeat(255))).status).toBe(200);
  });

  test.each<[string, string | Uint8Array, number, string]>([
    ['no JSON', '{"amount":', 400, 'invalid_json'],
    ['nothing', '', 400, 'invalid_json'],
    ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22]), 400, 'invalid_utf8'],
    ['a body just over the limit', ' '.repeat(64 * 1024 + 1), 413, 'body_too_large'],
    ['a body far over the limit', ' '.repeat(3 * 1024 * 1024), 413, 'body_too_large'],
  ])('%s is answered in the error form', async (_name, body, status, code) => {
    const reply = await postRefund(gateway.url, newKey(), body);
    expect([reply.status, errorOf(reply).code]).toEqual([status, code]);
  });

  test('a body of exactly the limit is taken', async () => {
    const json = JSON.stringify(REFUND);
    const reply = await postRefund(gateway.url, newKey(), json + ' '.repeat(64 * 1024 - json.length));
    expect(reply.status).toBe(200);
  });

  test.each([
    ['GET', '/'],
    ['PUT', '/v1/refunds'],
    ['POST', '/v1/ledger'],
    ['POST', '/v1/refunds/re_1'],
    ['GET', '//'],
  ])('%s %s is an unknown route', async (method, route) => {
    const reply = await request(gateway.url, route, { method });
    expect([reply.status, errorOf(reply).code]).toEqual([404, 'not_found']);
  });

  test('every answer carries the sandbox label', async () => {
    const health = await request(gateway.url, '/healthz');
    expect(JSON.parse(health.text)).toEqual({ sandbox: true });
    const replies = [health, await request(gateway.url, '/none'), await postRefund(gateway.url, newKey())];
    for (const reply of replies) expect(reply.headers.get('X-Sandbox')).toBe('turnkeep-payment-sandbox');
    const broken = await sendRaw(gateway.url, 'no http at all\r\n\r\n');
    expect(broken).toContain('X-Sandbox: turnkeep-payment-sandbox');
    expect(broken).toContain('"code":"invalid_http"');
  });

  test('it listens on the loopback address only', async () => {
    const outside = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter((net) => net.family === 'IPv4' && !net.internal)
      .map((net) => net.address);
    const { port } = new URL(gateway.url);
    expect(new URL(gateway.url).hostname).toBe('127.0.0.1');
    for (const address of [...outside, '127.0.0.2']) {
      await expect(fetch(`http://${address}:${port}/healthz`)).rejects.toThrow();
    }
  });
});

describe('idempotency', () => {
  test('same key and same meaning get the very same answer and one charge', async () => {
    const key = newKey();
    const before = await gateway.ledger();
    const first = await postRefund(gateway.url, key);
    const respelled = `{ "currency":"USD", "amount":1.25e3,\n"order_reference":"\\u006frder_1","payment_reference":"pay_1"}`;
    const second = await postRefund(gateway.url, key, respelled);
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect([first.replayed, second.replayed]).toEqual([null, 'true']);
    expect(await chargesOf(key)).toBe(1);
    const after = await gateway.ledger();
    expect([after.requests - before.requests, after.replays - before.replays]).toEqual([2, 1]);
  });

  test.each(Object.keys(REFUND).filter((name) => name !== 'currency'))(
    'same key with another %s is refused',
    async (name) => {
      const key = newKey();
      const first = await postRefund(gateway.url, key);
      const other = await postRefund(gateway.url, key, { ...REFUND, [name]: name === 'amount' ? 1 : 'other' });
      expect([other.status, errorOf(other).code, other.replayed]).toEqual([400, 'idempotency_error', null]);
      expect((await postRefund(gateway.url, key)).text).toBe(first.text);
      expect(await chargesOf(key)).toBe(1);
    },
  );

  test('a key that is being worked on is a 409, which is not stored', async () => {
    const key = newKey();
    await gateway.setFaults([{ kind: 'slow', delay_ms: 800 }]);
    const [first, second] = await Promise.all([
      postRefund(gateway.url, key),
      new Promise((resolve) => setTimeout(resolve, 200)).then(() => postRefund(gateway.url, key)),
    ]);
    expect(first.status).toBe(200);
    expect([second.status, errorOf(second).code]).toEqual([409, 'idempotency_key_in_use']);
    const third = await postRefund(gateway.url, key);
    expect([third.text, third.replayed]).toEqual([first.text, 'true']);
    expect(await chargesOf(key)).toBe(1);
  });

  test('many at once with one key make one charge', async () => {
    const key = newKey();
    const replies = await Promise.all(Array.from({ length: 20 }, () => postRefund(gateway.url, key)));
    const done = replies.filter((reply) => reply.status === 200);
    expect(done.filter((reply) => reply.replayed === null)).toHaveLength(1);
    expect(new Set(done.map((reply) => reply.text)).size).toBe(1);
    expect(replies.every((reply) => reply.status === 200 || reply.status === 409)).toBe(true);
    expect(await chargesOf(key)).toBe(1);
  });

  test('after its window a key is new', async () => {
    const short = await startGateway({ dataDir: newFolder(), windowHours: 2 / 3600 });
    try {
      const first = await postRefund(short.url, 'k');
      const within = await postRefund(short.url, 'k');
      expect([within.text, within.replayed]).toEqual([first.text, 'true']);
      await new Promise((resolve) => setTimeout(resolve, 2200));
      const after = await postRefund(short.url, 'k', { ...REFUND, amount: 7 });
      expect([after.status, after.replayed, refundOf(after).amount]).toEqual([200, null, 7]);
      expect((await short.ledger()).charges).toHaveLength(2);
      expect((await postRefund(short.url, 'k', { ...REFUND, amount: 7 })).text).toBe(after.text);
    } finally {
      await short.stop();
    }
  });
});

function sendRaw(url: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
}
