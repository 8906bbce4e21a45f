// The facts a refund is judged by, as the tools read them from systems of record; `ledger` is added by the effects door.
// Money is a decimal string. Facts that do not have this shape are a bug of ours, never an ordinary refusal.
import * as z from 'zod';

import { assertInvariant } from '../../core/kernel/assert-never';
import type { Facts } from '../../core/moves/agent-kit';

const money = z.string().regex(/^(?:0|[1-9]\d{0,11})(?:\.\d{1,2})?$/);
const taken = z.object({
  takenMinor: z.int().nonnegative(),
  items: z.union([z.literal('whole'), z.array(z.string())]),
});
const method = z.object({ id: z.string(), source: z.string() });

export const refundFacts = z.object({
  customer: z.object({ id: z.string(), exists: z.boolean() }),
  order: z.nullable(
    z.object({
      id: z.string(),
      status: z.string(),
      owner: z.string(),
      total: money,
      currency: z.string(),
      items: z.array(z.object({ item_id: z.string(), price: money, name: z.optional(z.string()) })),
      /** Ids the order was paid with. */
      payment_methods: z.array(z.string()),
      /** When it was delivered, epoch ms; absent when the records name no date. */
      deliveredMs: z.optional(z.int()),
      refundsInRecord: z.array(z.object({ amount: money })),
    }),
  ),
  methods: z.array(method),
  /** All that counts against the order, and of it what is known to be done. */
  ledger: z.optional(taken.extend({ done: taken })),
});
export type RefundFacts = z.infer<typeof refundFacts>;
export type Taken = z.infer<typeof taken>;
export type OrderFacts = NonNullable<RefundFacts['order']>;

/** Reads facts; a wrong shape is a broken invariant. */
export const readRefundFacts = (facts: Facts): RefundFacts => {
  const parsed = refundFacts.safeParse(facts);
  assertInvariant(parsed.success, `facts of process_refund have an unexpected shape: ${String(parsed.error)}`);
  return parsed.data;
};
