// What the effects door needs of whoever moves the money. An answer is `done` or `refused` only when the gateway said so for
// this key; everything else is `unknown`, because a refund that may have been paid must never be called failed.
import type { OutsideAnswer } from '../tool-port';

export interface RefundOrder {
  readonly outsideKey: string;
  readonly paymentReference: string;
  readonly orderReference: string;
  /** Minor units. */
  readonly amountMinor: number;
  readonly currency: string;
  readonly deadlineAtMs: number;
  readonly signal: AbortSignal;
}

export interface GatewayCharge {
  readonly id: string;
  readonly key: string;
  readonly order_reference: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly created_ms: number;
}

export interface PaymentGateway {
  /** Cancels the order and pays all of it back, once, like `refund`. */
  cancel(order: RefundOrder): Promise<OutsideAnswer>;
  /** Asks for the refund once, without a retry of its own. Never throws for an answer or a lost one. */
  refund(order: RefundOrder): Promise<OutsideAnswer>;
  /** `none` proves nothing while a sender may live; an unreachable gateway is `unknown`. */
  lookUp(outsideKey: string, signal: AbortSignal): Promise<OutsideAnswer | { readonly kind: 'none' }>;
  /** Every refund the gateway made, for proofs and for a store that was restored; throws StoreUnavailableError when it cannot be asked. */
  listCharges(signal: AbortSignal): Promise<readonly GatewayCharge[]>;
  /** The longest one request may take, ms. */
  readonly sendTimeoutMs: number;
  /** How long the gateway keeps keys, ms. */
  readonly keyWindowMs: number;
}
