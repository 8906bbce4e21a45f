// Which orders of a message the Gatekeeper takes as plainly asked to be cancelled, whoever proposed.
import { confirmsCancel } from '../../../agents/support/confirms-cancel';

const IDS = { A: '#W1000001', B: '#W2000002', C: '#W3000003' } as const;
const typed = (words: string): string => words.replace(/\b[ABC]\b(?!')/g, (letter) => IDS[letter as keyof typeof IDS]);
const confirmed = (...messages: readonly string[]): string =>
  Object.entries(IDS)
    .filter(([, id]) => confirmsCancel(messages.map(typed), id))
    .map(([letter]) => letter)
    .join('');

test.each<readonly [string, string]>([
  // One order, or a plain list right behind the verb.
  ['cancel A', 'A'],
  ['Please cancel order A, I do not need it any more.', 'A'],
  ['Hi, could you please cancel my order A?', 'A'],
  ["I'd like to cancel A, I changed my mind", 'A'],
  ['I would like to have A cancelled please', 'A'],
  ['I want A and B cancelled.', 'AB'],
  ['I no longer need it, please cancel order A', 'A'],
  ['cancel A, B and C', 'ABC'],
  ['Please cancel orders A and B because I ordered them by mistake', 'AB'],
  ['Cancel my two orders: A and B. Thanks!', 'AB'],
  ['Cancel A. Also cancel B.', 'AB'],
  ['Please cancel A and get me a full refund, I no longer need it', 'A'],
  ['Refund the lamp of B (28.59 USD) and cancel A', 'A'],
  ['Cancel A. Please confirm.', 'A'],
  ['Good morning, we have decided to cancel A and B, thank you', 'AB'],
  // An order that is kept, excepted or asked about.
  ['cancel A, but not B', 'A'],
  ['cancel A and B, but not C', 'AB'],
  ['Cancel A. Leave B alone.', 'A'],
  ['Cancel A please and keep B', 'A'],
  ['I want A cancelled. B should stay.', 'A'],
  ['Please cancel A. And where is B?', 'A'],
  ['Cancel A please. Also tell me the status of B, I am looking forward to it.', 'A'],
  ['Leave A alone. Is B on its way?', ''],
  ['Keep A, cancel B', ''],
  ['Do not cancel A and B', ''],
  ['Cancel A, B should stay', ''],
  ['Cancel A, B and C should stay', ''],
  ['Cancel A and B stays', ''],
  ['Cancel A, B is fine', ''],
  ['Cancel all my orders except A', ''],
  ['Cancel everything but A', ''],
  ['Cancel A or B', ''],
  ['Cancel B instead of A', ''],
  ['Cancel only A', ''],
  ['Cancel A as soon as B is here', ''],
  ['Cancel A once B has arrived', ''],
  ['Cancel A. No wait, I meant B.', ''],
  ['Cancel A. Keep it.', ''],
  ['Cancel A. Where is it?', ''],
  ['Cancel A?', ''],
  ['Was A cancelled?', ''],
  ['what happened with my cancellation of A?', ''],
  ['A was so expensive. I should have cancelled it', ''],
  ['Cancel the newsletter. A should arrive tomorrow.', ''],
  ['Cancel my return of A', ''],
  ['Cancel the gift wrap of A', ''],
  ['"cancel A", my wife wrote', ''],
  ['I never said to cancel A', ''],
  ['I was told to cancel A', ''],
  ['Cancel A, but 2000002 is to be kept', 'A'],
  ['Cancel A, B. Keep 2000002.', 'A'],
])('confirms cancel: %s -> %s', (words, expected) => {
  expect(confirmed(words)).toBe(expected);
});

test.each<readonly [string, readonly string[], string]>([
  ['a later message keeps one', ['Cancel A and B', 'keep A please'], 'B'],
  ['a later message asks about one', ['Cancel A and B', 'Where is A?'], 'B'],
  ['a later message corrects', ['Cancel A', 'Sorry, I meant B'], ''],
  ['a later message keeps without a name', ['Cancel A', 'I want to keep it'], ''],
  ['a later message says no', ['Cancel A', 'no'], ''],
  ['a later message adds one', ['Cancel A', 'Cancel B too'], 'AB'],
  ['a later message thanks', ['Cancel A', 'thank you'], 'A'],
  ['a later message asks again', ['Keep A', 'Cancel A'], 'A'],
])('confirms cancel: %s', (_what, messages, expected) => {
  expect(confirmed(...messages)).toBe(expected);
});
