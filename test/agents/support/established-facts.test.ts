import { establishedFacts } from '../../../agents/support/established-facts';

const order = {
  order_id: '#W1000001',
  status: 'delivered',
  total: '42.50',
  items: [{ item_id: '1', name: 'Mug', price: '42.50', options: {} }],
  refund_methods: [],
  refunds: [],
  tracking: [],
};
const read = (tool: string, value: object | null, change: { status?: string; args?: object } = {}) => ({
  tool,
  args: (change.args ?? {}) as never,
  status: change.status ?? 'ok',
  value: value as never,
});

describe('established facts', () => {
  test('an order read -> its status, items, total and refunds', () => {
    expect(establishedFacts([read('get_order', order)])).toEqual([
      'order #W1000001 is delivered: Mug (42.50 USD); total 42.50 USD; no refund in its record',
    ]);
    const refunded = { ...order, refunds: [{ amount: '10.00', payment_method_id: 'p' }] };
    expect(establishedFacts([read('get_order', refunded)])[0]).toContain('refunded so far: 10.00 USD');
  });
  test('the list of orders -> a line each; an empty one says so', () => {
    const listed = { orders: [{ order_id: '#W1000001', status: 'pending', items: ['Mug', 'Plate'], total: '50.00' }] };
    expect(establishedFacts([read('find_orders', listed)])).toEqual([
      'order #W1000001 is pending: Mug, Plate; 50.00 USD',
    ]);
    expect(establishedFacts([read('find_orders', { orders: [] }, { status: 'empty' })])).toEqual([
      'the customer has no orders on record',
    ]);
  });
  test('an order that is not there -> established; a look-up that failed, or an unknown tool -> nothing', () => {
    expect(establishedFacts([read('get_order', {}, { status: 'empty', args: { order_id: '#W9999999' } })])).toEqual([
      "no order #W9999999 on this customer's account",
    ]);
    expect(establishedFacts([read('get_order', order, { status: 'temporary' })])).toEqual([]);
    expect(establishedFacts([read('get_weather', { sun: true }), read('get_order', { order_id: 1 })])).toEqual([]);
  });
  test('the same read twice -> told once', () => {
    expect(establishedFacts([read('get_order', order), read('get_order', order)])).toHaveLength(1);
  });
});
