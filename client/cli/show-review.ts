import { approvalCommand } from '../../core/human-review/approval-command';
import { bareDecision } from '../../core/human-review/bare-decision';
import type { JsonObject } from '../../core/kernel/json';
import { describeTrace, type LaterMessage, type OpenRunReader, type ReviewEvidence } from '../index';
import { amountDecimal, amountText } from './amount-text';
import { indent } from './clean-text';
import { decisionLines } from './decision-lines';
import { explainFailure } from './exit-codes';
import { firstArgument, type Invocation, type Report } from './report';
import { showDistance, showTime } from './show-time';
import { signalLine } from './signal-line';
import { withClient } from './with-client';
import { withReader } from './with-reader';

/** `review show ID`: the amount first, then the act, the customer's words, and why a person is asked. */
export const showReviewCommand = async (call: Invocation): Promise<Report> =>
  withReader(call, async (reader) => {
    const evidence = await readEvidence(call, reader, firstArgument(call));
    const { settings } = reader.context;
    const { review, modelLabel, approvalsNeeded, approvalsGiven, ...shown } = evidence;
    const amount = amountDecimal(review);
    const signal = signalLine(settings, review.turnKey, bareDecision(review, 'approve'));
    const decisions = (await reader.decisions(review.turnKey)).filter(
      (made) => made.reviewId === review.reviewId && made.round === review.round,
    );
    const mustBeSigned = amount !== null && settings.requireSignatures;
    return {
      body: {
        review,
        amount,
        ...shown,
        approvals: { given: approvalsGiven, needed: approvalsNeeded },
        model: modelLabel,
        evidenceDigests: reader.review.digests(evidence),
        decisions,
        signal,
      },
      lines: [
        ...reviewLines(evidence, Date.now()),
        ...approvalLines(evidence),
        ...decisionLines(decisions),
        '',
        'By Temporal alone, without this command:',
        signal,
        ...(mustBeSigned ? ['It counts only when signed: turnkeep review approve with --print-signal makes one.'] : []),
      ],
      next: review.state === 'pending' ? decisionCommands(evidence, amount) : [`turnkeep run show ${review.turnKey}`],
    };
  });

/** Shown again before a person types an amount. */
export const reviewLines = (
  { review, args, edited, startedBy, customerMessages, laterMessages, modelLabel, earlier, traces }: ReviewEvidence,
  nowMs: number,
): readonly string[] => [
  amountText(review) ?? 'no money moves',
  `action    ${review.tool}`,
  ...argumentLines(args),
  ...editLines(edited),
  ...traces.map((trace) => `value     ${describeTrace(trace)}`),
  ...earlier.flatMap(({ speaker, text }) => [`earlier, ${speaker}`, ...indent(text)]),
  ...customerMessages.flatMap((message) => ['customer', ...indent(message)]),
  ...laterMessages.flatMap(laterLines),
  `asked by  rule ${review.rule}`,
  `proposed  by model ${modelLabel}, run ${review.turnKey}`,
  ...(startedBy === null ? [] : [`started   by ${startedBy}, who may not approve`]),
  `state     ${review.state}${review.decidedBy === null ? '' : ` by ${review.decidedBy} at ${showTime(review.decidedMs)} (${review.authenticated ?? ''})`}`,
  `due       ${showTime(review.expiresMs)} (${showDistance(review.expiresMs, nowMs)}); nothing is ever approved by waiting`,
  `review    ${review.reviewId} round ${review.round}`,
  `hash      ${review.actionHash}`,
];

/** May take the action back: it stands below what was proposed on, and is marked. */
const laterLines = ({ turn, text }: LaterMessage): readonly string[] => [
  `the customer wrote again, after this was proposed (turn ${turn})`,
  ...indent(text ?? '(these words cannot be read any more)'),
];

const editLines = (edited: ReviewEvidence['edited']): readonly string[] =>
  edited === null ? [] : [`changed   by ${edited.by}; the model proposed`, ...argumentLines(edited.original)];

const approvalLines = ({ review, approvalsNeeded, approvalsGiven: given }: ReviewEvidence): readonly string[] => {
  if (approvalsNeeded === 1 || review.state !== 'pending') return [];
  const asked = `approvals ${approvalsNeeded} different persons must approve`;
  return [
    given === null
      ? `${asked}; how many did is not known: the run does not answer`
      : `${asked}; ${given} of ${approvalsNeeded} did`,
  ];
};

/** With what the run itself says where it answers; without a server what was recorded is shown all the same. */
const readEvidence = async (call: Invocation, reader: OpenRunReader, reviewId: string): Promise<ReviewEvidence> => {
  const recorded = await reader.review.show(reviewId);
  if (recorded.review.state !== 'pending') return recorded;
  try {
    return await withClient(call, ({ review }) => review.show(reviewId));
  } catch (error) {
    call.say(`${explainFailure(error).message}\nShown is what was recorded; the run itself was not asked.`);
    return recorded;
  }
};

const argumentLines = (args: JsonObject | null): readonly string[] =>
  args === null
    ? ['          (the words of this action cannot be read any more)']
    : Object.entries(args).map(
        ([name, value]) => `          ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
      );

const decisionCommands = (
  { review: { reviewId, round }, laterMessages }: ReviewEvidence,
  amount: string | null,
): readonly string[] => [
  approvalCommand({ reviewId, round, amount, seenLater: laterMessages.length }),
  `turnkeep review reject ${reviewId} --round ${round} --reason CODE`,
  `turnkeep review edit ${reviewId} --round ${round} --set FIELD=VALUE --reason CODE`,
  `turnkeep review ask ${reviewId} --round ${round} --question TEXT`,
];
