// An action that repeats an earlier one is suppressed and gets the earlier result, but only where a repeat cannot bring anything
// new; in doubt it runs, for the caps bound a missed repeat while a false one blocks a legitimate action. Two tiers, told apart by
// name: the same bytes (exact), the same canonical arguments (canonical). The tool's tag decides:
// - reads: the same state, view and read versions, whatever came back. A write, a moved view or a wait in between makes it new.
// - writes, movesMoney: after success always, as the ledger would answer; after refusal or failure while nothing was written. Never
//   after a person's question: proposing it again is how the question is answered, and the step cap bounds asking and proposing.
// - movesView: never. untagged: never, for nothing is suppressed on a guess. volatile: after a capped number of repeats.
// - a temporary failure may be tried again as often as the tool's retry limit says, and then counts as failed.
// - invalid arguments and unknown tools count as failed: the same call again fails again, whatever was written since.
// An equal action in flight (a twin in the batch) or waiting for a person is a repeat too. Equal results never make one.
import type { ActionAsk } from './action';
import { isOpen } from './action';
import { versionsOf, type ActionRecord, type LoopState } from './loop-state';
import type { Verdict } from './verdict';

const retryLimitDefault = 2;

type Tier = 'exact' | 'canonical';

const tierOf = (record: ActionRecord, ask: ActionAsk): Tier | null => {
  if (record.exactKey === ask.exactKey) return 'exact';
  return record.duplicateKey === ask.duplicateKey ? 'canonical' : null;
};

const isAtSameVersions = (state: LoopState, record: ActionRecord): boolean => {
  const now = versionsOf(state);
  const then = record.versions;
  return then.state === now.state && then.view === now.view && then.read === now.read;
};

const isUnwrittenSince = (state: LoopState, record: ActionRecord): boolean =>
  record.versions.state === state.stateVersion;

const repeatsRead = (state: LoopState, record: ActionRecord): boolean => isAtSameVersions(state, record);

const repeatsWrite = (state: LoopState, record: ActionRecord): boolean =>
  record.state !== 'asked' && (record.state === 'ok' || isOpen(record) || isUnwrittenSince(state, record));

const repeatsByTag = (state: LoopState, record: ActionRecord, ask: ActionAsk): boolean => {
  switch (ask.tag) {
    case 'reads':
      return repeatsRead(state, record);
    case 'writes':
    case 'movesMoney':
      return repeatsWrite(state, record);
    case 'movesView':
    case 'volatile':
    case 'untagged':
      return false;
  }
};

const describe = (record: ActionRecord): string => {
  switch (record.state) {
    case 'ok':
      return 'Its result is shown with this message; use that result instead of calling again.';
    case 'inFlight':
      return 'It is part of the same round of calls; one result serves both.';
    case 'pending':
      return 'It waits for a person to decide; do not propose it again, say that it is pending.';
    case 'asked':
      return 'A person asked about it; answer the question first.';
    case 'refused':
      return 'It was refused; the reason is shown with this message. The same call will be refused again: do something else or answer.';
    case 'failed':
    case 'temporary':
      return 'It failed; the error is shown with this message. The same call will fail again: change it or answer.';
  }
};

const nameOf = (ask: ActionAsk): string => (ask.valid ? `${ask.tool} with these arguments` : 'This call');

/** The verdict that a call repeats `record`. */
const suppress = (record: ActionRecord, ask: ActionAsk, by: Tier): Verdict => ({
  kind: 'suppress',
  by: record.state === 'pending' ? 'pending_review' : by,
  value: null,
  limit: null,
  words: `${nameOf(ask)} was called already, at step ${record.step}. ${describe(record)}`,
  ofCallId: record.callId,
  ofStep: record.step,
  ...(record.receiptKey === null ? {} : { repeatedReceipt: record.receiptKey }),
  ...(record.reviewId === null ? {} : { reviewId: record.reviewId }),
});

interface Match {
  readonly record: ActionRecord;
  readonly tier: Tier;
}

const matchesOf = (state: LoopState, ask: ActionAsk): Match[] =>
  state.actions.flatMap((record) => {
    const tier = tierOf(record, ask);
    return tier === null ? [] : [{ record, tier }];
  });

/** Temporary failures since the last write; up to the retry limit the action may run again. */
const mayRetry = (state: LoopState, matches: readonly Match[], ask: ActionAsk): boolean => {
  const failures = matches.filter(
    ({ record }) => record.state === 'temporary' && isUnwrittenSince(state, record),
  ).length;
  return failures <= (ask.retryLimit ?? retryLimitDefault);
};

const judgeVolatile = (state: LoopState, matches: readonly Match[], ask: ActionAsk): Verdict[] => {
  const earlier = matches.filter(({ record }) => isUnwrittenSince(state, record));
  const last = earlier.at(-1);
  const limit = state.limits.volatileRepeatsMax;
  if (last === undefined || earlier.length <= limit) return [];
  const words = `${nameOf(ask)} was repeated ${limit} times, the most allowed; the latest result is shown. Do something else or answer.`;
  return [{ ...suppress(last.record, ask, last.tier), by: 'volatile_cap', value: earlier.length, limit, words }];
};

const judgePendingElsewhere = (ask: ActionAsk): Verdict[] =>
  ask.pendingElsewhereReviewId === null
    ? []
    : [
        {
          kind: 'suppress',
          by: 'pending_review',
          value: null,
          limit: null,
          words: `${nameOf(ask)} waits for a person already, from an earlier turn; do not propose it again, say that it is pending.`,
          reviewId: ask.pendingElsewhereReviewId,
        },
      ];

const isRepeat = (state: LoopState, record: ActionRecord, ask: ActionAsk): boolean =>
  ask.valid ? record.valid && repeatsByTag(state, record, ask) : !record.valid;

const judgeRepeat = (state: LoopState, matches: readonly Match[], ask: ActionAsk): Verdict[] => {
  const match = matches.filter(({ record }) => isRepeat(state, record, ask)).at(-1);
  if (match === undefined) return [];
  if (match.record.state === 'temporary' && mayRetry(state, matches, ask)) return [];
  return [suppress(match.record, ask, match.tier)];
};

/** The objections of the duplicate tiers to an action; empty when nothing equal went before that still stands. */
export const judgeDuplicates = (state: LoopState, ask: ActionAsk): Verdict[] => {
  const matches = matchesOf(state, ask);
  return [
    ...judgePendingElsewhere(ask),
    ...(ask.valid && ask.tag === 'volatile' ? judgeVolatile(state, matches, ask) : judgeRepeat(state, matches, ask)),
  ];
};
