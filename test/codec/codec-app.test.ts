import type { Payload } from '@temporalio/common';
import { ticketOf, tokenIdOf } from '../../client/codec/admit-caller';
import { BODY_BYTES_MAX, createCodecApp } from '../../client/codec/codec-app';
import { toAuditLine, type AuditEntry } from '../../client/codec/codec-audit';
import { toPayload, toPayloadJson, type PayloadJson } from '../../client/codec/payload-json';
import { StoreUnavailableError } from '../../stores/store-port';
import { createPayloadCodec, SEALED_ENCODING } from '../../temporal-config/payload-codec';
import { createMemoryCaseKeys, type MemoryCaseKeys } from '../support/memory-case-keys';

const TOKEN = 'a-token-of-thirty-two-or-more-letters';
const UI = 'http://127.0.0.1:8233';
const CASE = 'c_00000000000000aa';
const TURN = { type: 'workflow', namespace: 'default', workflowId: `support/${CASE}/1` } as const;
/** Letters that occur nowhere by chance: finding them in an answer or a record is a leak. */
const CANARY = 'heron7f3aquay';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const json = (value: unknown): Payload => ({
  metadata: { encoding: bytes('json/plain') },
  data: bytes(JSON.stringify(value)),
});
const valueOf = (payload: PayloadJson | undefined): unknown =>
  JSON.parse(Buffer.from(payload?.data ?? '', 'base64').toString());
const encodingOf = (payload: PayloadJson | undefined): string =>
  Buffer.from(payload?.metadata?.['encoding'] ?? '', 'base64').toString();

const bearer = { authorization: `Bearer ${TOKEN}` };
const usual = { 'content-type': 'application/json', 'x-namespace': 'default', ...bearer };

