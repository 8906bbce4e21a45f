// What a message says of the orders it names: which are kept, only asked about, or open.
import { readStances } from '../../../agents/support/stance-to-orders';

const IDS = { A: '#W1000001', B: '#W2000002', C: '#W3000003' } as const;
const typed = (words: string): string => words.replace(/\b[ABC]\b(?!')/g, (letter) => IDS[letter as keyof typeof IDS]);
const lettersOf = (ids: readonly string[]): string =>
  Object.entries(IDS)
    .filter(([, id]) => ids.includes(id))
    .map(([letter]) => letter)
    .join('');

test.each<readonly [words: string, kept: string, asked: string, open: string]>([
  ['cancel A, B and C', '', '', ''],
  ['cancel A, but not B', 'B', '', ''],
  ['cancel A not B', 'B', '', ''],
  ['cancel A keep B', 'B', '', ''],
  ['cancel A and B, but not C', 'C', '', ''],
  ['Cancel A. Leave B alone.', 'B', '', ''],
  ['Cancel A please and keep B', 'B', '', ''],
  ['Cancel A and keep B and C', 'BC', '', ''],
  ['I want A cancelled. B should stay.', 'B', '', ''],
  ['I want A and B cancelled', '', '', ''],
  ['Please cancel A. And where is B?', '', 'B', ''],
  ['Please cancel A and where is B?', '', 'B', ''],
  ['Cancel A please. Also tell me the status of B, I am looking forward to it.', '', 'B', ''],
  ['Leave A alone. Is B on its way?', 'A', 'B', ''],
  ['Cancel A, B should stay', 'B', '', ''],
  ['Cancel A, B and C should stay', 'C', '', 'B'],
  ['Could you cancel A and B?', '', '', ''],
  ['Do not cancel A and B', 'AB', '', ''],
  ['Cancel all except A', 'A', '', ''],
  ['Refund the lamp of A and keep the kettle of A', '', '', ''],
  ['Refund the lamp of A but keep the kettle', '', '', ''],
  ['Cancel A instead of B', 'B', '', ''],
  ['Is A sent? If not, cancel it', '', '', 'A'],
  ['Refund 46.99 USD for the jigsaw puzzle in A. When did B arrive?', '', 'B', ''],
])('stances: %s -> kept "%s", asked "%s", open "%s"', (words, kept, asked, open) => {
  const stances = readStances(typed(words));
  expect([lettersOf(stances.kept), lettersOf(stances.asked), lettersOf(stances.open)]).toEqual([kept, asked, open]);
});
