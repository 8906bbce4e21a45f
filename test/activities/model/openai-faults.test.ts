// Every way a request can fail, on both interfaces: who may try again, whether it may have been billed, and that nothing a provider says goes
// on. One attempt is one request.
import { inspect } from 'node:util';
import { createOpenAiClient } from '../../../activities/model/openai/create-client';
import { ModelFailure } from '../../../activities/model/model-backend';
import { startOpenAiStandIn, type StandIn } from '../../support/stand-ins/openai-server';
import { apis, backendAt, canaryKey, createWatchedGate, failureOf, placeOf, requestOf } from './openai-lab';

describe('openai faults', () => {
  let standIn: StandIn;
  beforeAll(async () => {
    standIn = await startOpenAiStandIn();
  });
  afterAll(async () => {
    await standIn.stop();
  });

  /** A port that somebody had and nobody has. */
  const deadUrl = async (): Promise<string> => {
    const gone = await startOpenAiStandIn();
    await gone.stop();
    return gone.url;
  };

  type Row = [fixture: string, type: string, billed: boolean, facts?: object];
  const rows: readonly Row[] = [
    ['400-plain', 'model.invalidRequest', false],
    ['400-context', 'model.contextFull', false],
    ['400-context-words', 'model.contextFull', false],
    ['400-schema', 'model.schemaRejected', false],
    ['400-should-retry', 'model.serverError', true],
    ['401', 'model.credentials', false],
    ['402', 'model.credentials', false],
    ['403', 'model.credentials', false],
    ['404', 'model.invalidRequest', false],
    ['307', 'model.invalidRequest', false],
    ['408', 'model.serverError', true, { final: false }],
    ['409', 'model.serverError', true],
    ['413', 'model.contextFull', false],
    ['422-schema', 'model.schemaRejected', false],
    ['429-quota', 'model.quota', false],
    ['429-seconds', 'model.rateLimited', false, { retryAfterMs: 1_000, final: false }],
    ['429-ms', 'model.rateLimited', false, { retryAfterMs: 1_500 }],
    ['429-no-word', 'model.rateLimited', false, { retryAfterMs: undefined }],
    ['429-final', 'model.rateLimited', false, { final: true }],
    ['500', 'model.serverError', true, { final: false }],
    ['500-final', 'model.serverError', true, { final: true }],
    ['502-html', 'model.serverError', true],
    ['503', 'model.unavailable', false, { retryAfterMs: 2_000 }],
    ['529', 'model.serverError', true],
    ['200-html', 'model.brokenReply', true],
    ['200-half-json', 'model.brokenReply', true, { code: 'notJson' }],
    ['200-empty', 'model.brokenReply', true],
    ['200-cut-body', 'model.brokenReply', true, { code: 'cutBody' }],
    ['reset', 'model.brokenReply', true, { code: 'connectionLost' }],
  ];
  describe.each(apis)('%s', (api) => {
    test.each(rows)('%s -> %s, billed %s, one request, no words', async (fixture, type, billed, facts = {}) => {
      standIn.serve(`errors/${fixture}.http`);
      const failure = await failureOf(backendAt(standIn.url, createWatchedGate()).call(requestOf(api)));
      expect(failure).toBeInstanceOf(ModelFailure);
      expect(failure).toMatchObject({ type, billed, facts });
      expect(standIn.seen).toHaveLength(1);
      const told = inspect(failure, { depth: 10, showHidden: true });
      expect(told).not.toContain('canary-words');
      expect(told).not.toContain(canaryKey);
    });

    test('429 with a date -> about as long as until then', async () => {
      standIn.serve('errors/429-date.http');
      const failure = (await failureOf(
        backendAt(standIn.url, createWatchedGate()).call(requestOf(api)),
      )) as ModelFailure;
      expect(failure.facts.retryAfterMs).toBeGreaterThan(85_000);
      expect(failure.facts.retryAfterMs).toBeLessThanOrEqual(90_000);
    });

    test('429 -> pauses the key for all workers, as long as asked; a silly time is capped', async () => {
      const gate = createWatchedGate();
      standIn.serve('errors/429-ms.http', 'errors/429-silly.http', 'errors/429-no-word.http', 'errors/429-quota.http');
      const backend = backendAt(standIn.url, gate);
      for (let n = 0; n < 4; n += 1) await failureOf(backend.call(requestOf(api)));
      expect(gate.pauses).toEqual([
        { provider: 'CANARY_KEY', forMs: 1_500 },
        { provider: 'CANARY_KEY', forMs: 600_000 },
        { provider: 'CANARY_KEY', forMs: 1_000 },
      ]);
    });

    test('nobody listens -> unavailable, not billed', async () => {
      const failure = await failureOf(backendAt(await deadUrl(), createWatchedGate()).call(requestOf(api)));
      expect(failure).toMatchObject({ type: 'model.unavailable', billed: false, facts: { code: 'ECONNREFUSED' } });
    });

    test.each(['200-stall', 'stall-before-headers'])(
      '%s: the provider limit ends it -> timeout, billed',
      async (fixture) => {
        standIn.serve(`errors/${fixture}.http`);
        const backend = backendAt(standIn.url, createWatchedGate(), { change: { timeoutMs: 300 }, key: canaryKey });
        const begun = Date.now();
        expect(await failureOf(backend.call(requestOf(api)))).toMatchObject({ type: 'model.timeout', billed: true });
        expect(Date.now() - begun).toBeLessThan(3_000);
      },
    );

    test.each(['200-stall', 'stall-before-headers'])(
      '%s: the run is stopped -> the signal’s own reason',
      async (fixture) => {
        standIn.serve(`errors/${fixture}.http`);
        const stop = new AbortController();
        const reason = new Error('stopped');
        const call = backendAt(standIn.url, createWatchedGate()).call(requestOf(api, { signal: stop.signal }));
        setTimeout(() => stop.abort(reason), 200);
        await expect(call).rejects.toBe(reason);
      },
    );

    test('the key travels as bearer alone; no retry count, no idempotency, nothing out of other variables', async () => {
      const before = { ...process.env };
      Object.assign(process.env, {
        OPENAI_CUSTOM_HEADERS: 'X-Leak: canary-words\nAuthorization: Bearer other',
        OPENAI_ORG_ID: 'org-other',
        OPENAI_PROJECT_ID: 'proj-other',
        OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
        OPENAI_API_KEY: 'sk-other',
      });
      try {
        standIn.serve(`${api}/answered.json`);
        await backendAt(standIn.url, createWatchedGate()).call(requestOf(api));
      } finally {
        process.env = before;
      }
      const headers = standIn.seen[0]?.headers ?? {};
      expect(headers.authorization).toBe(`Bearer ${canaryKey}`);
      expect(Object.keys(headers).sort()).toEqual(
        expect.not.arrayContaining(['x-leak', 'openai-organization', 'openai-project', 'idempotency-key']),
      );
      expect(Object.keys(headers).filter((name) => name.startsWith('x-'))).toEqual([]);
    });
  });

  test('client: retries of the package are off at construction', () => {
    expect(createOpenAiClient(placeOf('chat', standIn.url), canaryKey).maxRetries).toBe(0);
    expect(createOpenAiClient(placeOf('chat', standIn.url), canaryKey).logLevel).toBe('off');
  });

  test('no key here -> credentials, and nothing is asked', async () => {
    standIn.serve('chat/answered.json');
    const backend = backendAt(standIn.url, createWatchedGate(), { key: undefined });
    await expect(backend.call(requestOf('chat'))).rejects.toMatchObject({ type: 'model.credentials' });
    await expect(backend.admit?.(requestOf('chat'))).rejects.toMatchObject({ type: 'model.credentials' });
    expect(standIn.seen).toEqual([]);
  });

  test('gate: closed -> waits, asks again, then passes; the request itself is not asked meanwhile', async () => {
    const gate = createWatchedGate();
    gate.answers = [
      { kind: 'closed', by: 'pause', waitMs: 60 },
      { kind: 'closed', by: 'limit', waitMs: 60 },
    ];
    standIn.serve();
    const begun = Date.now();
    await backendAt(standIn.url, gate).admit?.(requestOf('chat'));
    expect(Date.now() - begun).toBeGreaterThanOrEqual(110);
    expect(gate.asked).toHaveLength(3);
    expect(standIn.seen).toEqual([]);
  });

  test('gate: the time runs out before it opens -> rate limited, not billed', async () => {
    const gate = createWatchedGate();
    gate.answers = [{ kind: 'closed', by: 'pause', waitMs: 60_000 }];
    const admitted = backendAt(standIn.url, gate).admit?.(requestOf('chat', { signal: AbortSignal.timeout(100) }));
    await expect(admitted).rejects.toMatchObject({ type: 'model.rateLimited', billed: false });
  });

  test('a compatible server that was given up on -> asked for readiness before the next request, once it is ready no more', async () => {
    const backend = backendAt(standIn.url, createWatchedGate(), { change: { timeoutMs: 200 }, key: canaryKey });
    standIn.serve('errors/200-stall.http', 'errors/503.http', 'errors/404.http', 'chat/answered.json');
    const request = requestOf('chat');
    await backend.admit?.(request);
    expect(await failureOf(backend.call(request))).toMatchObject({ type: 'model.timeout' });
    await expect(backend.admit?.(request)).rejects.toMatchObject({ type: 'model.unavailable', billed: false });
    await backend.admit?.(request);
    await backend.admit?.(request);
    expect(await backend.call(request)).toMatchObject({ ending: 'answered' });
    expect(standIn.seen.map(({ path }) => path.replace('/v1/', ''))).toEqual([
      'chat/completions',
      'models',
      'models',
      'chat/completions',
    ]);
  });
});
