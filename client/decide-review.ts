// A decision by our own surfaces: the note goes to the store first, the amount is compared before anything is sent, and the update
// answers politely. It feeds the same reducer as the bare signal.
import { approvalCommand } from '../core/human-review/approval-command';
import { compareAmounts, fromMinor, parseAmount } from '../core/kernel/money';
import { StoreIntegrityError, type ReviewRow } from '../stores/store-port';
import { ClientError } from './client-error';
import { namedPersonOf, type ClientContext } from './client-context';
import { assertNotHeld } from './effect-holds';
import { digestEvidence } from './evidence-digests';
import { alreadyTaken } from './already-decided';
import { assertSeenLater } from './later-messages';
import { readLiveEvidence } from './live-evidence';
import { findReview } from './review-list';
import { describeRun } from './run-status';
import { signDecision, type SentDecision } from './sign-decision';
import { submitDecision } from './submit-decision';

/** A decision of a person. */
export interface DecideOptions {
  readonly reviewId: string;
  /** `ask` puts `note` to the agent as a question and decides nothing. */
  readonly decision: 'approve' | 'reject' | 'ask';
  readonly reasonCode: string;
  readonly note?: string;
  /** The exact decimal a person typed; obligatory to approve money. */
  readonly confirmAmount?: string;
  /** The round the person looked at; the current one when left out. */
  readonly round?: number;
  readonly surface?: string;
  /** How many messages that the customer wrote after the proposal the person has seen (`laterMessages`); none when left out. */
  readonly seenLater?: number;
  /** Sends it without the signature of a person who has a key here. */
  readonly unsigned?: boolean;
}

/** A decision that was taken. */
export interface DecideReport {
  readonly reviewId: string;
  readonly round: number;
  readonly decision: DecideOptions['decision'];
  readonly by: string;
  /** How the run recorded it: `signed:<key id>` or `unverified`. */
  readonly authenticated: string;
  readonly turnKey: string;
  /** The run is parked: the decision counts, and is acted on after a resume only. */
  readonly parked: boolean;
  /** Persons who approved so far, while more must: the action is not approved yet. Null otherwise. */
  readonly approvals: { readonly given: number; readonly needed: number } | null;
  readonly amount: string | null;
  readonly currency: string | null;
}

/** What is sent to the run as the signal `reviewDecision`, and the review it is about. */
export interface PreparedDecision {
  readonly review: ReviewRow;
  readonly decision: SentDecision;
}

/** A decision that would count, signed where the person has a key here; nothing is sent. Its note lies in the store. */
export const prepareDecision = async (context: ClientContext, options: DecideOptions): Promise<PreparedDecision> => {
  const review = await findReview(context, options.reviewId);
  checkPending(review, options);
  const evidence = await readShown(context, review, options);
  checkDecision(context, review, options);
  const { note } = options;
  const noteRef = note === undefined ? undefined : await context.store.transcripts.keepNote(review.caseId, note);
  const decision = {
    reviewId: review.reviewId,
    round: options.round ?? review.round,
    actionHash: review.actionHash,
    decision: options.decision,
    by: context.person,
    reasonCode: options.reasonCode,
    surface: options.surface ?? 'client',
    decidedAtMs: Date.now(),
    evidence: [...evidence],
    ...(noteRef === undefined ? {} : { noteRef }),
    ...(options.confirmAmount === undefined ? {} : { confirmAmount: options.confirmAmount }),
  };
  return { review, decision: options.unsigned === true ? decision : await signDecision(context, review, decision) };
};

export const decideReview = async (context: ClientContext, options: DecideOptions): Promise<DecideReport> => {
  const { review, decision } = await prepareDecision(context, options);
  const { approvals, approvalsNeeded, authenticated } = await submitDecision(context, review, decision);
  return {
    reviewId: review.reviewId,
    round: decision.round,
    decision: options.decision,
    by: context.person,
    authenticated: authenticated ?? 'unverified',
    turnKey: review.turnKey,
    parked: await isParked(context, review.turnKey),
    approvals:
      approvals === undefined || approvalsNeeded === undefined ? null : { given: approvals, needed: approvalsNeeded },
    ...amountOf(review),
  };
};

