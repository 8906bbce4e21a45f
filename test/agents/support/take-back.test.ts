// What a customer says while something of the case waits for a person: it is told, taken back through a person, never denied.
import { readOffline } from '../../../agents/support/offline-reader';
import type { TranscriptMessage } from '../../../core/moves/agent-kit';
import { viewOf } from './support-desk';

const REFUND = 'process_refund 490.04 USD of order #W1000001: waits for a person to decide (review r1, since 09:00)';
const CANCEL = 'cancel_order 120.00 USD of order #W2000002: waits for a person to decide (review r2, since 09:00)';
const after = (fact: string, typed: string, said = 'A colleague decides on your request.'): string => {
  const messages: readonly TranscriptMessage[] = [
    { role: 'customer', text: 'yes' },
    { role: 'assistant', text: JSON.stringify({ message: said }), calls: [] },
    { role: 'program', text: `Turn 1 of this case waits for a person. ${fact}; do not propose it again.` },
    { role: 'customer', text: typed },
  ];
  const reply = readOffline(viewOf(messages));
  return reply.calls.map(({ tool, argsText }) => `${tool} ${argsText}`).join() || reply.text;
};

test.each([
  [REFUND, 'no', 'the refund of 490.04 USD for order #W1000001'],
  [REFUND, 'I changed my mind, I want to keep it', 'the refund of 490.04 USD for order #W1000001'],
  [REFUND, 'please cancel that refund', 'the refund of 490.04 USD for order #W1000001'],
  [REFUND, 'wait, that was the wrong item', 'the refund of 490.04 USD for order #W1000001'],
  [CANCEL, 'please forget about that cancellation, I want to keep the order', 'the cancellation of order #W2000002'],
  [CANCEL, 'Do not cancel #W2000002', 'the cancellation of order #W2000002'],
])('take back: while "%s", "%s" -> handed off, and the note says what', (fact, typed, name) => {
  const reply = after(fact, typed);
  expect(reply).toContain('"reason_code":"cannotProceed"');
  expect(reply).toContain(`takes back what waits for a decision: ${name}`);
});

test.each(['yes', 'Did it go through?', 'thanks, is it done yet?'])(
  'while a review waits: "%s" -> told that it waits',
  (typed) => {
    expect(after(REFUND, typed)).toContain('A colleague is looking at the refund of 490.04 USD for order #W1000001');
  },
);

test('take back: a no to a question about another order -> nothing is handed off, and nothing called unchanged', () => {
  const reply = after(REFUND, 'no', 'The amount is 10.00 USD. Shall I refund 10.00 USD for order #W3000003?');
  expect(reply).not.toContain('hand_off');
  expect(reply).not.toContain('not changed anything');
});

test('a colleague asked back, the customer answers in words -> handed to the colleague', () => {
  const fact = 'process_refund 490.04 USD of order #W1000001: a person asked back (review r1, since 09:00).';
  expect(after(fact, 'the blue one broke', 'A colleague has a question. The question is: which one broke?')).toContain(
    'answers the question a colleague asked',
  );
});
