import fc from 'fast-check';

import { supportKit } from '../../../agents/support/kit';
import type { TranscriptMessage } from '../../../core/moves/agent-kit';
import { viewOf } from './support-desk';

const words = fc.constantFrom(
  'refund',
  'return',
  'the',
  'kettle',
  '$28.59',
  '#W8512927',
  'not',
  'please',
  'order',
  'w1',
  '€5',
  'back',
  'exchange',
  "don't",
  '.',
  '?',
  '\n',
  ',',
  'if',
  'when',
  'will',
  'my',
  'money',
  'human',
  '🫖',
  '\u202e',
  '\ud800',
  'İ',
  '—',
);
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.array(words, { maxLength: 60 }).map((list) => list.join(' ')),
);
const call = fc.record({
  tool: fc.constantFrom('find_orders', 'get_order', 'process_refund', 'x'),
  argsText: fc.oneof(text, fc.json()),
});
const message: fc.Arbitrary<TranscriptMessage> = fc.oneof(
  fc.record({ role: fc.constant('customer' as const), text }),
  fc.record({ role: fc.constant('assistant' as const), text, calls: fc.array(call, { maxLength: 3 }) }),
  fc.record({
    role: fc.constant('tool' as const),
    callId: fc.constant('c'),
    tool: fc.constantFrom('find_orders', 'get_order', 'process_refund'),
    isError: fc.boolean(),
    text: fc.oneof(text, fc.json()),
  }),
  fc.record({ role: fc.constant('program' as const), text }),
);

test('offline reader: any transcript -> valid calls or an answer of the right shape, the same each time', () => {
  fc.assert(
    fc.property(
      fc.array(message, { maxLength: 12 }),
      fc.constantFrom('act' as const, 'answer' as const),
      (messages, purpose) => {
        const view = viewOf(messages, purpose);
        const reply = supportKit.readOffline(view);
        expect(supportKit.readOffline(view)).toEqual(reply);
        for (const proposed of reply.calls) {
          const declaration = supportKit.tools.find((tool) => tool.name === proposed.tool);
          expect(declaration?.args.safeParse(JSON.parse(proposed.argsText)).success).toBe(true);
        }
        if (reply.calls.length > 0) expect(purpose).toBe('act');
        else expect(Object.keys(JSON.parse(reply.text) as object)).toEqual(['message']);
      },
    ),
    { numRuns: 300 },
  );
});

test.each([
  ['a million letters', 'a'.repeat(1_000_000)],
  ['a million digits', '1'.repeat(1_000_000)],
  ['refunds without end', 'refund the '.repeat(90_000)],
  ['negations without end', 'not '.repeat(200_000)],
  ['amounts without end', '$1,111,111.11 '.repeat(70_000)],
  ['brackets', '{"tool":'.repeat(100_000)],
  ['spaces', ' '.repeat(1_000_000)],
  ['apostrophes', "don't ".repeat(160_000)],
])('offline reader: %s -> an answer', (_what, huge) => {
  const reply = supportKit.readOffline(viewOf([{ role: 'customer', text: huge }]));
  expect(['answered', 'toolsProposed']).toContain(reply.ending);
});