/** Digests of what there is to see. An approval is not given while effects are held, nor over what the customer wrote since. */
const readShown = async (
  context: ClientContext,
  review: ReviewRow,
  { decision, seenLater }: DecideOptions,
): Promise<readonly string[]> => {
  if (decision !== 'approve') return readDigests(context, review);
  await assertNotHeld(context, agentOf(review));
  const evidence = await readLiveEvidence(context, review.reviewId);
  if (evidence.taken !== null) throw alreadyTaken(review, evidence.taken);
  assertSeenLater(review, evidence.laterMessages.length, seenLater);
  return digestEvidence(context, evidence);
};

/** What was erased is shown to nobody: a decision that sends nothing is possible all the same. */
const readDigests = async (context: ClientContext, { reviewId }: ReviewRow): Promise<readonly string[]> => {
  try {
    return digestEvidence(context, await readLiveEvidence(context, reviewId));
  } catch (error) {
    if (error instanceof StoreIntegrityError && error.code === 'store.erased') return [];
    throw error;
  }
};

/** The first part of a turn key. */
const agentOf = ({ turnKey }: ReviewRow): string => turnKey.split('/')[0] ?? '';

/** A run that is parked acts on a decision after a resume only. */
export const isParked = async (context: ClientContext, turnKey: string): Promise<boolean> => {
  const status = (await describeRun(context, turnKey))?.agentStatus;
  return status === 'cancelled' || status === 'failed_resumable';
};

export const amountOf = (review: ReviewRow): { amount: string | null; currency: string | null } =>
  review.amountMinor === null || review.currency === null
    ? { amount: null, currency: null }
    : { amount: fromMinor(review.amountMinor, review.currency), currency: review.currency };

const checkDecision = (context: ClientContext, review: ReviewRow, options: DecideOptions): void => {
  if (options.decision === 'ask' && (options.note ?? '').trim() === '')
    throw new ClientError('QUESTION', 2, 'question: expected words, got none');
  const { amount, currency } = amountOf(review);
  const { reviewId, round } = review;
  if (options.decision === 'approve' && amount !== null)
    checkAmount(
      {
        ...{ reviewId, round, amount, money: `${amount} ${currency ?? ''}` },
        ...{ seenLater: options.seenLater, as: namedPersonOf(context) },
      },
      options.confirmAmount,
    );
};

/** Refuses a reason that is no code, another round than the one looked at, and a review that waits for nobody. */
export const checkPending = (review: ReviewRow, options: Pick<DecideOptions, 'reasonCode' | 'round'>): void => {
  const next = [`turnkeep review show ${review.reviewId}`];
  if (!/^[a-z0-9._-]{1,64}$/.test(options.reasonCode)) {
    const got = JSON.stringify(options.reasonCode);
    throw new ClientError('REASON_CODE', 2, `reason: expected a code of a-z, 0-9, dot, dash, got ${got}`);
  }
  if (options.round !== undefined && options.round !== review.round) {
    const message = `review ${review.reviewId} is in round ${review.round}, not ${options.round}`;
    throw new ClientError('STALE_ROUND', 6, { message, next });
  }
  if (review.state !== 'pending') {
    const by = review.decidedBy === null ? '' : ` by ${review.decidedBy}`;
    throw new ClientError('ALREADY_DECIDED', 6, { message: `review ${review.reviewId} is ${review.state}${by}`, next });
  }
};

interface Asked {
  readonly reviewId: string;
  readonly round: number;
  readonly amount: string;
  /** Amount and currency, for words. */
  readonly money: string;
  readonly seenLater: number | undefined;
  readonly as: string | undefined;
}

const checkAmount = (asked: Asked, confirmed: string | undefined): void => {
  const { reviewId, amount, money } = asked;
  if (confirmed === undefined)
    throw new ClientError('AMOUNT_NOT_CONFIRMED', 3, {
      message: `approving sends ${money}: confirm that exact amount`,
      next: [approvalCommand(asked)],
    });
  const next = [`turnkeep review show ${reviewId}`];
  const typed = parseAmount(confirmed);
  if (typed.kind === 'invalid') {
    const message = `confirm-amount: ${typed.why}, got ${JSON.stringify(confirmed)}`;
    throw new ClientError('AMOUNT_INVALID', 2, { message, next });
  }
  if (compareAmounts(typed.amount, amount) !== 0) {
    const message = `the action moves ${money}, not ${typed.amount}; nothing was decided`;
    throw new ClientError('WRONG_AMOUNT', 6, { message, next });
  }
};
