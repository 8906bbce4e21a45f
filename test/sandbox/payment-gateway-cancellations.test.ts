import { type Gateway, startGateway } from '../support/start-gateway';
import { errorOf, newFolder, postRefund, REFUND, removeFolders, request, type Reply } from './gateway-client';

let gateway: Gateway;
let count = 0;
const fresh = (): { key: string; order: string } => {
  count += 1;
  return { key: `key-${count}`, order: `order-${count}` };
};

beforeAll(async () => {
  gateway = await startGateway({ dataDir: newFolder() });
});
afterEach(() => gateway.clearFaults());
afterAll(async () => {
  await gateway.stop();
  removeFolders();
});

const cancel = (key: string, order: string): Promise<Reply> =>
  request(gateway.url, '/v1/cancellations', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify({ ...REFUND, order_reference: order }),
  });
const refund = (key: string, order: string): Promise<Reply> =>
  postRefund(gateway.url, key, { ...REFUND, order_reference: order });

test('a cancellation: answered with its own id, found by key, one charge -> the same key again is replayed', async () => {
  const { key, order } = fresh();
  const first = await cancel(key, order);
  expect(JSON.parse(first.text)).toMatchObject({ id: expect.stringMatching(/^ca_/), kind: 'cancellation' });
  const again = await cancel(key, order);
  expect([again.text, again.replayed]).toEqual([first.text, 'true']);
  const found = await request(gateway.url, `/v1/refunds?idempotency_key=${key}`);
  expect(JSON.parse(found.text)).toEqual({ data: [JSON.parse(first.text)] });
  expect((await gateway.ledger()).charges.filter((charge) => charge.key === key)).toHaveLength(1);
});

test('a cancelled order: another cancellation or a refund under another key -> the gateway says no, nothing is paid', async () => {
  const { key, order } = fresh();
  await cancel(key, order);
  const second = await cancel(`${key}-b`, order);
  const paid = await refund(`${key}-c`, order);
  expect([second.status, errorOf(second).code]).toEqual([402, 'order_cancelled']);
  expect([paid.status, errorOf(paid).code]).toEqual([402, 'order_cancelled']);
  expect((await gateway.ledger()).charges.filter((charge) => charge.order_reference === order)).toHaveLength(1);
});

test('an order of which something was refunded -> it cannot be cancelled any more', async () => {
  const { key, order } = fresh();
  await refund(key, order);
  const reply = await cancel(`${key}-b`, order);
  expect([reply.status, errorOf(reply).code]).toEqual([402, 'order_refunded']);
});

test('a key used for a refund -> refused for a cancellation with the same body', async () => {
  const { key, order } = fresh();
  await refund(key, order);
  const reply = await cancel(key, order);
  expect([reply.status, errorOf(reply).code]).toEqual([400, 'idempotency_error']);
});
