/** ES2024, in every Node that is supported; the language level of our types is a year behind. */
interface KnowsWellFormed {
  isWellFormed(): boolean;
}

/** True when every UTF-16 surrogate has its twin, so that the text has exactly one UTF-8 form. */
export const isWellFormed = (text: string): boolean => (text as unknown as KnowsWellFormed).isWellFormed();
