// A decision is sent as an update, which answers: counted, or refused with the reason, in words that say what helps.
import { WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { ReviewRow } from '../stores/store-port';
import { messageNames, type DecisionAnswer } from '../workflows/messages';
import { ClientError } from './client-error';
import type { ClientContext } from './client-context';

const answerTimeoutMs = 15_000;

/** Refuses with NOT_COUNTED (or a finer code) what the run ignores, and with NO_ANSWER where nobody answers. */
export const submitDecision = async (
  context: ClientContext,
  review: ReviewRow,
  decision: object,
): Promise<DecisionAnswer> => {
  const handle = context.temporal.workflow.getHandle(review.turnKey);
  try {
    return await context.temporal.connection.withDeadline(Date.now() + answerTimeoutMs, () =>
      handle.executeUpdate<DecisionAnswer, [unknown]>(messageNames.submitReviewDecision, { args: [decision] }),
    );
  } catch (error) {
    throw refusalOf(context, review, error);
  }
};

const refusalOf = ({ person }: ClientContext, review: ReviewRow, error: unknown): unknown => {
  const { reviewId, round, turnKey } = review;
  const show = `turnkeep review show ${reviewId}`;
  if (error instanceof WorkflowUpdateFailedError && error.cause instanceof ApplicationFailure) {
    const words = personWords[error.cause.type ?? ''];
    if (words === undefined)
      return new ClientError('NOT_COUNTED', 6, { message: `review ${reviewId}: ${error.cause.message}`, next: [show] });
    const next = [`turnkeep review approve ${reviewId} --round ${round} --reason CODE --as NAME`, show];
    return new ClientError(words.code, 6, { message: words.say(person), next });
  }
  if (error instanceof Error && /deadline|timed? ?out|DEADLINE/i.test(error.message))
    return new ClientError('NO_ANSWER', 7, {
      message: `no worker answered for ${turnKey}; whether the decision counts is unknown`,
      next: [show, 'turnkeep doctor'],
    });
  return error;
};

/** Refusals that another person helps against. */
const personWords: Readonly<Record<string, { readonly code: string; readonly say: (by: string) => string }>> = {
  'review.causedTheRun': {
    code: 'CAUSED_THE_RUN',
    say: (by) => `${by} started this run and may not approve what it asks for; another person must (--as NAME)`,
  },
  'review.sameApprover': {
    code: 'SAME_APPROVER',
    say: (by) => `${by} approved this already; a second person must (--as NAME)`,
  },
};
