// Shapes a model's words must have. No transforms: what is validated is what was sent, and the same schema is shown to the model.
import * as z from 'zod';

import { amountToMinor } from './amounts';
import { cancelReasons } from './cancel-reasons';
import { canonicalOrderId } from './order-id';
import { refundReasons } from './refund-reasons';

const orderId = z
  .string()
  .max(20)
  .refine((text) => canonicalOrderId(text) !== null, 'an order id like #W1234567');
const note = z.string().max(500);

export const findOrdersArgs = z.strictObject({});

export const getOrderArgs = z.strictObject({ order_id: orderId.describe('Order id like #W1234567') });

const isAmount = (value: number | string): boolean => amountToMinor(value) !== null;
const amount = z
  .union([z.number(), z.string().max(16)])
  .refine(isAmount, 'an exact amount over 0 with at most two decimal places, like 42.50');

export const processRefundArgs = z.strictObject({
  order_id: orderId.describe('Order id like #W1234567'),
  item_ids: z
    .union([
      z.literal('whole'),
      z
        .array(z.string().regex(/^\d{4,20}$/))
        .min(1)
        .max(50),
    ])
    .describe('"whole" or a list of item_id of this order'),
  amount: amount.describe('Exact sum of the chosen items, or the total for "whole", e.g. 42.50'),
  payment_method_id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .describe('id from refund_methods of get_order'),
  reason_code: z.enum(refundReasons).describe("The customer's reason; notStated if none was given"),
  note: note.optional().describe('Free text for the file'),
});
export type ProcessRefundArgs = z.infer<typeof processRefundArgs>;

export const cancelOrderArgs = z.strictObject({
  order_id: orderId.describe('Order id like #W1234567'),
  reason_code: z.enum(cancelReasons).describe("The customer's reason"),
  note: note.optional().describe('Free text for the file'),
});
export type CancelOrderArgs = z.infer<typeof cancelOrderArgs>;

export const getPolicyArgs = z.strictObject({
  question: z.string().min(3).max(300).describe('What is to be known, in a few words'),
});

export const handOffReasons = ['personRequested', 'outsideScope', 'unclear', 'cannotProceed'] as const;
export type HandOffReason = (typeof handOffReasons)[number];

export const handOffArgs = z.strictObject({ reason_code: z.enum(handOffReasons), note: note.optional() });
