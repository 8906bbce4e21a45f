import fc from 'fast-check';

import { supportKit } from '../../../agents/support/kit';
import type { JsonObject } from '../../../core/kernel/json';
import type { JudgeInput } from '../../../core/moves/agent-kit';

const NOW_MS = 1_764_460_800_000;
const DAY_MS = 86_400_000;
const order: JsonObject = {
  id: '#W1000001',
  status: 'delivered',
  deliveredMs: NOW_MS - 3 * DAY_MS,
  owner: 'ann_1',
  total: '142.50',
  currency: 'USD',
  items: [
    { item_id: '1111111111', price: '42.50', name: 'Electric Kettle' },
    { item_id: '2222222222', price: '60.00' },
    { item_id: '3333333333', price: '40.00' },
  ],
  payment_methods: ['credit_card_1'],
  refundsInRecord: [],
};
const facts: JsonObject = {
  customer: { id: 'ann_1', exists: true },
  order,
  methods: [
    { id: 'credit_card_1', source: 'credit_card' },
    { id: 'paypal_1', source: 'paypal' },
    { id: 'gift_card_1', source: 'gift_card' },
  ],
  ledger: { takenMinor: 0, items: [], done: { takenMinor: 0, items: [] } },
};
const NONE: JsonObject = { takenMinor: 0, items: [] };
/** All of it done. */
const doneLedger = (taken: JsonObject): JsonObject => ({ ledger: { ...taken, done: taken } });
/** None of it known to be done: started or unknown. */
const openLedger = (taken: JsonObject): JsonObject => ({ ledger: { ...taken, done: NONE } });
const args: JsonObject = {
  order_id: '#W1000001',
  item_ids: ['1111111111'],
  amount: '42.50',
  payment_method_id: 'credit_card_1',
  reason_code: 'faulty',
};
const input = (
  change: { args?: JsonObject; facts?: JsonObject; order?: JsonObject; says?: string[] } = {},
): JudgeInput => ({
  tool: 'process_refund',
  args: { ...args, ...change.args },
  subject: 'ann_1',
  facts: { ...facts, ...(change.order === undefined ? {} : { order: { ...order, ...change.order } }), ...change.facts },
  customerMessages: change.says ?? ['The kettle is broken, refund $42.50 please'],
  nowMs: NOW_MS,
});
const verdict = (change: Parameters<typeof input>[0] = {}): string => {
  const { answer, rule } = supportKit.judge(input(change));
  return `${answer} ${rule}`;
};

