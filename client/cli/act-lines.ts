// Who stopped a run, who had it go on, who ended it, and why in their own words.
import type { RunAct, TimelineAct } from '../index';
import { indent } from './clean-text';
import { showTime } from './show-time';

const verbs = { stopped: 'stopped', resumed: 'resumed', aborted: 'ended for good' } as const;

/** With a cause nobody here ended it: the person had it recorded. */
export const actWords = ({ kind, by, cause }: Pick<TimelineAct, 'kind' | 'by' | 'cause'>): string =>
  cause === null ? `${verbs[kind]} by ${by}` : `ended (${cause}), recorded by ${by}`;

/** Oldest first; the words below where they open. */
export const actLines = (acts: readonly RunAct[]): readonly string[] =>
  acts.flatMap(({ of: kind, by, cause, atMs, money, text }) => [
    `${actWords({ kind, by, cause })} at ${showTime(atMs)}${money ? ', with leave to move money' : ''}`,
    ...(text === null ? [] : indent(text)),
  ]);
