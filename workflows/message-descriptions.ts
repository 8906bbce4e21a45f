// What the web UI shows beside each message in its pickers: whoever sends one there has nothing else to read.
import type { messageNames } from './messages';

export const messageDescriptions: Readonly<Record<keyof typeof messageNames, string>> = {
  reviewDecision:
    'A decision on a waiting review: {reviewId, round, actionHash, decision: approve|reject|ask, by, reasonCode, ' +
    'confirmAmount?, note?}. The current details hold it ready to paste; what does not count is told there, with the reason.',
  submitReviewDecision: 'The same decision as reviewDecision, answered: counted, or refused with the reason',
  stopReason:
    'Who asks for a stop, sent before the cancellation: {by, reasonRef}. It stops nothing alone; Request Cancellation does.',
  resume:
    'Lets a parked run go on: {turnKey, parkedAtMs, by, money, addTimeMs}; for one park only. Made by turnkeep run resume.',
  customerMessage: 'A message of the customer, its words already in the store: {noteRef, bytes, tokensUpper}',
  runStatus:
    'Status, node, figures, reviews, effects, verdict: codes, ids and figures, as turnkeep run show reads them',
};
