// The client of the sandbox payment gateway. Which answer counts as what:
//   200 with the refund that was asked for   done
//   402 with a code of REFUSALS               refused: the gateway's own no, stored under the key
//   409, 429, connection refused             unknown, and nothing was done by this request: worth asking again
//   400 idempotency_error                    unknown: the key was used for another body, so what it did is not what we ask
//   everything else                          unknown: 5xx, time-out, closed socket, cut body, no JSON, another refund
// A stored 500 is replayed for ever, so asking again does not cure it: a person closes such an entry.
import * as z from 'zod';
import { StoreUnavailableError } from '../../../stores/store-port';
import type { OutsideAnswer } from '../tool-port';
import type { GatewayCharge, PaymentGateway, RefundOrder } from './payment-gateway';

export interface SandboxGatewaySettings {
  /** e.g. `http://127.0.0.1:4010`, without a trailing slash. */
  readonly url: string;
  readonly sendTimeoutMs?: number;
  readonly keyWindowMs?: number;
}

const REFUSALS: Readonly<Record<string, string>> = {
  refund_refused: 'The payment gateway refused the refund.',
  order_cancelled: 'The order was cancelled and paid back before.',
  order_refunded: 'Something of the order was paid back before.',
};

const DEFAULT_SEND_TIMEOUT_MS = 10_000;
const DEFAULT_KEY_WINDOW_MS = 24 * 3_600_000;

const refundSchema = z.object({
  id: z.string().min(1),
  status: z.literal('succeeded'),
  order_reference: z.string(),
  amount: z.int(),
  currency: z.string(),
});
type Refund = z.infer<typeof refundSchema>;
const refundListSchema = z.object({ data: z.array(refundSchema) });
/** A code is recorded; what is none is somebody's words and is not read. */
const errorSchema = z.object({
  error: z.object({ code: z.string().regex(/^[A-Za-z0-9._-]{1,64}$/), message: z.string() }),
});
const chargeListSchema = z.object({
  charges: z.array(
    z.object({
      id: z.string(),
      key: z.string(),
      order_reference: z.string(),
      amount: z.int(),
      currency: z.string(),
      created_ms: z.int(),
    }),
  ),
});

interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfterMs: number | undefined;
}

export function createSandboxGateway(settings: SandboxGatewaySettings): PaymentGateway {
  const sendTimeoutMs = settings.sendTimeoutMs ?? DEFAULT_SEND_TIMEOUT_MS;
  const ask = (path: string, signal: AbortSignal): Promise<Reply> =>
    request(settings.url + path, { signal }, sendTimeoutMs);
  return {
    sendTimeoutMs,
    keyWindowMs: settings.keyWindowMs ?? DEFAULT_KEY_WINDOW_MS,
    refund: (order) => payBack(`${settings.url}/v1/refunds`, order, sendTimeoutMs),
    cancel: (order) => payBack(`${settings.url}/v1/cancellations`, order, sendTimeoutMs),
    async lookUp(outsideKey, signal) {
      try {
        return readLookUp(await ask(`/v1/refunds?idempotency_key=${encodeURIComponent(outsideKey)}`, signal));
      } catch (error) {
        return lostAnswer(error);
      }
    },
    listCharges: (signal) => listCharges(() => ask('/v1/ledger', signal)),
  };
}

async function payBack(url: string, order: RefundOrder, sendTimeoutMs: number): Promise<OutsideAnswer> {
  const remainingMs = Math.min(sendTimeoutMs, order.deadlineAtMs - Date.now());
  if (remainingMs <= 0) return { kind: 'unknown', cause: 'not_sent.deadline' };
  const body = JSON.stringify({
    payment_reference: order.paymentReference,
    order_reference: order.orderReference,
    amount: order.amountMinor,
    currency: order.currency,
  });
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': order.outsideKey };
  try {
    const call = { method: 'POST', body, headers, signal: order.signal };
    return readRefund(await request(url, call, remainingMs), order);
  } catch (error) {
    return lostAnswer(error);
  }
}

