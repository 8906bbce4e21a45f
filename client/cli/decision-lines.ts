import type { DecisionRecord } from '../index';
import { showTime } from './show-time';

const DIGEST_SHOWN = 12;

/** Who decided, how that is proved, from where and when; what they were shown, by the beginnings of its digests. */
export const decisionLines = (decisions: readonly DecisionRecord[]): readonly string[] =>
  decisions.flatMap((made) => [
    `decided   ${made.decision} by ${made.by} (${made.authenticated}) at ${showTime(made.decidedMs)}, by ${made.surface}, reason ${made.reasonCode}`,
    ...(made.noteHash === null ? [] : [`          note ${short(made.noteHash)}`]),
    ...(made.evidence.length === 0 ? [] : [`          shown ${made.evidence.map(shortPart).join(', ')}`]),
  ]);

const short = (digest: string): string => digest.slice(0, DIGEST_SHOWN);

const shortPart = (part: string): string => {
  const [name = '', digest = ''] = part.split(':');
  return `${name} ${short(digest)}`;
};
