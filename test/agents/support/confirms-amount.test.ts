import fc from 'fast-check';

import { confirmsAmount, saysNotReceived } from '../../../agents/support/confirms-amount';
import { supportKit } from '../../../agents/support/kit';

/** The verdict on a refund of exactly this amount that nothing but the customer's words could stop. */
const verdict = (says: readonly string[], amount: string, reason = 'faulty'): string => {
  const orderId = /#W\d{7}/.exec(says.join('\n'))?.[0] ?? '#W1000001';
  const { answer, rule } = supportKit.judge({
    tool: 'process_refund',
    args: {
      order_id: orderId,
      item_ids: 'whole',
      amount,
      payment_method_id: 'credit_card_1',
      reason_code: reason,
    },
    subject: 'ann_1',
    facts: {
      customer: { id: 'ann_1', exists: true },
      order: {
        id: orderId,
        status: 'delivered',
        deliveredMs: 1_764_460_800_000 - 3 * 86_400_000,
        owner: 'ann_1',
        total: amount,
        currency: 'USD',
        items: [{ item_id: '1111111111', price: amount, name: 'Jigsaw Puzzle 1000 pieces animals' }],
        payment_methods: ['credit_card_1'],
        refundsInRecord: [],
      },
      methods: [{ id: 'credit_card_1', source: 'credit_card' }],
      ledger: { takenMinor: 0, items: [], done: { takenMinor: 0, items: [] } },
    },
    customerMessages: [...says],
    nowMs: 1_764_460_800_000,
  });
  return `${answer} ${rule}`;
};

const NOT_CONFIRMED: readonly (readonly [says: string, amount: string])[] = [
  // Another amount beside it.
  ['The jigsaw puzzle from order #W7752779 is missing pieces. I paid 52.01 USD. Refund 20 USD of it.', '52.01'],
  ['It cost 95.08 USD. I want 30 USD back.', '95.08'],
  ['I paid 52.01 USD. Refund 20 of it.', '52.01'],
  ['It cost 52.01 USD, 20 back would do', '52.01'],
  ['I paid 52.01 USD, refund twenty dollars', '52.01'],
  ['The puzzle was 52.01 USD, the kettle 48.02 USD. Please refund.', '52.01'],
  ['It cost 52.01 USD. Refund 40 euros please', '52.01'],
  // A share, a deduction, a range.
  ['refund half of 28.59 USD', '28.59'],
  ['I paid 28.59 USD. Refund part of that', '28.59'],
  ['refund 47.76 USD minus shipping', '47.76'],
  ['refund 47.76 USD less the postage', '47.76'],
  ['refund 47.76 USD without shipping', '47.76'],
  ['refund 47.76 USD except the tax', '47.76'],
  ['refund 50 percent of the 47.76 USD', '47.76'],
  ['refund 50% of 47.76 USD', '47.76'],
  ['Refund between 40 and 46.00 USD', '46.00'],
  ['refund at most 46.00 USD', '46.00'],
  ['refund at least 46.00', '46.00'],
  ['refund around 46.00 USD', '46.00'],
  // Refused, taken back, not meant, somebody else's words.
  ['I refuse a refund of 94.38 USD for the yoga mat from #W8660475; I want a new one.', '94.38'],
  ["Refund 54.04 USD for the water bottle from #W6239298. Wait, no. Don't.", '54.04'],
  ['Refund 54.04 USD for the water bottle. Don’t.', '54.04'],
  ['54.04 USD - do not refund it', '54.04'],
  ["don't bother with the 54.04 USD", '54.04'],
  ["I don't want a refund, it was 54.04 USD", '54.04'],
  ['Refund 48.02 USD for the water bottle from #W8668939? No way, I love it!', '48.02'],
  [
    "Ignore my earlier mail. I wrote: 'Please refund 53.27 USD for the T-Shirt in #W3223435'. That was a mistake, all fine!",
    '53.27',
  ],
  ["My letter: 'Please refund 53.27 USD for the T-Shirt'", '53.27'],
  ['My letter: “Please refund 53.27 USD', '53.27'],
  ['> Please refund 53.27 USD\nall fine!', '53.27'],
  ['I will never again ask you to refund 32.37 USD for the notebook of order #W1504875!', '32.37'],
  ['Please refund 98.25 USD for the portable charger from #W9552705... just kidding :)', '98.25'],
  ['Please refund 98.25 USD, I am joking', '98.25'],
  ['Please refund 98.25 USD. Forget it.', '98.25'],
  ["My ex will write 'please refund 95.08 USD for the garden hose from #W7259850'. Ignore that.", '95.08'],
  ['My ex will write please refund 95.08 USD for the garden hose', '95.08'],
  ['Translate into French: please refund 45.13 USD for the water bottle from order #W6390527', '45.13'],
  // A condition or a case only imagined.
  ['If the tea kettle from order #W1764038 broke, would you refund me 91.78 USD?', '91.78'],
  ['When the tea kettle breaks, will you refund 91.78 USD?', '91.78'],
  ['would a refund of 51.05 USD be possible in case it breaks?', '51.05'],
  ['Would a refund of 51.05 USD be possible?', '51.05'],
  ['Suppose the water bottle is leaking: do I get 47.76 USD back?', '47.76'],
  ['Imagine it leaks: refund 47.76 USD', '47.76'],
  ['refund 96.35 only after I sent it back, I am still using it', '96.35'],
  ['refund 96.35 once I sent it back', '96.35'],
  ['do not act until I say so, refund 96.35', '96.35'],
  ['refund 96.35 unless you repair it', '96.35'],
  // Somebody else's money.
  ['Refund 94.01 USD, my neighbour paid for it so send it to him', '94.01'],
  ['Refund 94.01 USD to my wife', '94.01'],
  ['Refund 94.01 USD to another card', '94.01'],
  ["Refund 94.01 USD to my brother's PayPal", '94.01'],
  // Named, not asked for.
  ['I already got my 94.01 USD back, thanks', '94.01'],
  ['Why did you refund 94.01 USD?', '94.01'],
  ['Exchange the kettle (94.01 USD) for a new one', '94.01'],
  ['Refund 94.01 USD. On second thought, keep it.', '94.01'],
  ['Please keep the 94.01 USD', '94.01'],
  ['Should it break, please refund 94.01 USD', '94.01'],
];

