import { countPersons, isSamePerson } from '../../../core/human-review/same-person';

test.each([
  ['case and spaces', ' Ana  Silva ', 'ana silva'],
  ['a variation selector', 'ana\ufe0f', 'ana\ufe0e'],
  ['a Hangul filler', 'ana\u3164', 'ana'],
  ['a grapheme joiner', 'a\u034fna', 'ana'],
  ['a Braille blank', 'ana\u2800', 'ana'],
  ['a control character', 'ana\u0007', 'ana'],
  ['a tag character', 'ana\u{e0100}', 'ana'],
  ['a full stop', 'ana.', 'ana'],
  ['sharp s', 'straße', 'STRASSE'],
  ['an accent', 'josé', 'jose'],
  ['a Cyrillic look-alike', '\u0430na', 'ana'],
  ['a Greek look-alike', 'an\u03b1', 'ana'],
  ['full-width letters', '\uff41na', 'ana'],
  ['a Latin alpha', '\u0251na', 'ana'],
  ['a script g', '\u0261ina', 'gina'],
  ['an Armenian u', '\u057dma', 'uma'],
  ['an Armenian o', '\u0585lga', 'olga'],
  ['a small capital z', '\u1d22oe', 'zoe'],
  ['a Cyrillic soft sign', '\u042cen', 'ben'],
  ['a palochka', 'mu\u04cfler', 'muller'],
  ['one for l', 'a1ba', 'alba'],
  ['a capital i for l', 'aIba', 'alba'],
  ['zero for o', 'z0e', 'zoe'],
  ['an f with a hook', '\u0192inn', 'finn'],
  ['a Cyrillic omega', '\u0461im', 'wim'],
  ['a capital that looks like another letter than its small one', '\u039dina', 'nina'],
  ['a small letter that looks like another than its capital', '\u03bdera', 'vera'],
  ['a Greek name in another case', '\u039d\u0391\u039d\u0391', '\u03bd\u03b1\u03bd\u03b1'],
])('same person: %s -> one person', (_what, one, other) => {
  expect(isSamePerson(one, other)).toBe(true);
  expect(countPersons([one, other])).toBe(1);
});

test.each(['', ' ', '\u3164', '\u2800', '\ufe0f', '...', '\u200b'])(
  'same person: a name without a letter (%j) -> nobody',
  (name) => {
    expect(countPersons([name])).toBe(0);
  },
);

test('same person: different names -> different persons', () => {
  expect(isSamePerson('ana', 'anna')).toBe(false);
  expect(countPersons(['ana', 'rita', 'Ana'])).toBe(2);
});

test('same person: a third name that is both -> one person', () => {
  expect(isSamePerson('nina', '\u03bdina')).toBe(false);
  expect(countPersons(['nina', '\u03bdina', '\u039dina'])).toBe(1);
});

test.each([
  ['ana', 'rita'],
  ['eva', 'ida'],
  ['\u0430\u043d\u043d\u0430', '\u0438\u0440\u0430'],
  ['\u0391\u03bd\u03bd\u03b1', '\u0396\u03c9\u03ae'],
  ['reviewer2', 'reviewer3'],
])('same person: %s and %s -> two', (one, other) => {
  expect(countPersons([one, other])).toBe(2);
});
