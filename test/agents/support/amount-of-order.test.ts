// For which order an amount that a message names is asked for, and whose goods are said not to be there.
import { confirmsAmount, saysNotReceived } from '../../../agents/support/confirms-amount';

const IDS = { A: '#W1000001', B: '#W2000002' } as const;
const typed = (words: string): string => words.replace(/\b[AB]\b(?!')/g, (letter) => IDS[letter as keyof typeof IDS]);
const letters = (holds: (id: string) => boolean): string =>
  Object.entries(IDS)
    .filter(([, id]) => holds(id))
    .map(([letter]) => letter)
    .join('');

test.each<readonly [string, string]>([
  ['refund 52.01 for the lamp', 'AB'],
  ['refund 52.01 for A', 'A'],
  ['A: the lamp broke, please refund 52.01 USD', 'A'],
  ['refund 52.01 for A, not B', 'A'],
  ['refund 52.01 for A and leave B', 'A'],
  ['refund 52.01 for A. Where is B?', 'A'],
  ['Refund the lamp of A (52.01) and cancel B', 'A'],
  ['Refund 52.01 USD for the lamp of A and cancel B', 'A'],
  ['refund 52.01 for A and B', ''],
  ['refund 52.01, but not for A', ''],
  ['A and B: refund 52.01', ''],
  ['keep the lamp 52.01, refund the kettle', ''],
  ['I love the lamp (52.01 USD), refund the kettle', ''],
  ['Refund the kettle, not the lamp for 52.01', ''],
  ['I do not want to keep the lamp, refund 52.01 for A', 'A'],
  ['I do not need it any more, refund 52.01 for A', 'A'],
])('amount of an order: %s -> %s', (words, expected) => {
  expect(letters((id) => confirmsAmount([typed(words)], 5201, id))).toBe(expected);
});

test.each<readonly [string, string]>([
  ['it never arrived', 'AB'],
  ['A never arrived', 'A'],
  ['A and B never arrived', 'AB'],
  ['Refund 48.02 for A. And where is B?', 'B'],
  ['Refund 48.02 for A. It never came. And where is B?', 'AB'],
])('goods not there: %s -> said of %s', (words, expected) => {
  expect(letters((id) => saysNotReceived([typed(words)], id))).toBe(expected);
});