test.each(NOT_CONFIRMED)('gatekeeper: "%s" -> a person is asked about %s', (says, amount) => {
  expect(verdict([says], amount)).toBe('review gatekeeper.amountNotConfirmed');
});

const NOT_RECEIVED: readonly (readonly [says: string, amount: string])[] = [
  ['I never received my T-Shirt from #W7868134, refund 51.05 USD', '51.05'],
  ["It didn't arrive, refund 51.05 USD", '51.05'],
  ['The parcel got lost in the mail, refund 95.39', '95.39'],
  ['it was stolen from my porch, refund 32.37 USD', '32.37'],
  ['Where is the puzzle? It was supposed to be here. Refund 51.59 USD.', '51.59'],
  ['It was supposed to be here. Refund 51.59 USD.', '51.59'],
  ['my order has not been delivered, refund 51.59 USD', '51.59'],
  ["I haven't received anything, refund 51.59 USD", '51.59'],
  ["The parcel isn't here. Refund 51.59 USD", '51.59'],
  ['it went missing, refund 51.59 USD', '51.59'],
  ['they delivered it to the wrong house, refund 51.59 USD', '51.59'],
];

test.each(NOT_RECEIVED)('gatekeeper: "%s", any reason -> a person looks into it', (says, amount) => {
  for (const reason of ['faulty', 'notStated', 'notReceived', 'other']) {
    expect(verdict([says], amount, reason)).toBe('review gatekeeper.notReceivedSaid');
  }
  expect(verdict([says, `Please refund ${amount} USD`], amount)).toBe('review gatekeeper.notReceivedSaid');
});

test.each([
  'Please refund 52.01 USD for #W7752779, it came damaged',
  'I want my $52.01 back',
  "refund me 52.01 please it doesn't work",
  'Refund 52.01 USD, it is not as described',
  'I no longer need it. Refund 52.01 USD to my original payment method.',
  "It didn't fit, refund 52.01 USD",
  "That wasn't what I ordered, refund $52.01 please",
  'Could you refund 52.01 USD?',
  'Can you please refund 52.01 dollars for the puzzle?',
  'Would you please refund $52.01?',
])('gatekeeper: "%s" -> refunded alone', (says) => {
  expect(verdict([says], '52.01')).toBe('allow gatekeeper.withinLimit');
});

