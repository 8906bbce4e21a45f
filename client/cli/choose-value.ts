import { nearestWord } from '../../core/kernel/nearest-word';
import { refuseInput } from './input-error';

/** `; did you mean X?` where one of the known words is near; nothing else. */
export const orMeant = (typed: string, known: readonly string[]): string => {
  const near = nearestWord(typed, known);
  return near === null ? '' : `; did you mean ${near}?`;
};

/** The known value that was typed. Refuses (exit 2) another one: names the flag or argument, what there is, and the one meant. */
export const chooseValue = <T extends string>(name: string, typed: string, known: readonly T[]): T => {
  const found = known.find((one) => one === typed);
  if (found !== undefined) return found;
  const message = `${name}: expected ${known.join(', ')}, got ${JSON.stringify(typed)}${orMeant(typed, known)}`;
  return refuseInput('USAGE', message);
};
