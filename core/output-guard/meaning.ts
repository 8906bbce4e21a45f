// The stage of meaning comes after the shape: the schema has accepted the value, and now code asks whether what it says agrees with
// what is recorded. A disagreement is told to the model as itself. What the check could not compare it lists, so that a pass is
// never taken for more than it is. Who knows the facts brings the check; the guard only runs it and keeps what it found.
export interface MeaningFound {
  /** One line a disagreement, in words a model can act on; empty when the value agrees. */
  readonly errors: readonly string[];
  /** What was not compared with anything, as it stands in the value. Somebody's words: kept sealed, never in a figure's place. */
  readonly unchecked: readonly string[];
}

/** Judges an accepted value. Never throws, and takes time in proportion to the value's length. */
export type MeaningCheck = (value: unknown) => MeaningFound;

const ERRORS_MAX = 8;
const LINE_CHARS_MAX = 300;
const UNCHECKED_MAX = 40;

const clipLine = (line: string): string => {
  const points = Array.from(line);
  return points.length <= LINE_CHARS_MAX ? line : `${points.slice(0, LINE_CHARS_MAX).join('')} [cut]`;
};

/** What is told and kept of it: a model is not sent a book, and a line more says how much was left out. */
export const boundFindings = ({ errors, unchecked }: MeaningFound): MeaningFound => {
  const left = errors.length - ERRORS_MAX;
  return {
    errors: [...errors.slice(0, ERRORS_MAX).map(clipLine), ...(left > 0 ? [`and ${left} more of the same kind`] : [])],
    unchecked: unchecked.slice(0, UNCHECKED_MAX).map(clipLine),
  };
};
