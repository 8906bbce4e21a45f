import type { JsonObject } from '../../core/kernel/json';
import type { ReviewRow } from '../../stores/store-port';
import { readReviewEvidence, type ReviewEvidence } from '../review-evidence';
import { DEFAULT_ADDRESS, DEFAULT_NAMESPACE, serverAddress } from '../../temporal-config/server-address';
import type { Settings } from '../../temporal-config/settings';
import { amountDecimal, amountText } from './amount-text';
import { indent } from './clean-text';
import { firstArgument, type Invocation, type Report } from './report';
import { showDistance, showTime } from './show-time';
import { withRecords } from './with-client';

/** `review show ID`: the amount first, then the act, the customer's words, and why a person is asked. */
export const showReviewCommand = async (call: Invocation): Promise<Report> =>
  withRecords(call, async (records) => {
    const evidence = await readReviewEvidence(records, firstArgument(call));
    const { review, args, customerMessages, modelLabel } = evidence;
    const amount = amountDecimal(review);
    const signal = bareSignal(records.settings, review, amount);
    return {
      body: { review, amount, args, customerMessages, model: modelLabel, signal },
      lines: [...reviewLines(evidence, Date.now()), '', 'By Temporal alone, without this command:', signal],
      next: review.state === 'pending' ? decisionCommands(review, amount) : [`turnkeep run show ${review.turnKey}`],
    };
  });

/** Shown again before a person types an amount. */
export const reviewLines = (
  { review, args, customerMessages, modelLabel }: ReviewEvidence,
  nowMs: number,
): readonly string[] => [
  amountText(review) ?? 'no money moves',
  `action    ${review.tool}`,
  ...argumentLines(args),
  ...customerMessages.flatMap((message) => ['customer', ...indent(message)]),
  `asked by  rule ${review.rule}`,
  `proposed  by model ${modelLabel}, run ${review.turnKey}`,
  `state     ${review.state}${review.decidedBy === null ? '' : ` by ${review.decidedBy} at ${showTime(review.decidedMs)} (${review.authenticated ?? ''})`}`,
  `due       ${showTime(review.expiresMs)} (${showDistance(review.expiresMs, nowMs)}); nothing is ever approved by waiting`,
  `review    ${review.reviewId} round ${review.round}`,
  `hash      ${review.actionHash}`,
];

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
];