describe('gatekeeper: each rule', () => {
  test.each<[string, Parameters<typeof input>[0], string]>([
    ['an item, its price named by the customer', {}, 'allow gatekeeper.withinLimit'],
    [
      'amount as a number, order id without the mark',
      { args: { amount: 42.5, order_id: 'w1000001' } },
      'allow gatekeeper.withinLimit',
    ],
    [
      'a gift card of the customer, named by them',
      {
        args: { payment_method_id: 'gift_card_1' },
        says: ['The kettle is broken, refund $42.50 to my gift card please'],
      },
      'allow gatekeeper.withinLimit',
    ],
    [
      'a gift card nobody spoke of',
      { args: { payment_method_id: 'gift_card_1' } },
      'review gatekeeper.amountNotConfirmed',
    ],
    [
      'a gift card where the customer wants it on their card',
      { args: { payment_method_id: 'gift_card_1' }, says: ['Refund $42.50 to my credit card please'] },
      'review gatekeeper.amountNotConfirmed',
    ],
    [
      'two items, exactly at the limit',
      { args: { item_ids: ['2222222222', '3333333333'], amount: '100.00' }, says: ['I want 100 dollars back'] },
      'allow gatekeeper.withinLimit',
    ],
    [
      'a cent over the limit',
      {
        args: { item_ids: ['2222222222', '3333333333'], amount: '100.01' },
        order: {
          total: '142.51',
          items: [
            { item_id: '1111111111', price: '42.50' },
            { item_id: '2222222222', price: '60.01' },
            { item_id: '3333333333', price: '40.00' },
          ],
        },
        says: ['$100.01'],
      },
      'review gatekeeper.overLimit',
    ],
    [
      'whole order over the limit',
      { args: { item_ids: 'whole', amount: '142.50' }, says: ['$142.50'] },
      'review gatekeeper.overLimit',
    ],
    ['amount named by nobody', { says: ['refund the kettle please'] }, 'review gatekeeper.amountNotConfirmed'],
    ['another amount named', { says: ['refund $42 please', 'or 42.05 USD'] }, 'review gatekeeper.amountNotConfirmed'],
    [
      'asked for in an earlier message',
      { says: ['Refund $42.50 please.', 'yes please'] },
      'allow gatekeeper.withinLimit',
    ],
    [
      'only named in an earlier message',
      { says: ['It cost $42.50.', 'yes please'] },
      'review gatekeeper.amountNotConfirmed',
    ],
    ['customer does not exist', { facts: { customer: { id: 'ann_1', exists: false } } }, 'refuse gatekeeper.customer'],
    ['facts of another customer', { facts: { customer: { id: 'bob_2', exists: true } } }, 'refuse gatekeeper.customer'],
    ['order of somebody else', { order: { owner: 'bob_2' } }, 'refuse gatekeeper.ownership'],
    ['order that does not exist', { facts: { order: null } }, 'refuse gatekeeper.ownership'],
    ['facts of another order', { order: { id: '#W1000002' } }, 'refuse gatekeeper.ownership'],
    ['pending order', { order: { status: 'pending' } }, 'refuse gatekeeper.status'],
    ['item of another order', { args: { item_ids: ['9999999999'] } }, 'refuse gatekeeper.items'],
    [
      'item named twice',
      { args: { item_ids: ['1111111111', '1111111111'], amount: '85.00' } },
      'refuse gatekeeper.items',
    ],
    ['amount under the price', { args: { amount: '42.49' } }, 'refuse gatekeeper.amount'],
    ['amount over the price', { args: { amount: '42.51' } }, 'refuse gatekeeper.amount'],
    ['an item for the total', { args: { amount: '142.50' } }, 'refuse gatekeeper.amount'],
    [
      "a card that is the customer's but not the order's",
      { args: { payment_method_id: 'paypal_1' } },
      'refuse gatekeeper.paymentMethod',
    ],
    ['an unknown payment method', { args: { payment_method_id: 'gift_card_9' } }, 'refuse gatekeeper.paymentMethod'],
    [
      'item in the ledger',
      { facts: doneLedger({ takenMinor: 4250, items: ['1111111111'] }) },
      'refuse gatekeeper.alreadyRefunded',
    ],
    [
      'whole order in the ledger',
      { facts: doneLedger({ takenMinor: 14250, items: 'whole' }) },
      'refuse gatekeeper.alreadyRefunded',
    ],
    [
      'whole asked after an item',
      { args: { item_ids: 'whole', amount: '142.50' }, facts: doneLedger({ takenMinor: 6000, items: ['2222222222'] }) },
      'refuse gatekeeper.alreadyRefunded',
    ],
    [
      'another item in the ledger, at the limit together',
      { facts: doneLedger({ takenMinor: 5750, items: ['2222222222'] }) },
      'allow gatekeeper.withinLimit',
    ],
    [
      'another item in the ledger, a cent over the limit together',
      { facts: doneLedger({ takenMinor: 5751, items: ['2222222222'] }) },
      'review gatekeeper.overLimit',
    ],
    [
      'a refund in the record of the shop, over the limit together',
      { order: { refundsInRecord: [{ amount: '60.00' }] } },
      'review gatekeeper.overLimit',
    ],
    [
      'sums over the total',
      { facts: doneLedger({ takenMinor: 10001, items: ['2222222222'] }) },
      'refuse gatekeeper.alreadyRefunded',
    ],
    [
      'sums with the refunds of the record over the total',
      { order: { refundsInRecord: [{ amount: '100.01' }] } },
      'refuse gatekeeper.alreadyRefunded',
    ],
    [
      'item in flight or of unknown outcome',
      { facts: openLedger({ takenMinor: 4250, items: ['1111111111'] }) },
      'refuse gatekeeper.refundUnderway',
    ],
    [
      'whole order in flight',
      { facts: openLedger({ takenMinor: 14250, items: 'whole' }) },
      'refuse gatekeeper.refundUnderway',
    ],
    [
      'sums pass the total with what is in flight only',
      { facts: openLedger({ takenMinor: 10001, items: ['2222222222'] }) },
      'refuse gatekeeper.refundUnderway',
    ],
    [
      'this item in flight, another done',
      {
        facts: {
          ledger: {
            takenMinor: 10250,
            items: ['1111111111', '2222222222'],
            done: { takenMinor: 6000, items: ['2222222222'] },
          },
        },
      },
      'refuse gatekeeper.refundUnderway',
    ],
    [
      'this item done, another in flight',
      {
        facts: {
          ledger: {
            takenMinor: 10250,
            items: ['1111111111', '2222222222'],
            done: { takenMinor: 4250, items: ['1111111111'] },
          },
        },
      },
      'refuse gatekeeper.alreadyRefunded',
    ],
    [
      'another item in flight, over the limit together',
      { facts: openLedger({ takenMinor: 6000, items: ['2222222222'] }) },
      'review gatekeeper.overLimit',
    ],
    ['reason policy does not accept', { args: { reason_code: 'notReceived' } }, 'refuse gatekeeper.reason'],
    ['reason outside the list', { args: { reason_code: 'because' } }, 'refuse gatekeeper.arguments'],
    ['three decimal places', { args: { amount: '42.500' } }, 'refuse gatekeeper.arguments'],
  ])('gatekeeper: %s -> %#', (_what, change, expected) => {
    expect(verdict(change)).toBe(expected);
  });

  test('gatekeeper: another tool -> refused', () => {
    expect(supportKit.judge({ ...input(), tool: 'hand_off' })).toMatchObject({
      answer: 'refuse',
      rule: 'gatekeeper.tool',
    });
  });

  test('gatekeeper: unknown order and order of somebody else -> the very same answer', () => {
    expect(supportKit.judge(input({ order: { owner: 'bob_2' } }))).toEqual(
      supportKit.judge(input({ facts: { order: null } })),
    );
  });

  test('gatekeeper: pending order -> the words name its status', () => {
    expect(supportKit.judge(input({ order: { status: 'pending' } })).words).toContain('pending');
  });

  test('gatekeeper: refund in flight -> the words say nothing of refunded before', () => {
    expect(supportKit.judge(input({ facts: openLedger({ takenMinor: 4250, items: ['1111111111'] }) })).words).toBe(
      'a refund of this order is being worked on and its outcome is not known yet',
    );
  });

  test('gatekeeper: facts of an unknown shape -> a broken invariant', () => {
    expect(() => supportKit.judge(input({ facts: { customer: 'ann' } }))).toThrow('unexpected shape');
  });
});

