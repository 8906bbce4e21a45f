// What policy makes of a yes: `named` wants the amount in the customer's own words, `namedOrYes` takes a yes to a delivered question.
import { createSupportKit } from '../../../agents/support/kit';
import { shippedPolicy } from '../../../agents/support/shipped-policy';
import type { JsonObject } from '../../../core/kernel/json';
import type { DialogLine, JudgeInput } from '../../../core/moves/agent-kit';

const ORDER = '#W1000001';
const order: JsonObject = {
  id: ORDER,
  status: 'delivered',
  owner: 'ann_1',
  total: '42.50',
  currency: 'USD',
  items: [{ item_id: '1111111111', price: '42.50' }],
  payment_methods: ['credit_card_1'],
  refundsInRecord: [],
};
const refundArgs: JsonObject = {
  order_id: ORDER,
  item_ids: 'whole',
  amount: '42.50',
  payment_method_id: 'credit_card_1',
  reason_code: 'faulty',
};
const said = (text: string): DialogLine => ({ speaker: 'customer', text });
const asked = (text: string): DialogLine => ({ speaker: 'agent', text });

const judge = (
  confirmation: 'named' | 'namedOrYes',
  { tool, dialog }: { tool: 'process_refund' | 'cancel_order'; dialog: readonly DialogLine[] | undefined },
): string => {
  const { refund, cancel } = shippedPolicy;
  const kit = createSupportKit({
    ...shippedPolicy,
    refund: { ...refund, confirmation },
    cancel: { ...cancel, confirmation },
  });
  const input: JudgeInput = {
    tool,
    args: tool === 'process_refund' ? refundArgs : { order_id: ORDER, reason_code: 'noLongerNeeded' },
    subject: 'ann_1',
    facts: {
      customer: { id: 'ann_1', exists: true },
      order: tool === 'process_refund' ? order : { ...order, status: 'pending' },
      methods: [{ id: 'credit_card_1', source: 'credit_card' }],
      ledger: { takenMinor: 0, items: [], done: { takenMinor: 0, items: [] } },
    },
    customerMessages: (dialog ?? [said('Yes')]).flatMap(({ speaker, text }) => (speaker === 'customer' ? [text] : [])),
    ...(dialog === undefined ? {} : { dialog }),
    nowMs: 1_764_460_800_000,
  };
  const { answer, rule } = kit.judge(input);
  return `${answer} ${rule}`;
};

describe('policy and a yes', () => {
  const refundAsked = [asked(`Shall I refund 42.50 USD for order ${ORDER}?`), said('Yes')];
  const cancelAsked = [asked(`Shall I cancel order ${ORDER}?`), said('Yes')];
  const unconfirmed = 'review gatekeeper.amountNotConfirmed';

  test('refund: a yes to a delivered question -> paid alone under namedOrYes, a person under named', () => {
    expect(judge('namedOrYes', { tool: 'process_refund', dialog: refundAsked })).toBe('allow gatekeeper.withinLimit');
    expect(judge('named', { tool: 'process_refund', dialog: refundAsked })).toBe(unconfirmed);
  });
  test("refund: the amount in the customer's words -> alone under both", () => {
    const dialog = [said('Please refund 42.50 USD')];
    expect(judge('named', { tool: 'process_refund', dialog })).toBe('allow gatekeeper.withinLimit');
    expect(judge('namedOrYes', { tool: 'process_refund', dialog })).toBe('allow gatekeeper.withinLimit');
  });
  test('refund: no dialog, or a question about another amount -> a person', () => {
    expect(judge('namedOrYes', { tool: 'process_refund', dialog: undefined })).toBe(unconfirmed);
    const other = [asked(`Shall I refund 42.51 USD for order ${ORDER}?`), said('Yes')];
    expect(judge('namedOrYes', { tool: 'process_refund', dialog: other })).toBe(unconfirmed);
  });
  test('cancellation: a yes to a delivered question -> alone under namedOrYes, a person under named', () => {
    expect(judge('namedOrYes', { tool: 'cancel_order', dialog: cancelAsked })).toBe('allow gatekeeper.withinLimit');
    expect(judge('named', { tool: 'cancel_order', dialog: cancelAsked })).toBe('review gatekeeper.cancelNotConfirmed');
    expect(judge('namedOrYes', { tool: 'cancel_order', dialog: refundAsked })).toBe(
      'review gatekeeper.cancelNotConfirmed',
    );
  });
});
