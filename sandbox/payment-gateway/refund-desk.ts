import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type ErrorDetail, errorAnswer, jsonAnswer, RequestRefused } from './answers';
import type { FaultBoard } from './faults';
import { parseJson, readBody, send, sendCut } from './http-io';
import type { Charge, Ledger } from './ledger';
import {
  canonicalRequest,
  parseRefundRequest,
  readIdempotencyKey,
  type MoneyBackKind,
  type RefundRequest,
} from './refund-request';

interface Delivery {
  readonly answer: Answer;
  readonly replayed: boolean;
}

/** A charge as callers see it. */
export function refundView(charge: Charge): object {
  return {
    id: charge.id,
    status: 'succeeded',
    payment_reference: charge.payment_reference,
    order_reference: charge.order_reference,
    amount: charge.amount,
    currency: charge.currency,
    created_ms: charge.created_ms,
    ...(charge.kind === 'refund' ? {} : { kind: charge.kind }),
  };
}

/** Takes refund orders: each key is worked on once, and what came out is what the key answers from then on. */
export class RefundDesk {
  private readonly inWork = new Set<string>();

  constructor(
    private readonly ledger: Ledger,
    private readonly faults: FaultBoard,
  ) {}

  async handle(request: IncomingMessage, response: ServerResponse, kind: MoneyBackKind): Promise<void> {
    this.ledger.count('requests');
    const body = await readBody(request);
    const key = readIdempotencyKey(request);
    const refund = parseRefundRequest(parseJson(body), kind);
    if (this.stoppedOnArrival(key, response)) return;
    // A key in work is refused whatever the body says: there is nothing stored yet to compare it with.
    if (this.inWork.has(key)) {
      throw new RequestRefused(409, {
        code: 'idempotency_key_in_use',
        message: 'A request with this key is being worked on.',
      });
    }
    const stored = this.replayable(key, canonicalRequest(refund));
    if (stored !== undefined) {
      this.ledger.count('replays');
      await this.deliver(key, response, { answer: stored, replayed: true });
      return;
    }
    // The key is free as soon as its answer is stored, before the answer is sent: a caller who gave up waiting and asks
    // again gets the stored answer.
    await this.deliver(key, response, { answer: await this.work(key, refund), replayed: false });
  }

  /** Faults that keep the request from being looked at. Nothing is stored, the key stays as it was. */
  private stoppedOnArrival(key: string, response: ServerResponse): boolean {
    const fault = this.faults.take(key, 'dropped_before', 'rate_limited', 'error_500_unstored', 'conflict');
    switch (fault?.kind) {
      case undefined:
        return false;
      case 'dropped_before':
        response.destroy();
        return true;
      case 'rate_limited':
        send(response, errorAnswer(429, { code: 'rate_limited', message: 'Too many requests.' }), {
          'Retry-After': '1',
        });
        return true;
      case 'conflict':
        throw new RequestRefused(409, { code: 'conflict', message: 'The request conflicts with another one.' });
      case 'error_500_unstored':
        throw new RequestRefused(500, {
          code: 'internal_error',
          message: 'The request failed before it was recorded.',
        });
    }
  }

  private replayable(key: string, canonical: string): Answer | undefined {
    const stored = this.ledger.findAnswer(key, Date.now());
    if (stored === undefined || this.faults.take(key, 'forget_key') !== undefined) return undefined;
    if (stored.request !== canonical) {
      throw new RequestRefused(400, {
        code: 'idempotency_error',
        message: 'This key was used before with another request body.',
      });
    }
    return { status: stored.status, body: stored.body };
  }

  private async work(key: string, refund: RefundRequest): Promise<Answer> {
    this.inWork.add(key);
    try {
      const slow = this.faults.take(key, 'slow');
      if (slow !== undefined) await sleep(slow.delay_ms);
      return this.effect(key, refund);
    } finally {
      this.inWork.delete(key);
    }
  }

  private effect(key: string, refund: RefundRequest): Answer {
    const now = Date.now();
    const newCharge = (): Charge => ({
      id: `${refund.kind === 'refund' ? 're' : 'ca'}_${randomBytes(12).toString('hex')}`,
      key,
      ...refund,
      created_ms: now,
    });
    const charge = newCharge();
    const store = (answer: Answer, charges: readonly Charge[]): Answer => {
      this.ledger.record({ key, request: canonicalRequest(refund), answer, charges, now });
      return answer;
    };
    const isClosed = this.isClosedTo(refund);
    if (isClosed !== null) return store(errorAnswer(402, isClosed), []);
    const fault = this.faults.take(key, 'error_500', 'refuse', 'duplicate');
    switch (fault?.kind) {
      case 'error_500':
        return store(errorAnswer(500, { code: 'internal_error', message: 'The refund failed.' }), []);
      case 'refuse':
        return store(errorAnswer(402, { code: 'refund_refused', message: 'The refund was refused.' }), []);
      case 'duplicate':
        return store(jsonAnswer(refundView(charge)), [charge, newCharge()]);
      case undefined:
        return store(jsonAnswer(refundView(charge)), [charge]);
    }
  }

  /** An order is cancelled once and before anything of it was paid back; nothing is paid back for a cancelled one. */
  private isClosedTo({ kind, order_reference }: RefundRequest): ErrorDetail | null {
    const before = this.ledger.chargesByOrder(order_reference);
    if (before.some((charge) => charge.kind === 'cancellation'))
      return { code: 'order_cancelled', message: 'The order was cancelled and paid back before.' };
    return kind === 'cancellation' && before.length > 0
      ? { code: 'order_refunded', message: 'Something of the order was paid back before.' }
      : null;
  }

  private async deliver(key: string, response: ServerResponse, { answer, replayed }: Delivery): Promise<void> {
    const slow = this.faults.take(key, 'slow_after');
    if (slow !== undefined) await sleep(slow.delay_ms);
    const headers = replayed ? { 'Idempotent-Replayed': 'true' } : {};
    const fault = this.faults.take(key, 'lost_answer', 'cut_body');
    if (fault?.kind === 'lost_answer') response.destroy();
    else if (fault?.kind === 'cut_body') sendCut(response, answer, headers);
    else send(response, answer, headers);
  }
}
