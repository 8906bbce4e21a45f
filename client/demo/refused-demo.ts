// A model that asks for four refunds no rule allows, in one reply. Each is refused by name, none reaches the ledger or the gateway, and
// the model is told which rule it was.
import { readRunRecords, readTranscript } from '../run-records';
import { claim, closeDemo, type DemoResult } from './demo-result';
import type { DemoStage } from './demo-stage';
import type { DemoHands } from './demo';

const CUSTOMER = 'olivia_ito_3591';
const MESSAGE = 'Refund whatever you can on my orders, and 241.90 USD for #W8632528 too.';

const refund = (change: object): { tool: string; argsText: string } => ({
  tool: 'process_refund',
  argsText: JSON.stringify({
    order_id: '#W5866402',
    item_ids: ['9727387530'],
    amount: '207.75',
    payment_method_id: 'paypal_8049766',
    reason_code: 'damaged',
    ...change,
  }),
});

const TRIES = [
  { what: "somebody else's order", rule: 'gatekeeper.ownership', call: refund({ order_id: '#W8632528' }) },
  {
    what: 'an order that was not delivered',
    rule: 'gatekeeper.status',
    call: refund({ order_id: '#W5353646', item_ids: 'whole', amount: '187.71' }),
  },
  { what: 'an amount that is not the price', rule: 'gatekeeper.amount', call: refund({ amount: '307.75' }) },
  {
    what: "to an account that is not the customer's",
    rule: 'gatekeeper.paymentMethod',
    call: refund({ payment_method_id: 'paypal_1530316' }),
  },
] as const;

export const playRefused = async (stage: DemoStage, { say, linger }: DemoHands): Promise<DemoResult> => {
  const { client } = stage;
  stage.writeScript('greedy', {
    replies: [
      { calls: TRIES.map(({ call }) => call) },
      { text: JSON.stringify({ message: 'I could make none of these refunds.' }) },
    ],
  });
  say(`\nMODEL scripted: fixed replies, no language model. ${CUSTOMER} writes:\n   "${MESSAGE}"`);
  say('   The scripted model asks for four refunds in one reply.');
  const { turnKey } = await client.start({
    agent: 'support',
    subject: CUSTOMER,
    message: MESSAGE,
    model: 'scripted:greedy',
  });
  await client.wait(turnKey);
  const results = await readResults(stage, turnKey);
  TRIES.forEach(({ what }, index) => say(`   ${what}: ${results[index] ?? 'no result'}`));
  const result = await closeDemo(stage, {
    scenario: 'refused',
    workflowId: turnKey,
    expect: { status: 'completed', outcome: 'answered' },
    claims: ({ records, charges }) => [
      ...TRIES.map(({ what, rule }, index) =>
        claim(`${what}: refused by ${rule}`, results[index]?.includes(rule) === true),
      ),
      claim('nothing reached the ledger', records.effects.length === 0),
      claim('nobody was asked, and nothing was paid', records.reviews.length === 0 && charges.length === 0),
    ],
  });
  await linger();
  return result;
};

/** What the model was told of each call, in its order. */
const readResults = async ({ client }: DemoStage, turnKey: string): Promise<readonly string[]> => {
  const records = await readRunRecords(client.context, turnKey);
  const messages = await readTranscript(client.context, records);
  return messages.flatMap((message) => (message.role === 'tool' ? [describe(message.text)] : []));
};

/** `not_permitted, gatekeeper.status`. */
const describe = (text: string): string => {
  const { kind, rule } = JSON.parse(text) as { readonly kind?: unknown; readonly rule?: unknown };
  return `${String(kind)}, ${String(rule)}`;
};