interface Asking {
  readonly path?: string;
  readonly method?: string;
  /** A header that is undefined is left out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
}

function start(options: { keys?: MemoryCaseKeys; audit?: (entry: AuditEntry) => Promise<void> } = {}) {
  const keys = options.keys ?? createMemoryCaseKeys();
  const entries: AuditEntry[] = [];
  const notes: string[] = [];
  const app = createCodecApp({
    keys,
    namespace: 'default',
    origins: [UI],
    token: TOKEN,
    audit:
      options.audit ??
      ((entry) => {
        entries.push(entry);
        return Promise.resolve();
      }),
    note: (line) => notes.push(line),
  });
  const ask = async ({ path = '/decode', method = 'POST', headers = {}, body = { payloads: [] } }: Asking = {}) => {
    const all = Object.entries<string | undefined>({ ...usual, ...headers }).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as [string, string]] : [],
    );
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await app.request(path, {
      method,
      headers: all,
      ...(['GET', 'OPTIONS', 'HEAD'].includes(method) ? {} : { body: text }),
    });
    const answer = await response.text();
    return { status: response.status, headers: response.headers, text: answer, code: codeIn(answer) };
  };
  const decode = async (payloads: readonly PayloadJson[], more: Asking = {}) => {
    const answered = await ask({ body: { payloads }, ...more });
    if (answered.status !== 200) throw new Error(`${answered.status} ${answered.text}`);
    return (JSON.parse(answered.text) as { payloads: PayloadJson[] }).payloads;
  };
  const worker = createPayloadCodec({ keys, side: 'worker' });
  const seal = async (value: unknown): Promise<PayloadJson> =>
    toPayloadJson((await worker.encode([json(value)], TURN))[0]!);
  return { keys, entries, notes, ask, decode, seal, worker };
}

function codeIn(text: string): string | undefined {
  if (text === '') return undefined;
  return (JSON.parse(text) as { error?: { code: string } }).error?.code;
}

/** Nothing was opened: the answer, the record and the notes hold no word, and no payload is in the answer. */
async function expectShut(asking: Asking, status: number, code: string): Promise<void> {
  const server = start();
  const sealed = await server.seal({ word: CANARY });
  const answered = await server.ask({ body: { payloads: [sealed] }, ...asking });
  expect(answered).toMatchObject({ status, code });
  expect(answered.text).not.toMatch(/payloads": ?\[\{"metadata":\{"/);
  expect(JSON.stringify([answered.text, server.entries, server.notes])).not.toContain(CANARY);
  expect(server.entries).toEqual([]);
}

describe('codec server: who may ask', () => {
  test('the token -> the payload opens, and the record names the token by its id', async () => {
    const { seal, decode, entries } = start();
    const [opened] = await decode([await seal({ word: CANARY })]);
    expect(valueOf(opened)).toEqual({ word: CANARY });
    expect(encodingOf(opened)).toBe('json/plain');
    expect(entries).toMatchObject([{ who: `token:${tokenIdOf(TOKEN)}`, origin: null, act: 'decode' }]);
  });

  test('a page of the Web UI, by the address with the ticket -> opens; the record names the page', async () => {
    const { seal, ask, entries } = start();
    const answered = await ask({
      path: `/ui/${ticketOf(TOKEN)}/decode?preserveStorageRefs=true`,
      headers: { authorization: undefined, origin: UI },
      body: { payloads: [await seal('x')] },
    });
    expect(answered.status).toBe(200);
    expect(answered.headers.get('access-control-allow-origin')).toBe(UI);
    expect(entries).toMatchObject([{ who: `webUi:${tokenIdOf(TOKEN)}`, origin: UI }]);
  });

  test.each<[string, Asking]>([
    ['no token', { headers: { authorization: undefined } }],
    ['a wrong token', { headers: { authorization: 'Bearer another-token-of-thirty-two-letters' } }],
    ['the token without Bearer', { headers: { authorization: TOKEN } }],
    ['an empty bearer', { headers: { authorization: 'Bearer ' } }],
    ['the ticket as a bearer', { headers: { authorization: `Bearer ${ticketOf(TOKEN)}` } }],
    ['an allowed page without ticket', { headers: { authorization: undefined, origin: UI } }],
    ['a wrong ticket', { path: '/ui/wrong/decode', headers: { authorization: undefined, origin: UI } }],
    ['the token as a ticket', { path: `/ui/${TOKEN}/decode`, headers: { authorization: undefined, origin: UI } }],
    ['the ticket without a page', { path: `/ui/${ticketOf(TOKEN)}/decode`, headers: { authorization: undefined } }],
  ])('%s -> 401', (_what, asking) => expectShut(asking, 401, 'TOKEN'));

  test.each([
    'http://evil.example',
    'http://127.0.0.1:8234',
    'https://127.0.0.1:8233',
    'http://127.0.0.1:8233.evil.example',
    'HTTP://127.0.0.1:8233/',
    'null',
    '',
  ])('a page of another origin (%j), even with the token -> 403 and no leave for the browser', async (origin) => {
    await expectShut({ headers: { origin } }, 403, 'ORIGIN');
    const { ask } = start();
    const answered = await ask({ headers: { origin } });
    expect(answered.headers.get('access-control-allow-origin')).toBeNull();
    const preflight = await ask({ method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } });
    expect(preflight.status).toBe(403);
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('preflight of an allowed page -> POST with the headers that the Web UI sends; no secret needed for it', async () => {
    const { ask, entries } = start();
    const { status, headers } = await ask({
      path: `/ui/${ticketOf(TOKEN)}/decode`,
      method: 'OPTIONS',
      headers: {
        origin: UI,
        authorization: undefined,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-namespace',
      },
    });
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(UI);
    expect(headers.get('access-control-allow-methods')).toBe('POST,OPTIONS');
    expect(headers.get('access-control-allow-headers')).toBe(
      'Content-Type,X-Namespace,Authorization,Authorization-Extras',
    );
    expect(headers.get('access-control-allow-credentials')).toBe('true');
    expect(headers.get('vary')).toContain('Origin');
    expect(entries).toEqual([]);
  });

  test.each([undefined, '', 'other', 'default ,other'])('namespace %j -> 403', (namespace) =>
    expectShut({ headers: { 'x-namespace': namespace } }, 403, 'NAMESPACE'),
  );

  test('a refusal of an allowed page can be read by it', async () => {
    const { headers, status } = await start().ask({ headers: { origin: UI, 'x-namespace': 'other' } });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([403, UI]);
  });
});

describe('codec server: what may be asked', () => {
  test.each<[string, Asking, number, string]>([
    ['GET', { method: 'GET' }, 405, 'METHOD'],
    ['PUT', { method: 'PUT' }, 405, 'METHOD'],
    ['another path', { path: '/' }, 404, 'PATH'],
    ['a path below', { path: '/decode/x' }, 404, 'PATH'],
    ['what external storage would answer', { path: '/download' }, 404, 'PATH'],
    ['no content type', { headers: { 'content-type': undefined } }, 415, 'CONTENT_TYPE'],
    ['text', { headers: { 'content-type': 'text/plain' } }, 415, 'CONTENT_TYPE'],
    ['nearly JSON', { headers: { 'content-type': 'application/jsonp' } }, 415, 'CONTENT_TYPE'],
    ['broken JSON', { body: `{"payloads": [${CANARY}` }, 400, 'BODY'],
    ['an empty body', { body: '' }, 400, 'BODY'],
    ['no object', { body: '[]' }, 400, 'BODY'],
    ['null', { body: 'null' }, 400, 'BODY'],
    ['payloads that are no list', { body: { payloads: { metadata: CANARY } } }, 400, 'BODY'],
    ['a payload that is none', { body: { payloads: [CANARY] } }, 400, 'BODY'],
    ['bytes that are no base64', { body: { payloads: [{ metadata: { encoding: `${CANARY}!` } }] } }, 400, 'BODY'],
    ['very deep', { body: '{"payloads":'.concat('['.repeat(100_000), ']'.repeat(100_000), '}') }, 400, 'BODY'],
  ])('%s -> refused, nothing of it repeated', (_what, asking, status, code) => expectShut(asking, status, code));

  test('405 -> says which method', async () => {
    expect((await start().ask({ method: 'GET' })).headers.get('allow')).toBe('POST, OPTIONS');
  });

  test.each<[string, Record<string, string>]>([
    ['that says its length', { 'content-length': String(BODY_BYTES_MAX + 1) }],
    ['in chunks', { 'transfer-encoding': 'chunked' }],
  ])('a body above 4 MiB, %s -> 413; one byte less passes', async (_how, headers) => {
    const { ask } = start();
    const empty = '{"payloads":[]}';
    const most = empty.padEnd(BODY_BYTES_MAX, ' ');
    expect(await ask({ body: `${most} `, headers })).toMatchObject({ status: 413, code: 'TOO_LARGE' });
    const lengthOfMost = 'content-length' in headers ? { 'content-length': String(BODY_BYTES_MAX) } : headers;
    expect((await ask({ body: most, headers: lengthOfMost })).status).toBe(200);
  });

  test.each(['/decode', '/encode'])('%s without payloads (`{}`, null, []) -> none come back', async (path) => {
    const { ask } = start();
    for (const body of ['{}', '{"payloads":null}', '{"payloads":[]}', '{"other":1}'])
      expect(await ask({ path, body })).toMatchObject({ status: 200, text: '{"payloads":[]}' });
  });

  test('content type with a charset, answers never cached', async () => {
    const { status, headers } = await start().ask({ headers: { 'content-type': 'application/json; charset=utf-8' } });
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  });
});

describe('codec server: payloads', () => {
  test('in another order of kinds -> each answer at the place of its question, counted by kind', async () => {
    const { keys, seal, decode, entries } = start();
    const foreign = await start().seal('theirs');
    const plain = toPayloadJson(json({ bare: true }));
    const [one, two] = [await seal('one'), await seal('two')];
    const answered = await decode([one, foreign, plain, two]);
    expect(answered.map((payload) => encodingOf(payload))).toEqual([
      'json/plain',
      SEALED_ENCODING,
      'json/plain',
      'json/plain',
    ]);
    expect([0, 3].map((at) => valueOf(answered[at]))).toEqual(['one', 'two']);
    expect(entries).toMatchObject([
      {
        payloads: 4,
        opened: { payloads: 2, keys: [(await keys.caseKey(CASE)).keyId], cases: [CASE] },
        refused: { payloads: 1, keys: [Buffer.from(foreign.metadata!['key-id']!, 'base64').toString()] },
        erased: { payloads: 0, keys: [] },
        passed: 1,
      },
    ]);
  });

  test('an unknown key -> comes back as it was, with metadata and fields this program does not know', async () => {
    const foreign = { ...(await start().seal('x')), externalPayloads: [{ sizeBytes: '12' }] };
    expect(await start().decode([foreign])).toEqual([foreign]);
  });

  test.each<[string, (sealed: PayloadJson) => PayloadJson]>([
    ['no key id', ({ data, metadata }) => ({ data, metadata: { encoding: metadata!['encoding']! } })],
    [
      'words in place of a key id',
      ({ data, metadata }) => ({ data, metadata: { ...metadata!, 'key-id': Buffer.from(CANARY).toString('base64') } }),
    ],
    ['a changed byte', ({ data, metadata }) => ({ metadata, data: flipped(data!) })],
    ['no data', ({ metadata }) => ({ metadata })],
  ])('%s -> comes back as it was, counted as refused, and the record repeats nothing of it', async (_what, change) => {
    const { seal, decode, entries } = start();
    const changed = change(await seal('x'));
    expect(await decode([changed])).toEqual([changed]);
    expect(entries).toMatchObject([{ refused: { payloads: 1 }, opened: { payloads: 0, cases: [] } }]);
    expect(JSON.stringify(entries)).not.toContain(CANARY);
  });

  test('many unknown keys -> the record names twenty and counts all', async () => {
    const { decode, entries } = start();
    const sealed = await start().seal('x');
    const of = (index: number): PayloadJson => ({
      ...sealed,
      metadata: {
        ...sealed.metadata!,
        'key-id': Buffer.from(`k_${String(index).padStart(16, '0')}`).toString('base64'),
      },
    });
    await decode(Array.from({ length: 50 }, (_one, index) => of(index)));
    expect(entries[0]?.refused.payloads).toBe(50);
    expect(entries[0]?.refused.keys).toHaveLength(20);
  });

  test('an erased key -> {"erased":true}, counted as erased and not as opened', async () => {
    const { keys, seal, decode, entries } = start();
    const sealed = await seal({ word: CANARY });
    const { keyId } = await keys.caseKey(CASE);
    keys.erase(CASE);
    const [erased] = await decode([sealed]);
    expect([encodingOf(erased), valueOf(erased)]).toEqual(['json/plain', { erased: true }]);
    expect(entries).toMatchObject([{ erased: { payloads: 1, keys: [keyId] }, opened: { payloads: 0 } }]);
  });

  test('base64 without padding and of the other alphabet -> read as protobuf JSON allows', async () => {
    const { seal, decode } = start();
    const sealed = await seal('x');
    const data = sealed.data!.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
    expect(valueOf((await decode([{ ...sealed, data }]))[0])).toBe('x');
  });

  test('opened payloads above 32 MiB in one answer -> 413, nothing handed out', async () => {
    const { seal, ask, entries } = start();
    const large = await seal('a'.repeat(1_000_000));
    const answered = await ask({ body: { payloads: Array.from({ length: 40 }, () => large) } });
    expect(answered).toMatchObject({ status: 413, code: 'TOO_LARGE' });
    expect(entries).toEqual([]);
  });

  test('encode -> sealed with the surface key, to a workflow as good as plain text; sealed ones stay', async () => {
    const { keys, ask, worker, seal, entries } = start();
    const already = await seal('before');
    const answered = await ask({
      path: '/encode',
      body: { payloads: [toPayloadJson(json({ word: CANARY })), already] },
    });
    const { payloads } = JSON.parse(answered.text) as { payloads: PayloadJson[] };
    expect(answered.text).not.toContain(CANARY);
    expect(payloads[1]).toEqual(already);
    const [opened] = await worker.decode([toPayload(payloads[0]!)], TURN);
    expect(JSON.parse(Buffer.from(opened!.data!).toString())).toEqual({ unsealed: { word: CANARY } });
    expect(Buffer.from(payloads[0]!.metadata!['key-id']!, 'base64').toString()).toBe(keys.surfaceKey().keyId);
    expect(entries).toMatchObject([{ act: 'encode', payloads: 2, sealed: 1, passed: 1 }]);
  });

  test('encode: a payload above 1 MiB -> 413', async () => {
    const { ask } = start();
    const body = { payloads: [toPayloadJson(json('a'.repeat(1024 * 1024)))] };
    expect(await ask({ path: '/encode', body })).toMatchObject({ status: 413, code: 'TOO_LARGE' });
  });
});

describe('codec server: the record', () => {
  test.each(['/decode', '/encode'])('%s that cannot be recorded -> 503, and nothing is handed out', async (path) => {
    const { seal, ask } = start({ audit: () => Promise.reject(new Error(`disk full ${CANARY}`)) });
    const answered = await ask({ path, body: { payloads: [await seal({ word: CANARY })] } });
    expect(answered).toMatchObject({ status: 503, code: 'AUDIT' });
    expect(answered.text).not.toContain('payloads');
    expect(answered.text).not.toContain(CANARY);
  });

  test('the answer waits for the record', async () => {
    let keep = (): void => undefined;
    const kept = new Promise<void>((done) => (keep = done));
    const { ask } = start({ audit: () => kept });
    const answered: number[] = [];
    const asked = ask().then(({ status }) => answered.push(status));
    await new Promise((done) => setTimeout(done, 20));
    expect(answered).toEqual([]);
    keep();
    await asked;
    expect(answered).toEqual([200]);
  });

  test('a line -> ids and counts, no word, no metadata', async () => {
    const { keys, seal, decode, entries } = start();
    await decode([await seal({ word: CANARY }), toPayloadJson(json({ word: CANARY }))]);
    const line = toAuditLine({ ...entries[0]!, atMs: 0 });
    expect(JSON.parse(line)).toEqual({
      time: '1970-01-01T00:00:00.000Z',
      act: 'decode',
      who: `token:${tokenIdOf(TOKEN)}`,
      origin: null,
      namespace: 'default',
      payloads: 2,
      opened: { payloads: 1, keys: [(await keys.caseKey(CASE)).keyId], cases: [CASE] },
      erased: { payloads: 0, keys: [] },
      refused: { payloads: 0, keys: [] },
      passed: 1,
      sealed: 0,
    });
  });

  test('a key store that does not answer -> 503 without its words; another failure -> 500 without its words', async () => {
    for (const [error, status, code] of [
      [new StoreUnavailableError('store.busy', CANARY), 503, 'store.busy'],
      [new TypeError(CANARY), 500, 'UNEXPECTED'],
    ] as const) {
      const keys = createMemoryCaseKeys();
      const { seal, ask, notes } = start({ keys });
      const sealed = await seal('x');
      keys.caseKeyById = () => Promise.reject(error);
      const answered = await ask({ body: { payloads: [sealed] } });
      expect(answered).toMatchObject({ status, code });
      expect(JSON.stringify([answered.text, notes])).not.toContain(CANARY);
    }
  });
});

function flipped(data: string): string {
  const changed = Buffer.from(data, 'base64');
  changed[20]! ^= 1;
  return changed.toString('base64');
}
