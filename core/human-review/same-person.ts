// Whether two names are one person's. Names are typed by hand: spaces around them, another case, full-width letters or letters that
// do not show make no second person. That is all a name can tell; who really sent it is for a signature to prove.
const personOf = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase();

export const isSamePerson = (one: string, other: string): boolean => personOf(one) === personOf(other);

/** How many different persons these names are; a name of nothing but spaces is nobody. */
export const countPersons = (names: readonly string[]): number =>
  new Set(names.map(personOf).filter((person) => person !== '')).size;
