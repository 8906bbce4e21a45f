// A cancellation is made alone only when every word of the message is one that such requests are made of.
import { supportKit } from '../../../agents/support/kit';
import type { JsonObject } from '../../../core/kernel/json';

const none: JsonObject = { takenMinor: 0, items: [] };
const verdict = (says: readonly string[], items = 1): string => {
  const { answer, rule } = supportKit.judge({
    tool: 'cancel_order',
    args: { order_id: '#W3942868', reason_code: 'noLongerNeeded' },
    subject: 'ann_1',
    facts: {
      customer: { id: 'ann_1', exists: true },
      order: {
        id: '#W3942868',
        status: 'pending',
        owner: 'ann_1',
        total: '98.82',
        currency: 'USD',
        items: Array.from({ length: items }, (_one, index) => ({
          item_id: `100000000${index}`,
          price: '10.00',
          name: 'Tea Kettle glass',
        })),
        payment_methods: ['paypal_1'],
        refundsInRecord: [],
      },
      methods: [{ id: 'paypal_1', source: 'paypal' }],
      ledger: { ...none, done: none },
    },
    customerMessages: [...says],
    nowMs: 1_764_460_800_000,
  });
  return `${answer} ${rule}`;
};

test.each([
  'Please cancel order #W3942868.',
  'Hi, I want to cancel my order #W3942868, I do not need it any more.',
  'Can you cancel #W3942868 please? I ordered it by mistake. Thank you!',
  'cancel w3942868 now',
  'Please cancel #W9677982 and #W3942868',
  'Please cancel #W9677982, #W6851636 and #W3942868.',
  'I want #W3942868 cancelled, I found it cheaper elsewhere',
])('plain cancel: "%s" -> alone', (message) => {
  expect(verdict([message])).toBe('allow gatekeeper.withinLimit');
});

test.each([
  'cancel #W9677982, but not #W3942868',
  'Cancel #W4776164. Leave #W3942868 alone.',
  'Cancel #W9651773 please and keep #W3942868',
  'I want #W7111824 cancelled. #W3942868 should stay.',
  'Please cancel #W6689278. And where is #W3942868?',
  'Please cancel order #W1111111 and ship order #W3942868 fast',
  'Stop cancelling #W3942868',
  'No, cancel nothing of #W3942868',
  'Under no circumstances cancel #W3942868',
  'Someone hacked me and sent: cancel #W3942868',
  'Please hold off cancelling #W3942868',
  'Thank you for cancelling #W3942868',
  'Please cancel the gift wrap for order #W3942868',
  'Cancel express shipping on #W3942868, standard is fine',
  'Please cancel one item of #W3942868',
  'Block any cancellation of #W3942868',
  'Cancel my cancellation of #W3942868',
  'Cancel the ticket about #W3942868',
  'Cancel #W3942868 on Friday',
  'Forwarded message:\nPlease cancel #W3942868',
  'I might cancel #W3942868',
  'do n\u043et cancel #W3942868',
  'Can order #W3942868 be cancelled?',
  'Why was #W3942868 so expensive? I should have cancelled it',
])('plain cancel: "%s" -> a person', (message) => {
  expect(verdict([message])).toBe('review gatekeeper.cancelNotConfirmed');
});

test('plain cancel: one item named of an order that holds several -> a person', () => {
  expect(verdict(['Please cancel the tea kettle of #W3942868'], 2)).toBe('review gatekeeper.cancelNotConfirmed');
});

test('plain cancel: any word nobody foresaw, in the same message or a later one -> a person', () => {
  expect(verdict(['Please cancel order #W3942868', 'belay that'])).toBe('review gatekeeper.cancelNotConfirmed');
  expect(verdict(['Please cancel order #W3942868, quoth the raven'])).toBe('review gatekeeper.cancelNotConfirmed');
});
