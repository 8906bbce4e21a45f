/** Marks a branch the types say cannot be reached; reaching it is a broken invariant. */
export const assertNever = (value: never): never => {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
};

/** A broken invariant is a bug of ours: it is thrown as a plain Error and never caught. */
export function assertInvariant(condition: unknown, words: string): asserts condition {
  if (condition !== true && !condition) throw new Error(`broken invariant: ${words}`);
}
