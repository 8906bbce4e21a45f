import { shownReviewStates } from '../known-values';
import { REVIEW, serverExits, storeExits, type HelpOf } from './command-help';

const decided = {
  ...serverExits,
  4: 'you may not decide this one, it must be signed, or its signature does not prove it',
  6: 'already decided, another round, another amount, or the action changed',
} as const;

const SIGNED = `A person who has a key here (keys new-signer) signs by it, every decision; in production one on money counts only when signed.
--print-signal prints the signed signal, for the Temporal command line or Web UI to send within 24 hours (docs/review.md).`;

export const reviewHelp: HelpOf = {
  'review list': {
    values: { '--state': shownReviewStates },
    examples: ['turnkeep review list', 'turnkeep review list --state all --json'],
    exits: { ...storeExits, 0: 'listed, also when there are none' },
  },
  'review show': {
    args: { id: REVIEW },
    examples: ['turnkeep review show rv_0123456789abcdef'],
    exits: { ...storeExits, 0: 'shown; without a server, what was recorded' },
  },
  'review approve': {
    args: { id: REVIEW },
    about: `Money is approved by its exact amount alone: a person types it, a script passes it. --yes is no amount.\n${SIGNED}`,
    examples: [
      'turnkeep review approve rv_0123456789abcdef --reason photo-seen --as ana',
      'turnkeep review approve rv_0123456789abcdef --reason photo-seen --confirm-amount 42.50 --round 1 --json',
      'turnkeep review approve rv_0123456789abcdef --reason photo-seen --confirm-amount 42.50 --as ana --print-signal',
    ],
    exits: { ...decided, 0: 'approved, or one of several approvals', 3: 'the amount was not confirmed' },
  },
  'review reject': {
    args: { id: REVIEW },
    examples: ['turnkeep review reject rv_0123456789abcdef --reason no-photo --note "no picture of the damage"'],
    exits: { ...decided, 0: 'rejected' },
  },
  'review ask': {
    args: { id: REVIEW },
    examples: ['turnkeep review ask rv_0123456789abcdef --question "Which of the two items is broken?"'],
    exits: { ...decided, 0: 'the agent has the question' },
  },
  'review edit': {
    args: { id: REVIEW },
    examples: ['turnkeep review edit rv_0123456789abcdef --set amount=20.00 --reason partial'],
    exits: { ...decided, 0: 'changed; the changed action waits for an approval of its own' },
  },
};
