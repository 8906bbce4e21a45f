// Whether two names are one person's. Names are typed by hand, and whoever wants to approve twice types them with care: letters that
// do not show, another case, marks, spaces, full-width or look-alike letters make no second person. In doubt two names are one, so that
// an approval is refused and never given twice: Ali and All are one person here. That is all a name can tell; who really sent it is for
// a signature to prove.
import { toLookAlikes } from './look-alike-letters';

const fold = (name: string): string => name.normalize('NFKD').toUpperCase().toLowerCase().normalize('NFKD');

const INVISIBLE = /[^\p{L}\p{Nd}]|\p{Default_Ignorable_Code_Point}/gu;

/** Letters and digits alone, in one form, and one sign for those of Latin that look alike themselves. */
const skeletonOf = (name: string): string =>
  toLookAlikes(fold(name).replace(INVISIBLE, '')).replace(/[i1]/g, 'l').replaceAll('0', 'o');

/**
 * What a name is compared by. Twice, for a capital may look like another letter than its small one does (Greek Nu like N, and small like
 * v): once by the letters as they were typed, once without their case.
 */
const keysOf = (name: string): readonly string[] => [
  skeletonOf(name),
  skeletonOf(toLookAlikes(name.normalize('NFKD'))),
];

export const isSamePerson = (one: string, other: string): boolean => {
  const known = keysOf(one);
  return keysOf(other).some((key) => known.includes(key));
};

/** How many different persons these names are, where whoever is the same as a third is the same; a name without a letter is nobody. */
export const countPersons = (names: readonly string[]): number => {
  let persons: readonly ReadonlySet<string>[] = [];
  for (const name of names) {
    const keys = keysOf(name);
    if (keys.includes('')) continue;
    const isTheirs = (person: ReadonlySet<string>): boolean => keys.some((key) => person.has(key));
    const merged = new Set([...keys, ...persons.filter(isTheirs).flatMap((person) => [...person])]);
    persons = [...persons.filter((person) => !isTheirs(person)), merged];
  }
  return persons.length;
};
