import { createServer } from 'node:net';
import { once } from 'node:events';
import { connectClient } from '../../temporal-config/connection';
import { isRefused } from '../../temporal-config/is-refused';
import { serverAddress } from '../../temporal-config/server-address';
import { connectWorker } from '../../temporal-config/worker-connection';

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

describe('connection', () => {
  test('nobody listens -> SERVER_UNREACHABLE naming address and next step', async () => {
    const address = `127.0.0.1:${await closedPort()}`;
    const expected = {
      code: 'SERVER_UNREACHABLE',
      address,
      message: expect.stringMatching(new RegExp(`${address}.*TEMPORAL_ADDRESS`)),
    };
    const connecting = connectClient({ address, namespace: 'default', dataConverter: {}, connectTimeoutMs: 300 });
    await expect(connecting).rejects.toMatchObject(expected);
    await expect(connectWorker(address)).rejects.toMatchObject(expected);
  });
});

describe('an address where nobody listens', () => {
  test('refused -> known at once; silent, a name nobody knows, no address, a proxy between -> left to gRPC', async () => {
    const refused = `127.0.0.1:${await closedPort()}`;
    expect(await isRefused(refused, {})).toBe(true);
    expect(await isRefused(refused, { https_proxy: 'http://proxy.example:3128' })).toBe(false);
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as { port: number };
    expect(await isRefused(`127.0.0.1:${port}`, {})).toBe(false);
    silent.close();
    for (const odd of ['no-such-host.invalid:7233', 'no address', '127.0.0.1'])
      expect(await isRefused(odd, {})).toBe(false);
  });
});

describe('server address', () => {
  const env = { TEMPORAL_ADDRESS: 'temporal.shop:7233', TEMPORAL_NAMESPACE: 'shop' };

  test('nothing said -> the local server and the default namespace', () => {
    expect(serverAddress({}, {})).toEqual({ address: '127.0.0.1:7233', namespace: 'default' });
    expect(serverAddress({}, { TEMPORAL_ADDRESS: '' })).toEqual({ address: '127.0.0.1:7233', namespace: 'default' });
  });

  test('the environment -> used; settings -> come first', () => {
    expect(serverAddress({}, env)).toEqual({ address: 'temporal.shop:7233', namespace: 'shop' });
    expect(serverAddress({ address: 'other:1' }, env)).toEqual({ address: 'other:1', namespace: 'shop' });
  });
});
