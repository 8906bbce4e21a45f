// The door's own look at who approved. What the run took as signed is proved again from the journal, by another implementation of the
// curve than the run's; and where this worker's settings ask for signatures on money, every approval must carry one of a reviewer
// they list now, under that name. The run's own settings came with its start, and a start is made by whoever may start workflows.
import type { Reviewer } from '../../core/human-review/signed-decision';
import type { ApprovalBody, DecidedBody } from '../../stores/effect-events';
import { approvalBodiesOf, isApprovalProved } from '../../stores/recheck-signatures';

/** As the settings of the worker have it. */
export interface SignatureRule {
  /** Approvals of money count only when signed. */
  readonly required: boolean;
  readonly reviewers: readonly Reviewer[];
}

export const SIGNATURE_WRONG = 'grant.signatureWrong';
export const UNSIGNED = 'grant.unsigned';

export interface Approved {
  readonly turnKey: string;
  readonly decided: DecidedBody;
  readonly movesMoney: boolean;
}

/** The rule that an approval breaks, or null. */
export const findWrongSignature = ({ turnKey, decided, movesMoney }: Approved, rule: SignatureRule): string | null => {
  const approvals = approvalBodiesOf(decided);
  if (!approvals.every((given) => isApprovalProved(turnKey, decided, given))) return SIGNATURE_WRONG;
  const mustBeSigned = rule.required && movesMoney;
  return mustBeSigned && !approvals.every((given) => isByReviewer(given, rule.reviewers)) ? UNSIGNED : null;
};

const isByReviewer = ({ authenticated, by, sent }: ApprovalBody, reviewers: readonly Reviewer[]): boolean => {
  const publicKey = authenticated.startsWith('signed:') ? sent?.proof?.publicKey : undefined;
  return reviewers.some((one) => one.name === by && one.publicKey === publicKey);
};
