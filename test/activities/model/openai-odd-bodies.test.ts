// Bodies that no provider sends on purpose: without end, packed small, with names that cannot be stored, with counts that cannot be.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { apis, backendAt, createWatchedGate, failureOf, requestOf, type Api } from './openai-lab';

const text = '{"message":"Hello."}';
const replies = {
  chat: (change: object) => ({
    id: 'c1',
    model: 'gpt-5-mini',
    choices: [{ finish_reason: 'stop', message: { content: text } }],
    ...change,
  }),
  responses: (change: object) => ({
    id: 'r1',
    model: 'gpt-5-mini',
    status: 'completed',
    output: [{ type: 'message', status: 'completed', content: [{ type: 'output_text', text }] }],
    ...change,
  }),
};
const usageOf = (api: Api, read: number, written: number) =>
  api === 'chat' ? { prompt_tokens: read, completion_tokens: written } : { input_tokens: read, output_tokens: written };

describe.each(apis)('%s', (api) => {
  let body: Buffer | 'endless';
  let encoding: string | undefined;
  let server: Server;
  let closed: Promise<void>;
  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume();
      closed = new Promise((resolve) => response.on('close', resolve));
      response.writeHead(200, {
        'content-type': 'application/json',
        ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
      });
      if (body !== 'endless') return void response.end(body);
      const more = (): void => {
        if (!response.destroyed) response.write(Buffer.alloc(65_536, 32), () => setImmediate(more));
      };
      more();
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const backend = () => backendAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, createWatchedGate());
  const answer = (change: object) => {
    body = Buffer.from(JSON.stringify(replies[api](change)));
    encoding = undefined;
    return backend().call(requestOf(api));
  };

  test('a body without end -> broken, billed, and the connection is ended', async () => {
    body = 'endless';
    encoding = undefined;
    const failure = await failureOf(backend().call(requestOf(api)));
    expect(failure).toMatchObject({ type: 'model.brokenReply', facts: { code: 'bodyTooLong' } });
    await closed;
  });

  test('200 MB packed into a little -> broken, billed', async () => {
    body = gzipSync(Buffer.alloc(200_000_000, 32));
    encoding = 'gzip';
    const failure = await failureOf(backend().call(requestOf(api)));
    expect(failure).toMatchObject({ type: 'model.brokenReply', facts: { code: 'bodyTooLong' } });
  });

  test('a packed reply -> read like any other', async () => {
    body = gzipSync(JSON.stringify(replies[api]({})));
    encoding = 'gzip';
    expect(await backend().call(requestOf(api))).toMatchObject({ text, ending: 'answered', model: 'gpt-5-mini' });
  });

  test.each(['a\u0000b\ud800', '', 'two words', 'x'.repeat(201)])(
    'model %j -> the name that was asked for',
    async (model) => {
      const asked = await answer({ model });
      expect(asked.model).toBe(requestOf(api).choice.model);
    },
  );

  test('a name of the provider’s own -> kept', async () => {
    expect((await answer({ model: 'gpt-5-mini-2025-08-07' })).model).toBe('gpt-5-mini-2025-08-07');
  });

  test.each([
    [0, 0],
    [0, 7],
    [12, 0],
    [-12, 7],
  ])('%d read and %d written beside a text -> no usage', async (read, written) => {
    expect((await answer({ usage: usageOf(api, read, written) })).usage).toBeNull();
  });

  test('a count that can be -> usage', async () => {
    expect((await answer({ usage: usageOf(api, 12, 7) })).usage).toMatchObject({ inputTokens: 12, outputTokens: 7 });
  });
});