test('refund arguments: amounts that are not exact -> refused by the schema', () => {
  const schema = supportKit.tools.find((tool) => tool.name === 'process_refund')!.args;
  const bad = [
    '1e3',
    '-0',
    -0,
    0,
    '0',
    '0.00',
    12.345,
    '12.345',
    '-5',
    -5,
    '',
    ' 5',
    '5,00',
    '$5',
    NaN,
    Infinity,
    1e21,
    null,
    true,
  ];
  for (const amount of bad) expect([amount, schema.safeParse({ ...args, amount }).success]).toEqual([amount, false]);
  for (const amount of ['42.5', '42.50', 42.5, 42, '0.01', 137.32]) {
    expect([amount, schema.safeParse({ ...args, amount }).success]).toEqual([amount, true]);
  }
});

test('identity: spelling of order, order of items, form of the amount -> one identity', () => {
  const one = supportKit.identify(input({ args: { item_ids: ['2222222222', '1111111111'], amount: '102.5' } }));
  const two = supportKit.identify(
    input({ args: { item_ids: ['1111111111', '2222222222'], amount: 102.5, order_id: 'w1000001', note: 'x' } }),
  );
  expect(one).toEqual(two);
  expect(one).toMatchObject({ orderRef: '#W1000001', amount: '102.50', currency: 'USD', orderTotal: '142.50' });
});

test('identity: all items one by one -> the whole order', () => {
  const items = ['3333333333', '1111111111', '2222222222'];
  const listed = supportKit.identify(input({ args: { item_ids: items, amount: '142.50' } }));
  expect(listed).toEqual(supportKit.identify(input({ args: { item_ids: 'whole', amount: '142.50' } })));
  expect(listed.items).toBe('whole');
});

test('gatekeeper: any amount, any items, any ledger -> allowed only when exact, fitting and named', () => {
  const prices: Readonly<Record<string, number>> = { '1111111111': 4250, '2222222222': 6000, '3333333333': 4000 };
  fc.assert(
    fc.property(
      fc.subarray(Object.keys(prices), { minLength: 1 }),
      fc.integer({ min: 1, max: 15_000 }),
      fc.subarray(Object.keys(prices)),
      fc.boolean(),
      fc.boolean(),
      (itemIds, offset, taken, exact, isDone) => {
        const sum = itemIds.reduce((total, id) => total + prices[id]!, 0);
        const minor = exact ? sum : offset;
        const amount = `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;
        const takenMinor = taken.reduce((total, id) => total + prices[id]!, 0);
        const answer = supportKit.judge(
          input({
            args: { item_ids: itemIds, amount },
            facts: (isDone ? doneLedger : openLedger)({ takenMinor, items: taken }),
            says: [`refund $${amount}`],
          }),
        );
        const may = minor === sum && takenMinor + minor <= 10_000 && !itemIds.some((id) => taken.includes(id));
        expect(answer.answer === 'allow').toBe(may);
      },
    ),
  );
});
