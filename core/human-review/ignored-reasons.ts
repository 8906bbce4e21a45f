import type { IgnoredReason } from './review-desk';

const MEANINGS: Readonly<Record<IgnoredReason, string>> = {
  malformed:
    'a field is missing or not as expected; compare it with the JSON of the review, and fill in name and reason code',
  unknownReview: 'no review of this run has that id; take the one shown here',
  wrongRound: 'it was for another round; the action was asked for anew since',
  staleAction: 'its action hash is not that of the action asked for; take the JSON shown here',
  alreadyDecided: 'somebody else decided first',
  expired: 'the review had expired',
  wrongAmount: 'the amount confirmed is not the amount asked for',
  unknownKey: 'its key is not among those this run was started with',
  wrongName: 'its key is listed under another name',
  clockFarOff: 'it was signed over a day ago, before the review was opened, or in the future; sign it again',
  forged: 'its signature does not fit: a field was changed after it was signed, or it was signed for another review',
  unsignedNotAllowed: 'money is decided by signed decisions alone here',
  causedTheRun: 'whoever started the run may not approve what it asks for',
  sameApprover: 'this person approved already; another one is needed',
};

/** The same for a code that came from elsewhere; undefined where this version knows none of that name. */
export const findIgnoredWords = (why: string): string | undefined =>
  Object.entries(MEANINGS).find(([known]) => known === why)?.[1];

/** Why a decision did not count, and what to do about it, in words for a person. */
export const sayIgnored = (why: IgnoredReason): string => MEANINGS[why];
