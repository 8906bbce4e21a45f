// A decision that comes after another one counted, while the row of the review still waits: who was first is told where it is known.
import type { ReviewRow } from '../stores/store-port';
import { ClientError } from './client-error';
import type { TakenDecision } from './counted-decision';

const said: Readonly<Record<string, string>> = {
  approve: 'approved',
  reject: 'rejected',
  ask: 'asked about',
  edit: 'changed',
};

/** Names who, where that is known. */
export const alreadyTaken = (
  { reviewId, turnKey }: Pick<ReviewRow, 'reviewId' | 'turnKey'>,
  first: { readonly decision: string; readonly by: string; readonly parked?: boolean } | null,
): ClientError => {
  const who = first === null ? 'decided' : `${said[first.decision] ?? first.decision} by ${first.by}`;
  const waits = first?.parked === true ? '; it is carried out when a named person resumes the run' : '';
  return new ClientError('ALREADY_DECIDED', 6, {
    message: `review ${reviewId} is ${who} already${waits}`,
    next: [`turnkeep review show ${reviewId}`, `turnkeep run show ${turnKey}`],
  });
};

/** The details of a refusal `review.alreadyDecided`; null where an older worker names nobody. */
export const firstDecision = (details: unknown): (Pick<TakenDecision, 'by'> & { readonly decision: string }) | null => {
  const told: unknown = Array.isArray(details) ? details[0] : undefined;
  if (typeof told !== 'object' || told === null || !('by' in told) || !('decision' in told)) return null;
  const { by, decision } = told;
  return typeof by === 'string' && typeof decision === 'string' ? { by, decision } : null;
};
