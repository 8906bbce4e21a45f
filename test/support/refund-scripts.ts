// Orders of the shipped demonstration data and scripted turns about them. Everything scripted is labelled so wherever it shows.
export const smallOrder = {
  customer: 'isabella_brown_3584',
  orderId: '#W7752779',
  total: '52.01',
  method: 'paypal_2143483',
} as const;
/** Over what goes out alone: a person decides. */
export const largeOrder = {
  customer: 'mei_kovacs_8020',
  orderId: '#W6390527',
  total: '436.96',
  method: 'paypal_7644869',
} as const;
/** Over what one person may approve. */
export const hugeOrder = {
  customer: 'omar_lopez_3107',
  orderId: '#W1764038',
  total: '4815.32',
  method: 'paypal_1530316',
} as const;

export interface RefundArgs {
  readonly order_id: string;
  readonly item_ids: 'whole' | readonly string[];
  readonly amount: string | number;
  readonly payment_method_id: string;
  readonly reason_code: string;
  readonly note?: string;
}

export const refundOf = (
  order: { orderId: string; total: string; method: string },
  change: Partial<RefundArgs> = {},
): { tool: string; argsText: string } => ({
  tool: 'process_refund',
  argsText: JSON.stringify({
    order_id: order.orderId,
    item_ids: 'whole',
    amount: order.total,
    payment_method_id: order.method,
    reason_code: 'damaged',
    ...change,
  }),
});

export const getOrder = (orderId: string): { tool: string; argsText: string } => ({
  tool: 'get_order',
  argsText: JSON.stringify({ order_id: orderId }),
});

export const say = (message: string): { text: string } => ({ text: JSON.stringify({ message }) });

/** Reads the order, refunds it, answers: with words that are true only once it is paid, unless others are given. */
export const refundScript = (
  order: { orderId: string; total: string; method: string },
  last = 'The refund is made.',
): unknown => ({
  replies: [{ calls: [getOrder(order.orderId)] }, { calls: [refundOf(order)] }, say(last)],
});
