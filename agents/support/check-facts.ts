// Support's facts check. Every amount, date, id, status and quantity in a reply must be found in what the tools returned in this case,
// fresh and in the same unit, and of the order it is said of; what is said to be done must be recorded as done. What is not found is
// an error that names the fact and what the records say; what can not be compared is listed, so that a pass is not taken for proof.
// It reads English by patterns and understands nothing: a falsehood in words it does not know passes, and is not in the list either.
import type { FactsCheck, FactsInput } from '../../core/moves/facts-check';
import { checkAmounts } from './facts/check-amounts';
import { checkClaims } from './facts/check-claims';
import { checkCounts } from './facts/check-counts';
import { checkDone } from './facts/check-done';
import { checkFates } from './facts/check-fates';
import { checkNames } from './facts/check-names';
import { checkQuantities } from './facts/check-quantities';
import { checkReferenceWords } from './facts/check-references';
import { checkStatuses } from './facts/check-statuses';
import type { Finding } from './facts/finding';
import { layGrounds, type Grounds } from './facts/grounds';
import { readSentences } from './facts/read-sentences';
import { inOrder, type Spoken } from './facts/subjects';

const CHECKS: readonly ((spoken: Spoken, grounds: Grounds) => readonly Finding[])[] = [
  checkNames,
  checkStatuses,
  checkAmounts,
  checkQuantities,
  checkCounts,
  checkDone,
  checkClaims,
  checkFates,
  checkReferenceWords,
];

/** Compares a reply with the evidence. Pure, never throws, linear in the reply's length. */
export const checkFacts = (input: FactsInput): FactsCheck => {
  const grounds = layGrounds(input);
  const spoken = inOrder(readSentences(input.message));
  const findings = spoken.flatMap((one) => CHECKS.flatMap((check) => check(one, grounds)));
  const unchecked = spoken.flatMap(({ facts }) => facts.unchecked);
  return {
    errors: [...new Set(findings.flatMap((finding) => ('error' in finding ? [finding.error] : [])))],
    unchecked: [
      ...new Set([...unchecked, ...findings.flatMap((finding) => ('unchecked' in finding ? [finding.unchecked] : []))]),
    ],
  };
};
