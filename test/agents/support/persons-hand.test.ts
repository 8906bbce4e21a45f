// What support makes of a person's hand in its calls: who must approve, and that the customer hears of what was done, not of what was
// proposed.
import { sayOutcome } from '../../../agents/support/answers';
import { supportKit } from '../../../agents/support/kit';
import { readTranscript } from '../../../agents/support/read-transcript';

const proposed = {
  order_id: '#W6390527',
  item_ids: 'whole',
  amount: '436.96',
  payment_method_id: 'paypal_7644869',
  reason_code: 'damaged',
};
const refundsAfter = (result: object, isError: boolean) =>
  readTranscript({
    purpose: 'act',
    system: '',
    tools: [],
    outputTokensMax: 100,
    messages: [
      { role: 'customer', text: 'Please refund my order.' },
      { role: 'assistant', text: '', calls: [{ tool: 'process_refund', argsText: JSON.stringify(proposed) }] },
      { role: 'tool', callId: 'c1', tool: 'process_refund', isError, text: JSON.stringify(result) },
    ],
  }).outcomes.map(sayOutcome);

test.each([
  [100_000, 1],
  [100_001, 2],
  [null, 1],
])('two persons: %s minor units under the shipped policy -> %i must approve', (minor, needed) => {
  expect(supportKit.review?.approvalsNeeded(minor, 'USD')).toBe(needed);
});

test('changed by a person: the customer hears of the amount that was paid', () => {
  const changed = { ...proposed, item_ids: ['8538875209'], amount: '45.13' };
  const [words] = refundsAfter({ status: 'ok', value: { id: 're_1' }, changedByPerson: { arguments: changed } }, false);
  expect(words).toContain('45.13');
  expect(words).not.toContain('436.96');
});

test('asked back: the customer hears that nothing was decided, and the question', () => {
  const [words] = refundsAfter({ status: 'asked', kind: 'temporary', question: 'which of the two broke?' }, true);
  expect(words).toMatch(/has a question before the refund of .*436\.96.* is decided. It was not made yet/);
  expect(words).toContain('The question is: which of the two broke?');
});
