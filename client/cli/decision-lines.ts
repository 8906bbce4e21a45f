import type { DecisionRecord, RunNote } from '../index';
import { indent } from './clean-text';
import { showTime } from './show-time';

const DIGEST_SHOWN = 12;

/** Who decided, how that is proved, from where and when; what they were shown, by the beginnings of its digests. */
export const decisionLines = (decisions: readonly DecisionRecord[], notes: readonly RunNote[]): readonly string[] =>
  decisions.flatMap((made) => [
    `decided   ${made.decision} by ${made.by} (${made.authenticated}) at ${showTime(made.decidedMs)}, by ${made.surface}, reason ${made.reasonCode}`,
    ...noteLines(made, notes),
    ...(made.evidence.length === 0 ? [] : [`          shown ${made.evidence.map(shortPart).join(', ')}`]),
  ]);

/** The words where they open, else the beginning of their address. */
const noteLines = ({ noteHash }: DecisionRecord, notes: readonly RunNote[]): readonly string[] => {
  if (noteHash === null) return [];
  const text = notes.find(({ address }) => address === noteHash)?.text ?? null;
  return text === null ? [`          note ${short(noteHash)}`] : ['          note', ...indent(text, '            ')];
};

const short = (digest: string): string => digest.slice(0, DIGEST_SHOWN);

const shortPart = (part: string): string => {
  const [name = '', digest = ''] = part.split(':');
  return `${name} ${short(digest)}`;
};
