// Whether two names are one person's. Names are typed by hand, and whoever wants to approve twice types them with care: letters that
// do not show, another case, marks, spaces, full-width or look-alike letters make no second person. In doubt two names are one. That
// is all a name can tell; who really sent it is for a signature to prove.

/** Letters of other scripts that look like Latin ones, small, after case folding. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  е: 'e',
  ѕ: 's',
  і: 'i',
  ї: 'i',
  ј: 'j',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  ԁ: 'd',
  ԛ: 'q',
  ԝ: 'w',
  һ: 'h',
  α: 'a',
  β: 'b',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ω: 'w',
  ς: 's',
  σ: 'o',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  ð: 'd',
};

/** Letters and digits alone, in one form: what a name is compared by. */
const personOf = (name: string): string =>
  Array.from(
    name
      .normalize('NFKD')
      .toUpperCase()
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[^\p{L}\p{Nd}]|\p{Default_Ignorable_Code_Point}/gu, ''),
  )
    .map((letter) => LOOK_ALIKES[letter] ?? letter)
    .join('');

export const isSamePerson = (one: string, other: string): boolean => personOf(one) === personOf(other);

/** How many different persons these names are; a name without a letter or a digit is nobody. */
export const countPersons = (names: readonly string[]): number =>
  new Set(names.map(personOf).filter((person) => person !== '')).size;
