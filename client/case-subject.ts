// A case belongs to one subject. Its transcript, its messages that may confirm and its vetoes are shared by its turns, so a turn for
// somebody else would be judged by another customer's words and told what was theirs. Whoever opens the case first says whose it is.
import { turnKeyOf } from '../core/kernel/ids';
import { ClientError } from './client-error';
import type { RecordContext } from './client-context';

export interface CaseOpening {
  readonly caseId: string;
  readonly agent: string;
  readonly subject: string;
}

/** Key of the receipt that says whose case it is. */
export const caseSubjectKeyOf = (agent: string, caseId: string): string => `caseSubject:${agent}/${caseId}`;

/** Keeps whose case it is, sealed; refuses another subject with CASE_SUBJECT before anything of the turn is stored. */
export const claimCaseSubject = async (
  { store }: Pick<RecordContext, 'store'>,
  { caseId, agent, subject }: CaseOpening,
): Promise<void> => {
  const standing = await store.receipts.keep({
    receiptKey: caseSubjectKeyOf(agent, caseId),
    caseId,
    turnKey: turnKeyOf(agent, caseId, 1),
    kind: 'caseSubject',
    value: { subject },
  });
  if (standing['subject'] === subject) return;
  throw new ClientError('CASE_SUBJECT', 2, {
    message: 'case: expected the customer this case was opened for, got another one; a case belongs to one customer',
    next: ['start the turn with another --case, or without one'],
  });
};
