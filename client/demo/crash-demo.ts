// The memory of a guardrail must outlive the worker. Five iterations are allowed; after four, one of them a refund that the
// Gatekeeper refused, the worker is killed with -9. The next worker has exactly one left, and remembers the refusal: the same
// refund in other words, with its keys in another order and 489.50 written for 489.5 is not even judged again.
import { claim, closeDemo, type DemoEnd, type DemoResult } from './demo-result';
import type { DemoStage } from './demo-stage';
import type { DemoHands } from './demo';
import { untilStep } from './until-step';

const SCRIPT = 'crash';
const CUSTOMER = 'omar_lopez_3107';
const ORDER = '#W7273336';
const ITERATIONS = 5;
/** Long enough to be killed in. */
const HANG_MS = 4_000;

const call = (tool: string, args: string): object => ({ tool, argsText: args });
const refund = (fields: readonly string[]): object => call('process_refund', `{${fields.join(', ')}}`);

const order = `"order_id": "${ORDER}"`;
const items = '"item_ids": "whole"';
const method = '"payment_method_id": "paypal_1530316"';
const reason = '"reason_code": "damaged"';

/** `whole` at the price of one item: the Gatekeeper wants the exact sum. */
const refused = [order, items, '"amount": 489.5', method, reason, '"note": "the purifier is broken"'];
const reworded = [
  order,
  items,
  '"amount": 489.5',
  method,
  reason,
  '"note": "please, it really is broken, and I was promised"',
];
const reordered = [reason, method, '"amount": "489.50"', items, order];

const script = {
  replies: [
    { calls: [call('find_orders', '{}')] },
    { calls: [call('get_order', `{${order}}`)] },
    { calls: [refund(refused)] },
    { calls: [call('get_order', `{"order_id": "#W7073860"}`)] },
    { calls: [refund(refused), refund(reworded), refund(reordered)], hangMs: HANG_MS },
    { text: '{"message": "I could not refund this order. A colleague can look at it."}' },
  ],
};

export const playCrash = async (stage: DemoStage, { say, linger }: DemoHands): Promise<DemoResult> => {
  const { client } = stage;
  stage.writeScript(SCRIPT, script);
  say(`\nMODEL scripted: fixed replies, no model is called. ${ITERATIONS} iterations are allowed.`);
  const { turnKey } = await client.start({
    agent: 'support',
    subject: CUSTOMER,
    message: `My air purifier from order ${ORDER} is broken. I want my money back.`,
    model: `scripted:${SCRIPT}`,
    limits: { stepMax: ITERATIONS },
  });
  await untilStep(client.context, turnKey, ITERATIONS - 1);
  const killed = stage.worker();
  await killed.stop('SIGKILL');
  say(`   after ${ITERATIONS - 1} iterations the worker (pid ${killed.pid}) was killed with -9`);
  const next = await stage.startWorker();
  say(`   another worker (pid ${next.pid}) goes on`);
  const end = await client.wait(turnKey, { timeoutMs: 90_000 });
  say(`   ${end.status}, ${end.outcome ?? '-'}`);
  const result = await closeDemo(stage, {
    scenario: 'crash',
    workflowId: turnKey,
    expect: { status: 'completed', outcome: 'answered' },
    claims: claimsOf,
  });
  for (const { kind, by, step, tool, ofStep } of result.verdicts)
    say(`   step ${step}: ${kind} by ${by}${tool === undefined ? '' : ` (${tool}, as in step ${ofStep ?? '?'})`}`);
  await linger();
  return result;
};

const claimsOf = ({ records, verdicts, charges }: DemoEnd): readonly ReturnType<typeof claim>[] => {
  const moves = records.steps.flatMap((step) => step.moves);
  const iterations = moves.filter(({ node, event }) => node === 'agent' && !event.startsWith('verdict:'));
  const suppressed = verdicts.filter((verdict) => verdict.kind === 'suppress' && verdict.step === ITERATIONS);
  return [
    claim('the Gatekeeper refused the refund once', moves.filter(({ event }) => event === 'forbidden').length === 1),
    claim('exactly one iteration was left after the crash', iterations.length === ITERATIONS),
    claim('the same refund was suppressed in all three forms', suppressed.length === 3),
    claim(
      'the step cap ended it',
      verdicts.some(({ kind, by }) => kind === 'finalize' && /step/i.test(by)),
    ),
    claim('nothing was paid', charges.length === 0),
  ];
};
