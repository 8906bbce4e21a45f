import { readdirSync, readFileSync, writeFileSync, cpSync } from 'node:fs';
import path from 'node:path';

import { supportKit } from '../../../agents/support/kit';
import { openOrderDatabase } from '../../../activities/tools/support/order-database';
import { readOrderRecords } from '../../../activities/tools/support/order-records';
import type { AgentTools, OrderEffect, ToolContext } from '../../../activities/tools/tool-port';
import { makeTemporaryFolder } from '../../support/temporary-folder';
import { checkTools } from '../../../core/kernel/check-tools';
import { openTools, SOURCE_FOLDER, toolsForModel } from './support-desk';

const context = (subject: string, effects: readonly OrderEffect[] = []): ToolContext => ({
  subject,
  signal: new AbortController().signal,
  effectsOf: (orderRefs) => Promise.resolve(effects.filter(({ orderRef }) => orderRefs.includes(orderRef))),
});
/** The date so many days before the day the database was built, UTC. */
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const newFolder = (): string => makeTemporaryFolder('support-orders-');

let tools: AgentTools;
beforeAll(() => {
  tools = openTools();
});
afterAll(() => tools.close());

describe('support tools', () => {
  test('find_orders: the verified customer -> a short list of theirs alone', async () => {
    expect(await tools.reads['find_orders']!({}, context('chen_silva_7485'))).toEqual({
      status: 'ok',
      value: {
        currency: 'USD',
        orders: [
          {
            order_id: '#W3069600',
            status: 'delivered',
            items: ['Skateboard', 'E-Reader', 'Tablet', 'Makeup Kit'],
            total: '1635.75',
          },
          { order_id: '#W2598834', status: 'delivered', items: ['Jigsaw Puzzle'], total: '46.00' },
          { order_id: '#W8171054', status: 'delivered', items: ['Tea Kettle', 'Running Shoes'], total: '241.06' },
          {
            order_id: '#W9571698',
            status: 'delivered',
            items: ['Digital Camera', 'Coffee Maker', 'Pet Bed', 'Tablet'],
            total: '4293.43',
          },
        ],
      },
    });
  });

  test('get_order: an order of the customer -> items, prices, where money may go, refunds', async () => {
    expect(await tools.reads['get_order']!({ order_id: '#W8171054' }, context('chen_silva_7485'))).toEqual({
      status: 'ok',
      value: {
        order_id: '#W8171054',
        status: 'delivered',
        delivered_on: daysAgo(4),
        currency: 'USD',
        total: '241.06',
        items: [
          {
            item_id: '9747045638',
            name: 'Tea Kettle',
            price: '94.01',
            options: { material: 'glass', capacity: '1 liter', 'stovetop compatibility': 'electric' },
          },
          {
            item_id: '9791469541',
            name: 'Running Shoes',
            price: '147.05',
            options: { size: '9', color: 'yellow', material: 'synthetic', sole: 'rubber' },
          },
        ],
        refund_methods: [
          { id: 'credit_card_1565124', source: 'credit_card', original: true },
          { id: 'gift_card_7250692', source: 'gift_card', original: false },
        ],
        refunds: [],
        tracking: ['727324521932'],
      },
    });
  });

  test.each(['w8171054', 'W8171054', '#w8171054', ' #W8171054 '])(
    'get_order: order id "%s" -> the same order',
    async (orderId) => {
      expect(await tools.reads['get_order']!({ order_id: orderId }, context('chen_silva_7485'))).toMatchObject({
        status: 'ok',
        value: { order_id: '#W8171054' },
      });
    },
  );

  test('get_order: an order of somebody else, an order of nobody -> the very same result', async () => {
    const foreign = await tools.reads['get_order']!({ order_id: '#W8512927' }, context('chen_silva_7485'));
    const unknown = await tools.reads['get_order']!({ order_id: '#W0000000' }, context('chen_silva_7485'));
    expect(foreign).toEqual(unknown);
    expect(foreign).toEqual({ status: 'empty', value: { order: null, words: 'no such order of this customer' } });
  });

  test('get_order: a cancelled order -> its refunds stand in the result', async () => {
    expect(await tools.reads['get_order']!({ order_id: '#W7073860' }, context('omar_lopez_3107'))).toMatchObject({
      value: { status: 'cancelled', refunds: [{ amount: '2930.94', payment_method_id: 'paypal_1530316' }] },
    });
  });

  test('reads: a customer who does not exist -> not permitted', async () => {
    expect(await tools.reads['find_orders']!({}, context('nobody_1'))).toMatchObject({ status: 'not_permitted' });
    expect(await tools.establish('nobody_1')).toBe(false);
    expect(await tools.establish('chen_silva_7485')).toBe(true);
  });

  test('get_order: no order id at all -> invalid arguments naming the path', async () => {
    expect(await tools.reads['get_order']!({ order_id: 'shoes' }, context('chen_silva_7485'))).toMatchObject({
      status: 'invalid_arguments',
      words: expect.stringContaining('$.order_id') as string,
    });
  });

  test("facts: a refund -> order, owner, prices and the customer's methods", async () => {
    const args = {
      order_id: 'w2598834',
      item_ids: 'whole',
      amount: '46',
      payment_method_id: 'gift_card_7250692',
      reason_code: 'faulty',
    };
    expect(await tools.facts('process_refund', args, 'chen_silva_7485')).toEqual({
      customer: { id: 'chen_silva_7485', exists: true },
      order: {
        id: '#W2598834',
        status: 'delivered',
        owner: 'chen_silva_7485',
        total: '46.00',
        currency: 'USD',
        items: [{ item_id: '6245746168', price: '46.00', name: 'Jigsaw Puzzle 1500 animals intermediate' }],
        payment_methods: ['gift_card_7250692'],
        deliveredMs: Date.parse(daysAgo(2)),
        refundsInRecord: [],
      },
      methods: [
        { id: 'gift_card_7250692', source: 'gift_card' },
        { id: 'credit_card_1565124', source: 'credit_card' },
      ],
    });
  });

  test('process_refund: sent -> order, method and minor units reach the gateway, the decimal comes back', async () => {
    const args = {
      order_id: 'w2598834',
      item_ids: 'whole',
      amount: '46',
      payment_method_id: 'gift_card_7250692',
      reason_code: 'faulty',
    };
    const facts = await tools.facts('process_refund', args, 'chen_silva_7485');
    const call = {
      outsideKey: 'k',
      orderRef: 'hashed',
      amountMinor: 4600,
      currency: 'USD',
      args,
      facts,
      deadlineAtMs: Date.now() + 1_000,
      signal: new AbortController().signal,
    };
    expect(await tools.effects['process_refund']!.send(call)).toEqual({
      kind: 'done',
      outsideId: 're_k',
      value: { id: 're_k', status: 'succeeded', amountMinor: 4600, currency: 'USD', amount: '46.00' },
    });
  });

  test('declarations: all of them -> a worker may start, each description tells formats and its neighbour', () => {
    expect(checkTools(supportKit.tools)).toEqual([]);
    for (const tool of supportKit.tools) {
      expect(tool.description).toMatch(/Returns/);
      expect(tool.description).toMatch(/[Tt]ake (?:it|\w+) /);
      for (const field of Object.keys(
        (toolsForModel.find((shown) => shown.name === tool.name)!.parameters['properties'] ?? {}) as object,
      )) {
        expect(`${tool.description} ${JSON.stringify(toolsForModel)}`).toContain(field);
      }
    }
  });
});

