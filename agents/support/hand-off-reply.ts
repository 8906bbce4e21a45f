// The last word to a customer of a turn that ends without an answer: why a person takes over, what the records say was done in this
// case, and what nobody has decided. Of what was not asked for it says nothing.
import type { CaseStanding } from '../../core/moves/agent-kit';
import { recordedLines, toReply } from './deterministic-reply';
import { nameWaiting } from './name-waiting';

const TAKES_ON = 'A colleague takes on your request';

const REASONS: Readonly<Record<string, string>> = {
  'handOff.personRequested': 'A colleague takes over from here, as you asked for a person.',
  'handOff.outsideScope': `${TAKES_ON}: it is nothing I can do myself.`,
  'handOff.unclear': `${TAKES_ON}: I did not fully understand it.`,
  'subject.unknown': `${TAKES_ON}: your account could not be verified.`,
};

const UNFINISHED = /^(?:handOff\.cannotProceed|(?:governor|guard|model)(?:\.|$))/;

const sayReason = (reason: string): string =>
  REASONS[reason] ?? (UNFINISHED.test(reason) ? `${TAKES_ON}: I could not finish it myself.` : `${TAKES_ON}.`);

const toSentence = (name: string, rest: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)} ${rest}`;

/** Of a turn that was handed to a person. */
export const handOffReplyOf = (reason: string, { recorded, waiting }: CaseStanding): string =>
  toReply([
    sayReason(reason),
    ...recordedLines(recorded),
    ...waiting.map((effect) =>
      toSentence(nameWaiting(effect), 'waits for a colleague to decide; nothing was done about it yet.'),
    ),
  ]);

/** Of a turn that a person ended: what waited in it is not decided any more. */
export const abortReplyOf = ({ recorded, waiting }: CaseStanding): string =>
  toReply([
    'A colleague ended the work on your request here.',
    ...recordedLines(recorded),
    ...waiting.map((effect) => toSentence(nameWaiting(effect), 'was not carried out; nothing was done about it.')),
    'If you still need something, please write to us again.',
  ]);