/** One request, no retry, no redirect; throws when no whole JSON answer came. */
async function request(url: string, init: RequestInit & { signal: AbortSignal }, timeoutMs: number): Promise<Reply> {
  const signal = AbortSignal.any([init.signal, AbortSignal.timeout(timeoutMs)]);
  const response = await fetch(url, { ...init, signal, redirect: 'error' });
  const seconds = Number(response.headers.get('Retry-After') ?? NaN);
  return {
    status: response.status,
    body: await response.json(),
    retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : undefined,
  };
}

function readRefund(reply: Reply, order: RefundOrder): OutsideAnswer {
  if (reply.status === 200) {
    const refunded = refundSchema.safeParse(reply.body);
    if (!refunded.success) return { kind: 'unknown', cause: 'answer_not_understood' };
    const { amount, currency, order_reference } = refunded.data;
    const isOurs =
      amount === order.amountMinor && currency === order.currency && order_reference === order.orderReference;
    return isOurs ? toDone(refunded.data) : { kind: 'unknown', cause: 'answer_differs' };
  }
  return readError(reply);
}

function readError(reply: Reply): OutsideAnswer {
  const parsed = errorSchema.safeParse(reply.body);
  const code = parsed.success ? parsed.data.error.code : 'no_code';
  if (reply.status === 402 && Object.hasOwn(REFUSALS, code)) {
    return { kind: 'refused', code, words: REFUSALS[code] ?? '' };
  }
  const cause = `status_${reply.status}.${code}`;
  return { kind: 'unknown', cause, ...(reply.retryAfterMs === undefined ? {} : { retryAfterMs: reply.retryAfterMs }) };
}

function readLookUp(reply: Reply): OutsideAnswer | { kind: 'none' } {
  if (reply.status !== 200) return readError(reply);
  const list = refundListSchema.safeParse(reply.body);
  if (!list.success) return { kind: 'unknown', cause: 'answer_not_understood' };
  const [first, ...more] = list.data.data;
  if (first === undefined) return { kind: 'none' };
  return more.length === 0 ? toDone(first) : { kind: 'unknown', cause: 'several_refunds_under_key' };
}

const toDone = (refunded: Refund): OutsideAnswer => ({
  kind: 'done',
  outsideId: refunded.id,
  value: { id: refunded.id, status: refunded.status, amountMinor: refunded.amount, currency: refunded.currency },
});

// By name and code: errors of the platform need not be of this realm's classes.
function lostAnswer(error: unknown): OutsideAnswer {
  const name = typeof error === 'object' && error !== null && 'name' in error ? error.name : '';
  switch (name) {
    case 'TimeoutError':
      return { kind: 'unknown', cause: 'timeout' };
    case 'AbortError':
      return { kind: 'unknown', cause: 'aborted' };
    case 'SyntaxError':
      return { kind: 'unknown', cause: 'answer_not_json' };
    default:
      return { kind: 'unknown', cause: isRefusedConnection(error) ? 'not_reached' : 'connection_lost' };
  }
}

function isRefusedConnection(error: unknown): boolean {
  const cause = typeof error === 'object' && error !== null && 'cause' in error ? error.cause : undefined;
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'ECONNREFUSED';
}

async function listCharges(ask: () => Promise<Reply>): Promise<readonly GatewayCharge[]> {
  const reply = await ask().catch((error: unknown) => {
    throw new StoreUnavailableError('gateway.unreachable', `The payment gateway does not answer: ${String(error)}`);
  });
  const parsed = chargeListSchema.safeParse(reply.body);
  if (reply.status !== 200 || !parsed.success) {
    throw new StoreUnavailableError(
      'gateway.answer',
      `The payment gateway's ledger could not be read (${reply.status}).`,
    );
  }
  return parsed.data.charges;
}