describe('order database', () => {
  test('opened twice -> one file, made once, nothing temporary left', () => {
    const dataFolder = newFolder();
    const first = openOrderDatabase({ dataFolder, sourceFolder: SOURCE_FOLDER });
    const second = openOrderDatabase({ dataFolder, sourceFolder: SOURCE_FOLDER });
    expect(first.ordersOf('chen_silva_7485')).toEqual(second.ordersOf('chen_silva_7485'));
    expect(readdirSync(dataFolder)).toHaveLength(1);
    first.close();
    second.close();
  });

  test('other records -> another database beside the first, with their dates', () => {
    const sourceFolder = newFolder();
    const dataFolder = newFolder();
    cpSync(SOURCE_FOLDER, sourceFolder, { recursive: true });
    openOrderDatabase({ dataFolder, sourceFolder }).close();
    const file = path.join(sourceFolder, 'orders.jsonl');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"delivered_days_ago":45', '"delivered_days_ago":46'));
    const database = openOrderDatabase({ dataFolder, sourceFolder });
    expect(readdirSync(dataFolder)).toHaveLength(2);
    expect(database.order('#W4398027')?.deliveredMs).toBe(Date.parse(daysAgo(46)));
    database.close();
  });

  test('dates: delivered orders alone have one, and most of them lie within the first window', () => {
    const database = openOrderDatabase({ dataFolder: newFolder(), sourceFolder: SOURCE_FOLDER });
    const { orders } = readOrderRecords(SOURCE_FOLDER);
    const dated = orders.filter(({ value }) => value.delivered_days_ago !== undefined);
    expect(dated.map(({ value }) => value.status)).toEqual(dated.map(() => 'delivered'));
    expect(dated).toHaveLength(orders.filter(({ value }) => value.status === 'delivered').length);
    const late = dated.filter(({ value }) => (value.delivered_days_ago ?? 0) > 30);
    expect(late.map(({ id, value }) => [id, value.delivered_days_ago])).toEqual([
      ['#W4398027', 45],
      ['#W7181492', 400],
    ]);
    expect(database.order('#W7273336')?.deliveredMs).not.toBeNull();
    expect(database.order('#W5353646')?.deliveredMs).toBeNull();
    database.close();
  });

  test('a faulty line -> an error that names file, line and path, and no database', () => {
    const sourceFolder = newFolder();
    const dataFolder = newFolder();
    cpSync(SOURCE_FOLDER, sourceFolder, { recursive: true });
    writeFileSync(path.join(sourceFolder, 'orders.jsonl'), '{"id":"#W1","value":{}}\n');
    expect(() => openOrderDatabase({ dataFolder, sourceFolder })).toThrow(/orders\.jsonl:1[^]*id/);
    expect(readdirSync(dataFolder)).toEqual([]);
  });

  test('every order of the records -> total equals what was paid', () => {
    const database = openOrderDatabase({ dataFolder: newFolder(), sourceFolder: SOURCE_FOLDER });
    const orders = ['chen_silva_7485', 'omar_lopez_3107', 'olivia_ito_3591'].flatMap((id) => database.ordersOf(id));
    expect(orders).toHaveLength(12);
    for (const { id, totalMinor } of orders) {
      expect(database.order(id)?.payments.find((payment) => payment.kind === 'payment')?.amountMinor).toBe(totalMinor);
    }
    database.close();
  });
});

