import { approvalCommand, asFlag } from '../../core/human-review/approval-command';
import { bareDecision } from '../../core/human-review/bare-decision';
import { isSamePerson } from '../../core/human-review/same-person';
import type { JsonObject } from '../../core/kernel/json';
import { describeTrace, namedPersonOf, type LaterMessage, type OpenRunReader, type ReviewEvidence } from '../index';
import { amountDecimal, amountText } from './amount-text';
import { indent } from './clean-text';
import { carryOutCommand, countedWords } from './counted-words';
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
    const { review, modelLabel, approvalsNeeded, approvalsGiven, ...shown } = evidence;
    const ofThis = ({
      reviewId,
      round,
    }: {
      readonly reviewId: string | null;
      readonly round: number | null;
    }): boolean => reviewId === review.reviewId && round === review.round;
    const decisions = (await reader.decisions(review.turnKey)).filter(ofThis);
    const notes = (await reader.notes(review.turnKey)).filter(ofThis);
    const signal = toSignal(reader, evidence);
    return {
      body: {
        review,
        amount: amountDecimal(review),
        ...shown,
        approvals: { given: approvalsGiven, needed: approvalsNeeded },
        model: modelLabel,
        evidenceDigests: reader.review.digests(evidence),
        decisions,
        notes,
        signal: signal === null || signal.mustBeSigned ? null : signal.line,
      },
      lines: [
        ...reviewLines(evidence, Date.now()),
        ...approvalLines(evidence),
        ...decisionLines(decisions, notes),
        ...signalLines(signal),
      ],
      next: nextOf(reader, evidence),
    };
  });

/** Whether it can be decided now: by the record, and by the run itself where it was asked. */
const isOpen = ({ review, taken }: ReviewEvidence): boolean => review.state === 'pending' && taken === null;

interface SignalToPrint {
  readonly mustBeSigned: boolean;
  readonly line: string;
}

/** How Temporal alone carries an approval: as JSON to fill in, or, where decisions on money must be signed, by the command that signs it. */
const toSignal = (reader: OpenRunReader, evidence: ReviewEvidence): SignalToPrint | null => {
  if (!isOpen(evidence)) return null;
  const { settings } = reader.context;
  const { review } = evidence;
  const mustBeSigned = review.amountMinor !== null && settings.requireSignatures;
  return {
    mustBeSigned,
    line: mustBeSigned
      ? `${approveCommand(reader, evidence)} --print-signal`
      : signalLine(settings, review.turnKey, bareDecision(review, 'approve')),
  };
};

const signalLines = (signal: SignalToPrint | null): readonly string[] => {
  if (signal === null) return [];
  return signal.mustBeSigned
    ? ['', 'By Temporal alone: it counts only when signed, and this makes the signed signal:', signal.line]
    : ['', 'By Temporal alone, without this command:', signal.line];
};

const nextOf = (reader: OpenRunReader, evidence: ReviewEvidence): readonly string[] => {
  const { review, taken } = evidence;
  const show = `turnkeep run show ${review.turnKey}`;
  if (isOpen(evidence)) return decisionCommands(reader, evidence);
  return taken?.parked === true ? [carryOutCommand(review.turnKey, taken), show] : [show];
};

/** Shown again before a person types an amount. */
export const reviewLines = (
  {
    review,
    args,
    edited,
    taken,
    startedBy,
    customerMessages,
    laterMessages,
    modelLabel,
    earlier,
    traces,
  }: ReviewEvidence,
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
  `state     ${stateWords(review, taken)}`,
  ...(review.state === 'pending' && taken === null
    ? [
        `due       ${showTime(review.expiresMs)} (${showDistance(review.expiresMs, nowMs)}); nothing is ever approved by waiting`,
      ]
    : []),
  `review    ${review.reviewId} round ${review.round}`,
  `hash      ${review.actionHash}`,
];

const stateWords = (
  { state, decidedBy, decidedMs, authenticated }: ReviewEvidence['review'],
  taken: ReviewEvidence['taken'],
): string => {
  if (taken !== null) return countedWords(taken);
  return `${state}${decidedBy === null ? '' : ` by ${decidedBy} at ${showTime(decidedMs)} (${authenticated ?? ''})`}`;
};

/** May take the action back: it stands below what was proposed on, and is marked. */
const laterLines = ({ turn, text }: LaterMessage): readonly string[] => [
  `the customer wrote again, after this was proposed (turn ${turn})`,
  ...indent(text ?? '(these words cannot be read any more)'),
];

const editLines = (edited: ReviewEvidence['edited']): readonly string[] =>
  edited === null ? [] : [`changed   by ${edited.by}; the model proposed`, ...argumentLines(edited.original)];

const approvalLines = (evidence: ReviewEvidence): readonly string[] => {
  const { approvalsNeeded, approvalsGiven: given } = evidence;
  if (approvalsNeeded === 1 || !isOpen(evidence)) return [];
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

/** Whoever started the run may not approve it: then another name is left to fill in. A name that was given is given again. */
const approveCommand = ({ context }: OpenRunReader, evidence: ReviewEvidence): string => {
  const { review, startedBy, laterMessages } = evidence;
  return approvalCommand({
    ...{ reviewId: review.reviewId, round: review.round, amount: amountDecimal(review) },
    seenLater: laterMessages.length,
    byAnother: startedBy !== null && isSamePerson(startedBy, context.person),
    as: namedPersonOf(context),
  });
};

const decisionCommands = (reader: OpenRunReader, evidence: ReviewEvidence): readonly string[] => {
  const { reviewId, round } = evidence.review;
  const named = namedPersonOf(reader.context);
  const as = named === undefined ? '' : ` ${asFlag(named)}`;
  return [
    approveCommand(reader, evidence),
    `turnkeep review reject ${reviewId} --round ${round} --reason CODE${as}`,
    `turnkeep review edit ${reviewId} --round ${round} --set FIELD=VALUE --reason CODE${as}`,
    `turnkeep review ask ${reviewId} --round ${round} --question TEXT${as}`,
  ];
};
