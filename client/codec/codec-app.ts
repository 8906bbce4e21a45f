// The codec server as a function from request to answer: Temporal's remote codec protocol, POST /decode and /encode. The checks come in
// this order: path, method, page, secret, namespace, content type, size, body. Each refusal says what was expected, and repeats
// nothing of what was sent.
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { codeOf } from '../../stores/error-code';
import type { CaseKeys } from '../../temporal-config/case-keys';
import { admitCaller } from './admit-caller';
import type { AuditEntry } from './codec-audit';
import { openPayloads, sealPayloads, TooMuchError, type Converted } from './convert-payloads';
import { readPayloads, type PayloadJson } from './payload-json';

export interface CodecAppOptions {
  readonly keys: CaseKeys;
  readonly namespace: string;
  readonly origins: readonly string[];
  readonly token: string;
  /** Rejects when the entry could not be kept; then nothing is handed out. */
  readonly audit: (entry: AuditEntry) => Promise<void>;
  /** Told a line of each refusal and failure: codes of ours, never what was sent. */
  readonly note: (line: string) => void;
}

interface Env {
  Variables: { who: string };
}
type Act = 'decode' | 'encode';
type Status = 400 | 401 | 403 | 404 | 405 | 413 | 415 | 500 | 503;

export const BODY_BYTES_MAX = 4 * 1024 * 1024;
const ALLOWED_HEADERS = ['Content-Type', 'X-Namespace', 'Authorization', 'Authorization-Extras'];
const PREFLIGHT_SECONDS = 600;

const convert: Readonly<Record<Act, (keys: CaseKeys, payloads: readonly PayloadJson[]) => Promise<Converted>>> = {
  decode: openPayloads,
  encode: sealPayloads,
};

export const createCodecApp = (options: CodecAppOptions): Hono<Env> => {
  const app = new Hono<Env>();
  const refuse = (c: Context, status: Status, [code, message]: readonly [string, string]): Response => {
    options.note(`codec: refused ${status} ${code}`);
    return c.json({ error: { code, message } }, status);
  };
  app.use(async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
  });
  const checks = createChecks(options, refuse);
  for (const act of ['decode', 'encode'] as const)
    for (const path of [`/${act}`, `/ui/:ticket/${act}`]) {
      app.use(path, ...checks.page);
      app.post(path, ...checks.request, (c) => answer(c, act, { ...options, refuse }));
      app.all(path, (c) => {
        c.header('Allow', 'POST, OPTIONS');
        return refuse(c, 405, ['METHOD', `expected POST; GET shows nothing here`]);
      });
    }
  app.notFound((c) => refuse(c, 404, ['PATH', 'expected /decode or /encode']));
  app.onError((error, c) => fail(error, (status, words) => refuse(c, status, words)));
  return app;
};

type Refuse = (c: Context, status: Status, words: readonly [string, string]) => Response;

const createChecks = (options: CodecAppOptions, refuse: Refuse) => {
  const page: MiddlewareHandler<Env> = async (c, next) => {
    const origin = c.req.header('origin');
    if (origin === undefined || options.origins.includes(origin)) return next();
    return refuse(c, 403, [
      'ORIGIN',
      'pages of this origin may not ask; turnkeep serve --codec --origin URL allows one',
    ]);
  };
  const secret: MiddlewareHandler<Env> = async (c, next) => {
    const [authorization, origin] = [c.req.header('authorization'), c.req.header('origin')];
    const who = admitCaller(options, { authorization, origin, ticket: c.req.param('ticket') });
    if (who === undefined)
      return refuse(c, 401, [
        'TOKEN',
        'expected Authorization: Bearer TOKEN, or the address that was made for the Web UI',
      ]);
    c.set('who', who);
    return next();
  };
  const namespace: MiddlewareHandler<Env> = async (c, next) =>
    c.req.header('x-namespace') === options.namespace
      ? next()
      : refuse(c, 403, ['NAMESPACE', 'expected X-Namespace to name the namespace of the settings of this server']);
  const contentType: MiddlewareHandler<Env> = async (c, next) =>
    /^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '')
      ? next()
      : refuse(c, 415, ['CONTENT_TYPE', 'expected application/json']);
  const size = bodyLimit({
    maxSize: BODY_BYTES_MAX,
    onError: (c) => refuse(c, 413, ['TOO_LARGE', `expected at most ${BODY_BYTES_MAX} bytes; ask for fewer at a time`]),
  });
  const crossOrigin = cors({
    origin: [...options.origins],
    allowMethods: ['POST', 'OPTIONS'],
    allowHeaders: ALLOWED_HEADERS,
    credentials: true,
    maxAge: PREFLIGHT_SECONDS,
  });
  return { page: [page, crossOrigin], request: [secret, namespace, contentType, size] } as const;
};

interface Answering extends CodecAppOptions {
  readonly refuse: Refuse;
}

const answer = async (
  c: Context<Env>,
  act: Act,
  { keys, namespace, audit, refuse, note }: Answering,
): Promise<Response> => {
  const asked = readPayloads(await c.req.text());
  if (asked === undefined)
    return refuse(c, 400, ['BODY', 'expected JSON {"payloads": [{"metadata": {NAME: BASE64}, "data": BASE64}]}']);
  const { payloads, ...counts } = await convert[act](keys, asked);
  const by = { who: c.get('who'), origin: c.req.header('origin') ?? null, namespace };
  try {
    await audit({ atMs: Date.now(), act, ...by, payloads: payloads.length, ...counts });
  } catch (error) {
    note(`codec: ${error instanceof Error ? error.message : 'the audit failed'}`);
    return refuse(c, 503, ['AUDIT', 'what was asked for cannot be recorded, so it is not handed out; see the server']);
  }
  return c.json({ payloads });
};

/** Messages of errors may quote anything; their classes and codes are ours or a driver's. */
const fail = (error: unknown, refuse: (status: Status, words: readonly [string, string]) => Response): Response => {
  const name = error instanceof Error ? error.name : typeof error;
  if (error instanceof TooMuchError || codeOfFailure(error) === 'payload.tooLarge')
    return refuse(413, ['TOO_LARGE', 'the payloads are larger than one answer may be; ask for fewer at a time']);
  if (name === 'StoreUnavailableError' || name === 'StoreIntegrityError')
    return refuse(503, [codeOf(error), 'the key store does not answer; turnkeep doctor says why']);
  return refuse(500, ['UNEXPECTED', `an error of the server (${name})`]);
};

const codeOfFailure = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined;
