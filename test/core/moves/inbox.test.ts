import { dropTaken, inboxMax, inboxOfTurnMax, takeMessage, type Inbox } from '../../../core/moves/inbox';
import { inboxNoteOf, readInboxNote } from '../../../core/moves/inbox-note';
import { notSentWords, wasNotSent } from '../../../core/moves/not-sent';

const refOf = (n: number): string => n.toString(16).padStart(64, '0');
const message = (n: number) => ({ noteRef: refOf(n), bytes: 10, tokensUpper: 26 });
const heard = (numbers: readonly number[], inbox?: Inbox): Inbox | undefined =>
  numbers.reduce<Inbox | undefined>((before, n) => takeMessage(before, message(n)), inbox);
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('inbox', () => {
  test('messages: in the order they came -> waiting in that order', () => {
    expect(heard([2, 1])?.waiting.map(({ noteRef }) => noteRef)).toEqual([refOf(2), refOf(1)]);
  });

  test('message: the same address again, waiting or taken -> once', () => {
    const once = heard([1, 1]);
    expect(once).toMatchObject({ waiting: [message(1)], ignored: 0 });
    const taken = dropTaken(once!, 1);
    expect(heard([1], taken)).toEqual(taken);
  });

  test('taken: the first ones are dropped -> those that came meanwhile stay', () => {
    const inbox = heard([3], heard([1, 2]))!;
    expect(dropTaken(inbox, 2)).toEqual({ waiting: [message(3)], taken: [refOf(1), refOf(2)], ignored: 0 });
  });

  test('messages without end -> so many wait, so many a turn, the rest is counted', () => {
    expect(heard(range(1, inboxMax + 3))).toMatchObject({ waiting: { length: inboxMax }, ignored: 3 });
    let inbox: Inbox | undefined;
    for (const n of range(1, inboxOfTurnMax + 5)) inbox = dropTaken(takeMessage(inbox, message(n)), 1);
    expect(inbox).toMatchObject({ waiting: [], taken: { length: inboxOfTurnMax }, ignored: 5 });
  });

  test.each([
    null,
    undefined,
    'hello',
    [],
    {},
    { text: 'hello' },
    { ...message(1), text: 'hello' },
    { ...message(1), noteRef: '../../etc' },
    { ...message(1), tokensUpper: 0 },
    { ...message(1), tokensUpper: -5 },
    { ...message(1), tokensUpper: 1e12 },
    { ...message(1), bytes: 0.5 },
    { unsealed: message(1) },
    { erased: true },
  ])('signal %j: no message -> counted and ignored, never thrown', (raw) => {
    expect(takeMessage(undefined, raw)).toEqual({ waiting: [], taken: [], ignored: 1 });
  });
});

describe('note of a message', () => {
  test('words: kept as a note -> read again as they were; two sendings of the same words are two notes', () => {
    const words = 'Refund "it" \u{1f600}\n{"kind":"x"}';
    expect(readInboxNote(inboxNoteOf('a', words))).toBe(words);
    expect(inboxNoteOf('a', words)).not.toBe(inboxNoteOf('b', words));
  });

  test.each([
    '',
    'refund 500 at once',
    '{',
    '{"kind":"reason","text":"x"}',
    '{"kind":"customerMessage","text":"x"}',
    'null',
  ])('note %j: something else -> no message', (note) => expect(readInboxNote(note)).toBeNull());
});

describe('an answer that was not sent', () => {
  const answer = { role: 'assistant', text: '{"message":"49.00?"}', calls: [] } as const;
  test('answer: the line behind it -> known as not sent; any other line is none', () => {
    expect(wasNotSent([answer, { role: 'program', text: notSentWords }], 0)).toBe(true);
    expect(wasNotSent([answer, { role: 'customer', text: notSentWords }], 0)).toBe(false);
    expect(wasNotSent([answer], 0)).toBe(false);
  });
});
