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
