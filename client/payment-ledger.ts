// The payment gateway as an operator sees it: whether it answers, and what it says it paid.
import { z } from 'zod';
import type { Settings } from '../temporal-config/settings';
import { ClientError } from './client-error';

const chargeSchema = z.object({
  id: z.string(),
  key: z.string(),
  order_reference: z.string(),
  amount: z.int(),
  currency: z.string(),
  created_ms: z.int(),
});
const ledgerSchema = z.object({ charges: z.array(chargeSchema), requests: z.int(), replays: z.int() });

export type Charge = z.infer<typeof chargeSchema>;
export type PaymentLedger = z.infer<typeof ledgerSchema>;

const DEFAULT_URL = 'http://127.0.0.1:7245';
const ANSWER_MS = 5_000;

export const gatewayUrl = (settings: Settings): string => (settings.payments.url ?? DEFAULT_URL).replace(/\/$/, '');

/** Whether a payment gateway listens there, and not something else. */
export const gatewayAnswers = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(ANSWER_MS) });
    return response.ok && typeof (await response.json()) === 'object';
  } catch {
    // Whatever went wrong, nobody there can be asked for a refund.
    return false;
  }
};

/** Every refund the gateway made. Refuses with exit 7 when it cannot be asked. */
export const readPaymentLedger = async (url: string): Promise<PaymentLedger> => {
  try {
    const response = await fetch(`${url}/v1/ledger`, { signal: AbortSignal.timeout(ANSWER_MS) });
    return ledgerSchema.parse(await response.json());
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ClientError('GATEWAY_UNREACHABLE', 7, {
      message: `the payment gateway at ${url} does not tell what it paid (${why})`,
      next: ['turnkeep dev', 'turnkeep doctor'],
    });
  }
};
