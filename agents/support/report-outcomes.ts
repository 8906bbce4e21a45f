// What to say once effects were asked for in this turn: what came of each; a person takes on what is not decided.
import { sayOutcome } from './answers';
import { handOff, type NextMove, say } from './next-move';
import type { EffectOutcome } from './read-transcript';

const UNDECIDED: ReadonlySet<EffectOutcome['kind']> = new Set(['underway', 'expired', 'held', 'failed']);

/** One line an outcome; those only suppressed are told when there is no other. */
export const linesOfOutcomes = (outcomes: readonly EffectOutcome[]): readonly string[] => {
  const told = outcomes.filter((outcome) => outcome.kind !== 'suppressed');
  return (told.length > 0 ? told : outcomes).map(sayOutcome);
};

/** Null before anything was asked for. */
export const reportOutcomes = (outcomes: readonly EffectOutcome[]): NextMove | null => {
  if (outcomes.length === 0) return null;
  const lines = linesOfOutcomes(outcomes);
  return outcomes.some((outcome) => UNDECIDED.has(outcome.kind))
    ? handOff('cannotProceed', lines.join(' ').slice(0, 400))
    : say(lines.join('\n'));
};
