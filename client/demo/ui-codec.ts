// The codec endpoint of a demonstration: it opens for its own web UI what was sealed with the keys of the demonstration's own store.
// At an address nobody can guess, on loopback, for one page, and gone with the demonstration.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Payload, PayloadCodec } from '@temporalio/common';
import { createCaseSealer } from '../../stores/case-sealer';
import type { Store } from '../../stores/open-store';
import { findFreePort } from '../../temporal-config/free-port';
import { createPayloadCodec } from '../../temporal-config/payload-codec';

export interface UiCodec {
  /** What the server tells its web UI; answers once `serve` was called. */
  readonly endpoint: string;
  serve(store: Store, origin: string): Promise<() => Promise<void>>;
}

export const planUiCodec = async (): Promise<UiCodec> => {
  const port = await findFreePort(0);
  const path = `/${randomBytes(24).toString('base64url')}`;
  return {
    endpoint: `http://127.0.0.1:${port}${path}`,
    serve: async (store, origin) => {
      const codec = createPayloadCodec({ keys: createCaseSealer(store.keys), side: 'passThrough' });
      const server = createServer((request, response) => {
        answer(request, { codec, path, origin }).then(
          ({ status, body }) => reply(response, { status, body, origin }),
          () => reply(response, { status: 500, body: '{}', origin }),
        );
      });
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      return async () => {
        server.close();
        server.closeAllConnections();
        await once(server, 'close');
      };
    },
  };
};

interface Served {
  readonly codec: PayloadCodec;
  readonly path: string;
  readonly origin: string;
}

const answer = async (request: IncomingMessage, { codec, path, origin }: Served) => {
  const asked = new URL(request.url ?? '', 'http://127.0.0.1').pathname;
  if (request.headers.origin !== origin) return { status: 403, body: '{}' };
  if (request.method === 'OPTIONS') return { status: 204, body: '' };
  const body = JSON.parse(await text(request)) as { payloads?: readonly PayloadJson[] };
  const payloads = (body.payloads ?? []).map(fromJson);
  if (asked === `${path}/decode`)
    return { status: 200, body: JSON.stringify({ payloads: (await codec.decode(payloads)).map(toJson) }) };
  if (asked === `${path}/encode`)
    return { status: 200, body: JSON.stringify({ payloads: (await codec.encode(payloads)).map(toJson) }) };
  return { status: 404, body: '{}' };
};

const reply = (
  response: ServerResponse,
  { status, body, origin }: { status: number; body: string; origin: string },
): void => {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': 'POST, OPTIONS',
    'Access-Control-Allow-Headers': 'Content-Type, X-Namespace, Authorization, Authorization-Extras',
    'Access-Control-Allow-Credentials': 'true',
  });
  response.end(body);
};

interface PayloadJson {
  readonly metadata?: Readonly<Record<string, string>>;
  readonly data?: string;
}

const fromJson = ({ metadata, data }: PayloadJson): Payload => ({
  metadata: Object.fromEntries(
    Object.entries(metadata ?? {}).map(([name, value]) => [name, Buffer.from(value, 'base64')]),
  ),
  data: Buffer.from(data ?? '', 'base64'),
});

const toJson = ({ metadata, data }: Payload): PayloadJson => ({
  metadata: Object.fromEntries(
    Object.entries(metadata ?? {}).map(([name, value]) => [name, Buffer.from(value).toString('base64')]),
  ),
  data: Buffer.from(data ?? new Uint8Array()).toString('base64'),
});
