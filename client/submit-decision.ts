// A decision is sent as an update, which answers: counted, or refused with the reason, in words that say what helps.
import { WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { approvalCommand, asFlag } from '../core/human-review/approval-command';
import { amountToConfirm } from '../core/human-review/bare-decision';
import type { ReviewDecision } from '../core/human-review/review-decision';
import type { ReviewRow } from '../stores/store-port';
import { messageNames, type DecisionAnswer } from '../workflows/messages';
import { alreadyTaken, firstDecision } from './already-decided';
import { ClientError } from './client-error';
import { namedPersonOf, type ClientContext } from './client-context';
import { fateOfRequest } from './fate-of-request';
import { readSigner } from './signer-files';

const answerTimeoutMs = 15_000;

/** What every surface sends. */
type SentBySurface = Pick<ReviewDecision, 'reviewId' | 'round' | 'decision' | 'reasonCode' | 'confirmAmount'>;

interface Sent {
  readonly review: ReviewRow;
  readonly decision: SentBySurface;
}

/** Refuses with NOT_COUNTED (or a finer code) what the run ignores, and with NO_ANSWER where nobody answers. */
export const submitDecision = async (
  context: ClientContext,
  review: ReviewRow,
  decision: SentBySurface,
): Promise<DecisionAnswer> => {
  const handle = context.temporal.workflow.getHandle(review.turnKey);
  try {
    return await context.temporal.connection.withDeadline(Date.now() + answerTimeoutMs, () =>
      handle.executeUpdate<DecisionAnswer, [unknown]>(messageNames.submitReviewDecision, { args: [decision] }),
    );
  } catch (error) {
    throw await refusalOf(context, { review, decision }, error);
  }
};

const refusalOf = async (context: ClientContext, sent: Sent, error: unknown): Promise<unknown> => {
  const { reviewId, turnKey } = sent.review;
  const show = `turnkeep review show ${reviewId}`;
  if (error instanceof WorkflowUpdateFailedError && error.cause instanceof ApplicationFailure)
    return refusedByRun(context, sent, error.cause);
  const fate = fateOfRequest(error);
  if (fate === 'gone')
    return new ClientError('RUN_CLOSED', 6, {
      message: `Temporal has no open run ${turnKey}: it ended, or was ended or deleted there; nothing was decided`,
      next: ['turnkeep run reconcile', show],
    });
  if (fate === 'unknown')
    return new ClientError('NO_ANSWER', 7, {
      message: `no worker answered for ${turnKey}; whether the decision counts is unknown: it may be carried out when one does`,
      next: [show, 'turnkeep doctor'],
    });
  return error;
};

const refusedByRun = async (
  context: ClientContext,
  { review, decision }: Sent,
  { message, type: code, details }: ApplicationFailure,
): Promise<ClientError> => {
  const { person } = context;
  const { reviewId, round } = review;
  const show = `turnkeep review show ${reviewId}`;
  const type = code ?? '';
  if (type === 'review.alreadyDecided') return alreadyTaken(review, firstDecision(details));
  const ofSignature = signatureWords[type];
  if (ofSignature !== undefined) {
    const again = type === 'review.unsignedNotAllowed' ? await signedAgain(context, decision) : null;
    return new ClientError(ofSignature.code, 4, {
      message: `review ${reviewId}: ${ofSignature.say(person)}; nothing was decided`,
      next: [...(again ?? ofSignature.next(person)), show],
    });
  }
  const words = personWords[type];
  if (words === undefined)
    return new ClientError('NOT_COUNTED', 6, { message: `review ${reviewId}: ${message}`, next: [show] });
  const next = [approvalCommand({ reviewId, round, amount: amountToConfirm(review), byAnother: true }), show];
  return new ClientError(words.code, 6, { message: words.say(person), next });
};

/** Of an unsigned decision by somebody who has a key here: the same without --unsigned; null where there is no key. */
const signedAgain = async (
  context: ClientContext,
  { reviewId, round, decision, reasonCode, confirmAmount }: SentBySurface,
): Promise<readonly string[] | null> => {
  const { settings, person } = context;
  if ((await readSigner(settings, person)) === undefined) return null;
  // What is changed or asked is words: they are typed again.
  if (decision === 'edit' || decision === 'ask') return listKeys();
  const amount = confirmAmount === undefined ? '' : ` --confirm-amount ${confirmAmount}`;
  const named = namedPersonOf(context);
  const as = named === undefined ? '' : ` ${asFlag(named)}`;
  return [`turnkeep review ${decision} ${reviewId} --round ${round} --reason ${reasonCode}${amount}${as}`];
};

interface SignatureWords {
  readonly code: string;
  readonly say: (by: string) => string;
  readonly next: (by: string) => readonly string[];
}

const listKeys = (): readonly string[] => ['turnkeep keys list'];

/** Refusals of what proves a decision, or of its lack. */
const signatureWords: Readonly<Record<string, SignatureWords>> = {
  'review.unsignedNotAllowed': {
    code: 'UNSIGNED',
    say: (by) => `a decision on money must be signed here, and this one of ${by} was not`,
    next: (by) => ['turnkeep keys list', `turnkeep keys new-signer ${JSON.stringify(by)}`],
  },
  'review.unknownKey': {
    code: 'UNKNOWN_KEY',
    say: (by) =>
      `the key of ${by} is not among those this run was started with: a run takes signatures of the reviewers its settings listed then`,
    next: listKeys,
  },
  'review.wrongName': {
    code: 'WRONG_NAME',
    say: (by) => `expected the name that the key is listed under, got ${by}`,
    next: listKeys,
  },
  'review.clockFarOff': {
    code: 'CLOCK_FAR_OFF',
    say: () => 'expected a time of signing within 5 minutes of the server, and this clock says another',
    next: () => ['set the clock of this machine', 'turnkeep doctor'],
  },
  'review.forged': {
    code: 'FORGED',
    say: (by) => `the signature does not prove that ${by} decided this`,
    next: listKeys,
  },
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
