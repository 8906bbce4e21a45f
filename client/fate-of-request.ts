// What is known of a request to a run that ended in an error of the connection: whether the run may have got it all the same. Unknown
// is called unknown: a decision that was not answered may be carried out when a worker is back.
import { WorkflowUpdateRPCTimeoutOrCancelledError } from '@temporalio/client';
import { WorkflowNotFoundError } from '@temporalio/common';
import { causesOf, grpcStatusOf } from './grpc-status';

/** `gone`: the server has no such open workflow, so nothing was taken. `refused`: the server says why, and took nothing. */
export type Fate = 'gone' | 'unknown' | 'refused';

/** A cut connection comes as CANCELLED, INTERNAL or UNKNOWN. */
const NOT_FOUND = 5;
const UNANSWERED: ReadonlySet<number> = new Set([1, 2, 4, 10, 13, 14]);

export const fateOfRequest = (error: unknown): Fate => {
  const chain = causesOf(error);
  if (chain.some((one) => one instanceof WorkflowNotFoundError)) return 'gone';
  if (chain.some((one) => one instanceof WorkflowUpdateRPCTimeoutOrCancelledError)) return 'unknown';
  const status = grpcStatusOf(error);
  if (status === NOT_FOUND) return 'gone';
  return status !== undefined && UNANSWERED.has(status) ? 'unknown' : 'refused';
};
