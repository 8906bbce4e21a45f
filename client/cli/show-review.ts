import type { JsonObject } from '../../core/kernel/json';
import type { ReviewRow } from '../../stores/store-port';
import { readReviewEvidence, type ReviewEvidence } from '../review-evidence';
import { DEFAULT_ADDRESS, DEFAULT_NAMESPACE, serverAddress } from '../../temporal-config/server-address';
import type { Settings } from '../../temporal-config/settings';
import { amountDecimal, amountText } from './amount-text';
import { indent } from './clean-text';
import { firstArgument, type Invocation, type Report } from './report';
import { showDistance, showTime } from './show-time';
import { withClient, withRecords } from './with-client';

/** `review show ID`: the amount first, then the act, the customer's words, and why a person is asked. */
export const showReviewCommand = async (call: Invocation): Promise<Report> =>
  withRecords(call, async (records) => {
    const evidence = await readReviewEvidence(records, firstArgument(call));
    const { review, args, customerMessages, modelLabel, edited, approvalsNeeded, startedBy } = evidence;
    const amount = amountDecimal(review);
    const signal = bareSignal(records.settings, review, amount);
    const approvals = await readApprovals(call, evidence);
    return {
      body: {
        review,
        amount,
        args,
        edited,
        startedBy,
        approvals: { given: approvals, needed: approvalsNeeded },
        customerMessages,
        model: modelLabel,
        signal,
      },
      lines: [
        ...reviewLines(evidence, Date.now()),
        ...approvalLines(evidence, approvals),
        '',
        'By Temporal alone, without this command:',
        signal,
      ],
      next: review.state === 'pending' ? decisionCommands(review, amount) : [`turnkeep run show ${review.turnKey}`],
    };
  });

/** Shown again before a person types an amount. */
export const reviewLines = (
  { review, args, edited, startedBy, customerMessages, modelLabel }: ReviewEvidence,
  nowMs: number,
): readonly string[] => [
  amountText(review) ?? 'no money moves',
  `action    ${review.tool}`,
  ...argumentLines(args),
  ...editLines(edited),
  ...customerMessages.flatMap((message) => ['customer', ...indent(message)]),
  `asked by  rule ${review.rule}`,
  `proposed  by model ${modelLabel}, run ${review.turnKey}`,
  ...(startedBy === null ? [] : [`started   by ${startedBy}, who may not approve`]),
  `state     ${review.state}${review.decidedBy === null ? '' : ` by ${review.decidedBy} at ${showTime(review.decidedMs)} (${review.authenticated ?? ''})`}`,
  `due       ${showTime(review.expiresMs)} (${showDistance(review.expiresMs, nowMs)}); nothing is ever approved by waiting`,
  `review    ${review.reviewId} round ${review.round}`,
  `hash      ${review.actionHash}`,
];

const editLines = (edited: ReviewEvidence['edited']): readonly string[] =>
  edited === null ? [] : [`changed   by ${edited.by}; the model proposed`, ...argumentLines(edited.original)];

const approvalLines = ({ review, approvalsNeeded }: ReviewEvidence, given: number | null): readonly string[] => {
  if (approvalsNeeded === 1 || review.state !== 'pending') return [];
  const asked = `approvals ${approvalsNeeded} different persons must approve`;
  return [
    given === null
      ? `${asked}; how many did is not known: the run does not answer`
      : `${asked}; ${given} of ${approvalsNeeded} did`,
  ];
};

/** A first approval stands in the run alone; null when it does not answer. */
const readApprovals = async (call: Invocation, { review, approvalsNeeded }: ReviewEvidence): Promise<number | null> => {
  if (approvalsNeeded === 1 || review.state !== 'pending') return null;
  const { queryRun } = await import('../run-status.js');
  try {
    const view = await withClient(call, async ({ context }) => queryRun(context, review.turnKey));
    const request = view?.reviews.find(({ reviewId, round }) => reviewId === review.reviewId && round === review.round);
    return request === undefined ? null : (request.approvals?.length ?? 0);
  } catch {
    // No server: what was recorded is shown all the same.
    return null;
  }
};

const argumentLines = (args: JsonObject | null): readonly string[] =>
  args === null
    ? ['          (the words of this action cannot be read any more)']
    : Object.entries(args).map(
        ([name, value]) => `          ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
      );

/** What the Temporal command line or its web UI takes; a run reads it like any decision and marks it unverified. */
const bareSignal = (settings: Settings, review: ReviewRow, amount: string | null): string => {
  const { address, namespace } = serverAddress(settings.temporal, process.env);
  const where = [
    ...(address === DEFAULT_ADDRESS ? [] : [`--address ${address}`]),
    ...(namespace === DEFAULT_NAMESPACE ? [] : [`--namespace ${namespace}`]),
  ];
  const decision = {
    reviewId: review.reviewId,
    round: review.round,
    actionHash: review.actionHash,
    decision: 'approve',
    by: 'YOUR-NAME',
    reasonCode: 'CODE',
    ...(amount === null ? {} : { confirmAmount: amount }),
  };
  return [
    'temporal workflow signal',
    ...where,
    `-w ${review.turnKey} --name reviewDecision --input '${JSON.stringify(decision)}'`,
  ].join(' ');
};

const decisionCommands = ({ reviewId, round }: ReviewRow, amount: string | null): readonly string[] => [
  `turnkeep review approve ${reviewId} --round ${round} --reason CODE${amount === null ? '' : ` --confirm-amount ${amount}`}`,
  `turnkeep review reject ${reviewId} --round ${round} --reason CODE`,
  `turnkeep review edit ${reviewId} --round ${round} --set FIELD=VALUE --reason CODE`,
  `turnkeep review ask ${reviewId} --round ${round} --question TEXT`,
];
