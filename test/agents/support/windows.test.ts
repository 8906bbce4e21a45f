// What the days since the delivery decide, on the shipped policy and on the shop's own orders.
import { createSupportKit, supportKit } from '../../../agents/support/kit';
import { shippedPolicy } from '../../../agents/support/shipped-policy';
import type { AgentTools } from '../../../activities/tools/tool-port';
import type { AgentKit, JudgeInput } from '../../../core/moves/agent-kit';
import { openTools } from './support-desk';

const DAY_MS = 86_400_000;
const NOW_MS = 1_764_500_000_000;

const inputOf = (deliveredMs: number | undefined, reason = 'faulty'): JudgeInput => ({
  tool: 'process_refund',
  args: {
    order_id: '#W1000001',
    item_ids: 'whole',
    amount: '42.50',
    payment_method_id: 'credit_card_1',
    reason_code: reason,
  },
  subject: 'ann_1',
  facts: {
    customer: { id: 'ann_1', exists: true },
    order: {
      id: '#W1000001',
      status: 'delivered',
      owner: 'ann_1',
      total: '42.50',
      currency: 'USD',
      items: [{ item_id: '1111111111', price: '42.50' }],
      payment_methods: ['credit_card_1'],
      ...(deliveredMs === undefined ? {} : { deliveredMs }),
      refundsInRecord: [],
    },
    methods: [{ id: 'credit_card_1', source: 'credit_card' }],
    ledger: { takenMinor: 0, items: [], done: { takenMinor: 0, items: [] } },
  },
  customerMessages: ['It is broken, refund 42.50 USD please'],
  nowMs: NOW_MS,
});

const verdict = (input: JudgeInput, kit: AgentKit = supportKit): string => {
  const { answer, rule } = kit.judge(input);
  return `${answer} ${rule}`;
};

describe('windows since the delivery', () => {
  test.each<[number, string]>([
    [0, 'allow gatekeeper.withinLimit'],
    [30, 'allow gatekeeper.withinLimit'],
    [31, 'review gatekeeper.window'],
    [365, 'review gatekeeper.window'],
    [366, 'refuse gatekeeper.window'],
    [5_000, 'refuse gatekeeper.window'],
  ])('day %i -> %s', (days, expected) => {
    expect(verdict(inputOf(NOW_MS - days * DAY_MS))).toBe(expected);
  });

  test('the last millisecond of a day -> still that day; a delivery ahead of the clock -> day 0', () => {
    expect(verdict(inputOf(NOW_MS - 31 * DAY_MS + 1))).toBe('allow gatekeeper.withinLimit');
    expect(verdict(inputOf(NOW_MS + DAY_MS))).toBe('allow gatekeeper.withinLimit');
  });

  test('no date on record -> a person, by the shipped policy; by another one what it says', () => {
    expect(verdict(inputOf(undefined))).toBe('review gatekeeper.window');
    const refund = { ...shippedPolicy.refund, undated: 'refuse' as const };
    expect(verdict(inputOf(undefined), createSupportKit({ ...shippedPolicy, refund }))).toBe(
      'refuse gatekeeper.window',
    );
  });

  test('a reason that is refused, in a window that asks -> refused: the stricter decides', () => {
    expect(verdict(inputOf(NOW_MS - 45 * DAY_MS, 'other'))).toBe('refuse gatekeeper.reason');
  });
});

describe("windows of the shop's own orders", () => {
  let tools: AgentTools;
  beforeAll(() => {
    tools = openTools();
  });
  afterAll(() => tools.close());

  test.each([
    ['ethan_muller_6097', '#W4398027', '51.59', '45 days', 'review gatekeeper.window'],
    ['isabella_johansson_2152', '#W7181492', '96.35', '400 days', 'refuse gatekeeper.window'],
  ])('%s asks for an item of %s (%s USD), delivered %s ago -> %s', async (subject, orderId, amount, _ago, expected) => {
    const { value } = (await tools.reads['get_order']!(
      { order_id: orderId },
      { subject, signal: new AbortController().signal, effectsOf: () => Promise.resolve([]) },
    )) as unknown as { value: { items: { item_id: string; price: string }[]; refund_methods: { id: string }[] } };
    const args = {
      order_id: orderId,
      item_ids: [value.items.find(({ price }) => price === amount)!.item_id],
      amount,
      payment_method_id: value.refund_methods[0]!.id,
      reason_code: 'faulty',
    };
    const outside = await tools.facts('process_refund', args, subject);
    const facts = { ...outside, ledger: { takenMinor: 0, items: [], done: { takenMinor: 0, items: [] } } };
    const customerMessages = [`It is broken, refund ${amount} USD please`];
    expect(verdict({ tool: 'process_refund', args, subject, facts, customerMessages, nowMs: Date.now() })).toBe(
      expected,
    );
  });
});
