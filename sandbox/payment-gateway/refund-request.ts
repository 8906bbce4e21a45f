import type { IncomingMessage } from 'node:http';
import { RequestRefused } from './answers';
import { invalidRequest, isVisibleAscii, strictObject, wholeNumber } from './checks';

/** A cancellation closes the order and pays all of it back; a refund pays part or all of a closed sale back. */
export type MoneyBackKind = 'refund' | 'cancellation';

export interface RefundRequest {
  readonly kind: MoneyBackKind;
  readonly payment_reference: string;
  readonly order_reference: string;
  readonly amount: number;
  readonly currency: 'USD';
}

const FIELDS = ['payment_reference', 'order_reference', 'amount', 'currency'];

// Control characters and lone surrogates are kept out: they would not come back from the database as they went in.
const REFERENCE = /^[^\p{Cc}\p{Cs}]{1,255}$/u;

export function readIdempotencyKey(request: IncomingMessage): string {
  const header = request.headers['idempotency-key'];
  if (header === undefined || header === '') {
    throw new RequestRefused(400, {
      code: 'idempotency_key_missing',
      message: 'The Idempotency-Key header is required.',
    });
  }
  // A header sent twice reaches us joined by ", ", which has a space and is refused here as well.
  if (typeof header !== 'string' || !isVisibleAscii(header)) {
    throw new RequestRefused(400, {
      code: 'idempotency_key_invalid',
      message: 'The Idempotency-Key header must be 1 to 255 visible ASCII characters.',
    });
  }
  return header;
}

export function parseRefundRequest(body: unknown, kind: MoneyBackKind): RefundRequest {
  const fields = strictObject(body, FIELDS);
  const paymentReference = reference(fields, 'payment_reference');
  const orderReference = reference(fields, 'order_reference');
  const amount = wholeNumber(fields.get('amount'), 'amount', [1, Number.MAX_SAFE_INTEGER]);
  const currency = fields.get('currency');
  if (currency !== 'USD') throw invalidRequest('currency must be "USD".', 'currency');
  return { kind, payment_reference: paymentReference, order_reference: orderReference, amount, currency };
}

/** One text per meaning: field order, spacing and number spelling of the body that was sent do not count. */
export function canonicalRequest(refund: RefundRequest): string {
  const { kind, payment_reference, order_reference, amount, currency } = refund;
  const fields = [payment_reference, order_reference, amount, currency];
  return JSON.stringify(kind === 'refund' ? fields : [kind, ...fields]);
}

function reference(fields: ReadonlyMap<string, unknown>, name: string): string {
  const value = fields.get(name);
  if (typeof value !== 'string' || !REFERENCE.test(value)) {
    throw invalidRequest(`${name} must be a string of 1 to 255 characters without control characters.`, name);
  }
  return value;
}
