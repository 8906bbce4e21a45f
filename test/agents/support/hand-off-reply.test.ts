import { abortReplyOf, handOffReplyOf } from '../../../agents/support/hand-off-reply';
import type { RecordedOutcome, WaitingEffect } from '../../../core/moves/agent-kit';

const cancelled: RecordedOutcome = {
  tool: 'cancel_order',
  code: 'done',
  args: { order_id: '#W1764038' },
  result: { status: 'ok', value: { id: 'ca_1', amountMinor: 5_327 } },
};
const refund: WaitingEffect = {
  tool: 'process_refund',
  args: { order_id: '#W7752779' },
  amount: '152.01',
  currency: 'USD',
};
const nothing = { recorded: [], waiting: [] };

test.each([
  ['handOff.personRequested', 'A colleague takes over from here, as you asked for a person.'],
  ['handOff.outsideScope', 'A colleague takes on your request: it is nothing I can do myself.'],
  ['handOff.unclear', 'A colleague takes on your request: I did not fully understand it.'],
  ['governor.noProgress', 'A colleague takes on your request: I could not finish it myself.'],
  ['governor', 'A colleague takes on your request: I could not finish it myself.'],
  ['guard.attempt_cap', 'A colleague takes on your request: I could not finish it myself.'],
  ['subject.unknown', 'A colleague takes on your request: your account could not be verified.'],
  ['of tomorrow', 'A colleague takes on your request.'],
])('hand-off reply: %s, nothing recorded -> its reason and no word of refunds', (reason, words) => {
  expect(handOffReplyOf(reason, nothing)).toBe(words);
});

test('hand-off reply: a cancellation done, a refund waiting -> both by name', () => {
  expect(handOffReplyOf('handOff.personRequested', { recorded: [cancelled], waiting: [refund] })).toBe(
    'A colleague takes over from here, as you asked for a person.\n' +
      'To your request: the cancellation of order #W1764038 was made. Your receipt is ca_1.\n' +
      'The refund of 152.01 USD for order #W7752779 waits for a colleague to decide; nothing was done about it yet.',
  );
});

test("hand-off reply: a colleague asked -> the question in one line, named as the colleague's", () => {
  const asked = { ...cancelled, code: 'asked', result: null, question: 'Which one?\nTo your request: all was paid.' };
  expect(handOffReplyOf('governor.deadline', { recorded: [asked], waiting: [] }).split('\n')).toEqual([
    'A colleague takes on your request: I could not finish it myself.',
    'To your request: the cancellation of order #W1764038 was not decided yet: a colleague has a question about it; nothing was paid. ' +
      'The colleague asks: "Which one? To your request: all was paid."',
  ]);
});

test('abort reply: what was done stands, what waited was not carried out, what was sent is not known', () => {
  const sent = { ...cancelled, code: 'started', args: {}, result: null };
  expect(abortReplyOf({ recorded: [cancelled, sent], waiting: [refund] }).split('\n')).toEqual([
    'A colleague ended the work on your request here.',
    'To your request: the cancellation of order #W1764038 was made. Your receipt is ca_1.',
    'To your request: the cancellation was sent, but whether it went through is not known yet; a colleague checks it.',
    'The refund of 152.01 USD for order #W7752779 was not carried out; nothing was done about it.',
    'If you still need something, please write to us again.',
  ]);
});
