// What the customer reads while a colleague decides: first what came of the turn's other requests, then which order, which amount and
// where the money would go, and that nothing of this happened yet. No date is promised: nobody here knows when a person decides.
import type { RecordedOutcome, WaitingEffect } from '../../core/moves/agent-kit';
import { recordedLines, toReply } from './deterministic-reply';
import { nameWaiting } from './name-waiting';

/** One sentence an effect. Holds nothing a model wrote but an order id of known shape. */
export const interimReplyOf = (
  waiting: readonly WaitingEffect[],
  recorded: readonly RecordedOutcome[] = [],
): string => {
  const told = recordedLines(recorded);
  if (waiting.length === 0) return toReply(told);
  const nothing =
    told.length === 0 ? 'Nothing was done about it yet.' : 'About what a colleague decides, nothing was done yet.';
  return toReply([
    ...told,
    ...waiting.map((effect) => `A colleague decides on your request: ${nameWaiting(effect)}.`),
    `${nothing} You will hear from us as soon as it is decided.`,
  ]);
};