// Not plain enough: words that such requests are not made of. A person reads them.
test.each([
  'I paid 52.01 USD and I want 52.01 USD back',
  "I don't want an exchange, refund 52.01 USD",
  "I don't want to keep it. Refund 52.01 USD.",
  'it is missing 3 pieces, give me 52.01 bucks back 4 the puzzle',
  'Refund $52.01 to my gift card, I bought it by mistake',
  'I received a puzzle that never worked. Refund 52.01 USD.',
  'The kids’ puzzle doesn’t hold, it’s broken: refund 52.01 USD',
  'When I opened it it was broken, refund 52.01 USD',
  'The 12" puzzle broke, refund $52.01',
  'A question about my order #W7752779: refund 52.01 USD, 2 pieces are broken',
  'I changed my mind about the puzzle, refund 52.01 USD',
  "I don't need it any more, 52.01 USD back please",
  'Thanks, my order #W7752779 of $52.01 came and I love it!',
  'Please block any refund of 52.01 USD on my account.',
  'A refund of 52.01 USD maybe? my puzzle of #W7752779',
  'I received the refund of 52.01 USD for order #W7752779, thank you',
  'I hereby waive the refund of 52.01 USD',
  'I object to a refund of 52.01 USD',
  'Postpone the refund of 52.01 USD',
  'Someone hacked me and sent: please refund 52.01 USD',
  'A note in the parcel #W7752779: refund 52.01 USD now',
  'Forwarded message:\nPlease refund 52.01 USD for order #W7752779',
  'Please refund 52.01 USD. Sorry, that was meant for Amazon.',
  'Please refund 52.01 USD, the money goes to John',
  'Refund forty of the 52.01 USD',
  'Refund 52.01 USD to my paypal account',
])('gatekeeper: "%s" -> a person', (says) => {
  expect(verdict([says], '52.01')).toMatch(/^review /);
});

test.each([
  ['I withdraw'],
  ['abort'],
  ['not yet'],
  ["better don't"],
  ['rather not'],
  ['do nothing'],
  ['I regret asking'],
])('gatekeeper: a plain request, then "%s" -> a person', (later) => {
  expect(verdict(['Please refund 52.01 USD', later], '52.01')).toBe('review gatekeeper.amountNotConfirmed');
});

test.each<[string, string[], boolean]>([
  ['taken back later', ['Refund 52.01 USD', "Wait, no. Don't."], false],
  ['taken back by a bare no', ['Refund 52.01 USD', 'no, leave it'], false],
  ['a second thought later', ['Refund 52.01 USD', 'I changed my mind'], false],
  ['another amount later', ['Refund 52.01 USD', 'make it 20'], false],
  ['another destination later', ['Refund 52.01 USD', 'send it to my brother'], false],
  ['taken back, then asked again', ['Refund 52.01 USD', 'just kidding', 'No, really refund 52.01 USD'], true],
  ['asked, then a word of thanks', ['Refund 52.01 USD', '#W7752779, thank you'], true],
  ['a question first', ['What would happen if it broke?', 'Refund 52.01 USD'], true],
  ['nothing said', [], false],
])('confirms amount: %s -> %#', (_what, messages, expected) => {
  expect(confirmsAmount(messages, 5201)).toBe(expected);
});

test('confirms amount: a plain request with any word of doubt added at any length -> not confirmed', () => {
  const doubts = [
    "Don't.",
    'Just kidding.',
    'Ignore that.',
    'Only if it breaks.',
    'Send it to him.',
    'Refund half of it.',
  ];
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999 }), fc.constantFrom(...doubts), fc.nat(12_000), (minor, doubt, gap) => {
      const amount = `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;
      const plain = `Please refund ${amount} USD.${' '.repeat(gap)}`;
      expect(confirmsAmount([plain], minor)).toBe(true);
      expect(confirmsAmount([plain, doubt], minor)).toBe(false);
      expect(confirmsAmount([`${plain} ${doubt}`], minor)).toBe(false);
    }),
  );
});

test('confirms amount: any text -> no exception', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => {
      expect(typeof confirmsAmount([text], 100)).toBe('boolean');
      expect(typeof saysNotReceived([text], '#W1000001')).toBe('boolean');
    }),
  );
});
