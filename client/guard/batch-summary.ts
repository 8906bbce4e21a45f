// What a batch came to, each figure as n of N. Replies that were accepted as they came are counted apart from those that were
// repaired, and a line that could not be read is in no N.
import { fixKinds, type Fix } from '../../core/output-guard/repair';
import type { GuardErrorKind } from '../../core/output-guard/receipt';
import type { GuardCheck } from './check-text';

const errorKinds: readonly GuardErrorKind[] = ['CHANNEL', 'COMPLETION', 'PARSE', 'VALIDATION', 'SEMANTIC'];

export interface BatchSummary {
  /** Replies judged. */
  readonly n: number;
  readonly firstAttemptShapeValid: number;
  readonly accepted: number;
  readonly acceptedUnchanged: number;
  /** Accepted after at least one fix; `byFix` counts a reply once for each kind of fix it needed. */
  readonly repaired: { readonly n: number; readonly byFix: Readonly<Record<Fix, number>> };
  readonly refused: { readonly n: number; readonly byKind: Readonly<Record<GuardErrorKind, number>> };
  readonly unreadableLines: number;
}

const zeros = <K extends string>(names: readonly K[]): Record<K, number> =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<K, number>;

export const emptySummary = (): BatchSummary => ({
  n: 0,
  firstAttemptShapeValid: 0,
  accepted: 0,
  acceptedUnchanged: 0,
  repaired: { n: 0, byFix: zeros(fixKinds) },
  refused: { n: 0, byKind: zeros(errorKinds) },
  unreadableLines: 0,
});

const raised = <K extends string>(counts: Readonly<Record<K, number>>, names: readonly K[]): Record<K, number> => ({
  ...counts,
  ...Object.fromEntries(names.map((name) => [name, counts[name] + 1])),
});

export const addUnreadable = (summary: BatchSummary): BatchSummary => ({
  ...summary,
  unreadableLines: summary.unreadableLines + 1,
});

export const addCheck = (summary: BatchSummary, check: GuardCheck): BatchSummary => {
  const { accepted, fixes, errorKind, firstAttempt } = check;
  const isRepaired = accepted && fixes.length > 0;
  const { repaired, refused } = summary;
  return {
    ...summary,
    n: summary.n + 1,
    firstAttemptShapeValid: summary.firstAttemptShapeValid + (firstAttempt?.shapeValid === true ? 1 : 0),
    accepted: summary.accepted + (accepted ? 1 : 0),
    acceptedUnchanged: summary.acceptedUnchanged + (accepted && !isRepaired ? 1 : 0),
    repaired: isRepaired ? { n: repaired.n + 1, byFix: raised(repaired.byFix, [...new Set(fixes)]) } : repaired,
    refused: errorKind === null ? refused : { n: refused.n + 1, byKind: raised(refused.byKind, [errorKind]) },
  };
};

const counted = (counts: Readonly<Record<string, number>>, n: number): readonly string[] =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `  ${name}: ${count} of ${n}`);

export const summaryLines = (summary: BatchSummary): readonly string[] => {
  const { n, firstAttemptShapeValid, accepted, acceptedUnchanged, repaired, refused, unreadableLines } = summary;
  return [
    `accepted: ${accepted} of ${n}; unchanged: ${acceptedUnchanged} of ${n}`,
    `first attempt shape-valid, repairs included: ${firstAttemptShapeValid} of ${n}`,
    `repaired: ${repaired.n} of ${n}`,
    ...counted(repaired.byFix, n),
    `refused: ${refused.n} of ${n}`,
    ...counted(refused.byKind, n),
    ...(unreadableLines === 0 ? [] : [`lines that could not be read, in none of these figures: ${unreadableLines}`]),
  ];
};
