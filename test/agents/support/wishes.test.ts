// What is open in a case after what was said: parts added, answered, taken back, told to be settled.
import { collectParts } from '../../../agents/support/read-parts';
import type { AgentTools } from '../../../activities/tools/tool-port';
import { openTools, SupportDesk } from './support-desk';

const ASKED_AMOUNT =
  'The amount for the Kettle of order #W1000001 is 10.00 USD. Shall I refund exactly that? If so, please answer "Yes, refund 10.00 USD for order #W1000001".';
const askedCancel = (id: string): string =>
  `Order ${id} has not been sent yet. Shall I cancel order ${id}? If so, please answer "Yes, cancel order ${id}".`;

type Line = readonly [said: string, typed: string, facts?: string];
const openAfter = (...lines: readonly Line[]): readonly string[] =>
  collectParts(lines.map(([said, typed, facts = '']) => ({ said, typed, facts }))).map(
    ({ kind, texts, except }) => `${kind}: ${[...texts, ...except.map((id) => `not ${id}`)].join(' | ')}`,
  );

test.each<readonly [string, readonly Line[], readonly string[]]>([
  [
    'a refund and a cancellation in one message -> two',
    [['', 'Refund the lamp of #W1000001 and cancel #W1000002']],
    ['refund: refund the lamp of #w1000001', 'cancel: cancel #w1000002'],
  ],
  [
    'money back for what is cancelled -> one',
    [['', 'Cancel it and get me a full refund']],
    ['cancel: Cancel it and get me a full refund'],
  ],
  [
    'no to the question -> nothing',
    [
      ['', 'Return the kettle'],
      [ASKED_AMOUNT, 'no, leave it'],
    ],
    [],
  ],
  [
    'no with the order asked about -> nothing',
    [
      ['', 'Cancel my order'],
      [askedCancel('#W1000001'), 'No, do not cancel order #W1000001.'],
    ],
    [],
  ],
  [
    'no with another order -> the other one',
    [
      ['', 'Cancel my order'],
      [askedCancel('#W1000001'), 'No, I meant order #W1000002.'],
    ],
    ['cancel: Cancel my order | No, I meant order #W1000002.'],
  ],
  [
    'no, and another wish -> that one alone',
    [
      ['', 'Return the kettle'],
      [ASKED_AMOUNT, 'No, cancel order #W1000002'],
    ],
    ['cancel: No, cancel order #W1000002'],
  ],
  [
    'no to one of all -> the others',
    [
      ['', 'Cancel all my orders'],
      [askedCancel('#W1000001'), 'No, do not cancel order #W1000001.'],
    ],
    ['cancel: Cancel all my orders | not #W1000001'],
  ],
  [
    'also -> added to the refund',
    [
      ['', 'Return the kettle'],
      [ASKED_AMOUNT, 'Also the desk lamp'],
    ],
    ['refund: Return the kettle | Also the desk lamp'],
  ],
  [
    'never mind -> nothing',
    [
      ['', 'Return the kettle'],
      [ASKED_AMOUNT, 'never mind, I keep it'],
    ],
    [],
  ],
  [
    'yes, and one more wish -> the yes to the first, the other new',
    [
      ['', 'Return the kettle'],
      [ASKED_AMOUNT, 'Yes, and cancel order #W1000002 too'],
    ],
    ['refund: Return the kettle | yes', 'cancel: cancel order #w1000002 too'],
  ],
  [
    'yes to an offered cancellation -> a cancellation',
    [
      ['', 'I want my money back'],
      [askedCancel('#W1000001'), 'yes'],
    ],
    ['cancel: I want my money back | yes'],
  ],
  [
    'told to be done in the reply -> nothing',
    [
      ['', 'Cancel order #W1000001'],
      ['I have cancelled order #W1000001. Your receipt is ca_1.', 'thanks'],
    ],
    [],
  ],
  [
    'told to be done by the program alone -> nothing',
    [
      ['', 'Cancel order #W1000001'],
      ['All right.', 'thanks', 'Turn 1 of this case was answered. cancel_order 10.00 USD of order #W1000001: done.'],
    ],
    [],
  ],
  [
    'told to wait for a person -> not asked for again',
    [
      ['', 'Return #W1000001'],
      [
        'A colleague looks.',
        'thanks',
        'process_refund 10.00 USD of order #W1000001: waits for a person to decide; do not propose it again.',
      ],
    ],
    [],
  ],
  ['do not cancel -> nothing', [['', 'Please do not cancel #W1000001']], []],
])('wishes: %s', (_what, lines, open) => {
  expect(openAfter(...lines)).toEqual(open);
});

describe('wishes on the demo orders', () => {
  let tools: AgentTools;
  beforeAll(() => {
    tools = openTools();
  });
  afterAll(() => tools.close());
  const desk = (subject: string) => new SupportDesk({ tools, subject, person: 'approve', earlier: 'asTold' });
  const done = (talk: SupportDesk): readonly string[] =>
    talk.done.map(({ tool, args }) => `${tool} ${args['order_id'] as string}`);

  test('all pending orders, no to the first, yes to the next -> only that one is cancelled', async () => {
    const talk = desk('emma_kovacs_5477');
    expect((await talk.say('Cancel all my pending orders, they were a mistake')).message).toContain('#W3618959');
    await talk.say('No, do not cancel order #W3618959.');
    expect(done(talk)).toEqual([]);
    await talk.say('Yes, cancel order #W7109609.');
    expect(done(talk)).toEqual(['cancel_order #W7109609']);
  });

  test('asked about one order, a yes that names another one -> the first is not cancelled', async () => {
    const talk = desk('emma_kovacs_5477');
    await talk.say('Cancel all my pending orders');
    await talk.say('Yes, cancel order #W6554908.');
    expect(done(talk)).not.toContain('cancel_order #W3618959');
  });

  test('a refund and an exchange in one message -> a person, and nothing is proposed', async () => {
    const turn = await desk('liam_li_5260').say(
      'Refund the notebook of #W8512927, $28.59, and exchange the skateboard',
    );
    expect([turn.judged, turn.handOff]).toEqual([[], 'outsideScope']);
  });

  test('a delivered order to be cancelled -> told that it can not be, nothing is proposed', async () => {
    const turn = await desk('liam_li_5260').say('cancel order #W8512927');
    expect(turn.judged).toEqual([]);
    expect(turn.message).toContain('it was delivered');
  });

  test('a question that stays open twice -> a person, not a third time', async () => {
    const talk = desk('liam_li_5260');
    await talk.say('please cancel my order');
    await talk.say('the green one');
    expect((await talk.say('the green one')).handOff).toBe('unclear');
  });

  test('a coupon on top of a refund -> said that it can not be, the refund goes on; asked again -> a person', async () => {
    const talk = desk('liam_li_5260');
    const first = await talk.say('Refund the notebook of #W8512927, 28.59 USD. I also want a coupon.');
    expect(first.message).toContain('I have made the refund of 28.59 USD for order #W8512927');
    expect(first.message).toContain('can not do anything about a coupon');
    expect((await talk.say('I want the coupon')).handOff).toBe('outsideScope');
  });
});
