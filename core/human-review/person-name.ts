// What can stand as the name of a person who acts: it is recorded, shown in lists and compared with other names. It stands on one line
// and is short enough to be read; anything else would hide who acted, or draw over the line before it.

export const PERSON_CHARS_MAX = 200;

/** Characters that end a line or steer a terminal, and halves of a surrogate pair, which no record keeps as they are. */
const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u;

/** What is wrong with a name, as expected and got; undefined where it can stand. The name itself is never repeated. */
export const personFault = (name: unknown): { readonly expected: string; readonly got: string } | undefined => {
  if (typeof name !== 'string') return { expected: 'a name', got: name === null ? 'null' : `a ${typeof name}` };
  if (UNFIT.test(name)) return { expected: 'a name on one line', got: 'control characters' };
  if (name.trim() !== '' && name.length <= PERSON_CHARS_MAX) return undefined;
  return { expected: `a name of 1 to ${PERSON_CHARS_MAX} characters`, got: String(name.length) };
};