describe('our ledger laid over the shop', () => {
  const subject = 'chen_silva_7485';
  const done: OrderEffect = {
    orderRef: '#W2598834',
    tool: 'process_refund',
    state: 'done',
    amountMinor: 4600,
    currency: 'USD',
    items: 'whole',
  };

  test('get_order: a refund through the door -> it shows among the refunds', async () => {
    const result = await tools.reads['get_order']!({ order_id: '#W2598834' }, context(subject, [done]));
    expect(result).toMatchObject({ status: 'ok', value: { refunds: [{ amount: '46.00', item_ids: 'whole' }] } });
  });

  test('get_order: a refund whose outcome is not known -> it says so and never "refunded"', async () => {
    const result = await tools.reads['get_order']!(
      { order_id: '#W2598834' },
      context(subject, [{ ...done, state: 'underway' }]),
    );
    expect(result).toMatchObject({ value: { refunds: [{ state: 'under way, outcome not known yet' }] } });
  });

  test('get_order and find_orders: a cancellation through the door -> the order is cancelled', async () => {
    const effects = [{ ...done, tool: 'cancel_order' }];
    const one = await tools.reads['get_order']!({ order_id: '#W2598834' }, context(subject, effects));
    expect(one).toMatchObject({ value: { status: 'cancelled' } });
    const all = await tools.reads['find_orders']!({}, context(subject, effects));
    const listed = (all as unknown as { value: { orders: { order_id: string; status: string }[] } }).value.orders;
    expect(listed.find(({ order_id }) => order_id === '#W2598834')?.status).toBe('cancelled');
    expect(listed.find(({ order_id }) => order_id === '#W8171054')?.status).toBe('delivered');
  });
});

describe('get_policy', () => {
  const ask = (question: string) => tools.reads['get_policy']!({ question }, context('chen_silva_7485'));

  test.each([
    ['how long can I get a refund after delivery', 'refunds#how-long-a-refund-is-possible'],
    ['cancel an order that is on its way', 'cancellations#orders-that-are-on-their-way'],
    ['coupon for the inconvenience', 'exchanges-and-changes#coupons-and-discounts'],
  ])('%s -> the passage that says it comes first', async (question, id) => {
    const { value } = (await ask(question)) as unknown as { value: { passages: { id: string }[] } };
    expect(value.passages[0]?.id).toBe(id);
  });

  test('nothing speaks of it -> empty, and says so', async () => {
    expect(await ask('zzzz qqqq')).toEqual({
      status: 'empty',
      value: { passages: [], words: 'no policy document speaks of that' },
    });
  });
});
