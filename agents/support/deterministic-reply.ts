// The reply without a model: what is recorded of effects and nothing else. The one text of somebody else in it is a colleague's
// question, quoted and named as theirs: whoever may decide may ask, and only the customer can answer.
import type { JsonObject } from '../../core/kernel/json';
import type { RecordedOutcome } from '../../core/moves/agent-kit';
import { amountToMinor, minorToAmount } from './amounts';
import { CURRENCY } from './limits';
import { canonicalOrderId } from './order-id';

const textOf = (fields: JsonObject | null, name: string): string | null => {
  const value = fields?.[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

const objectOf = (fields: JsonObject | null, name: string): JsonObject | null => {
  const value = fields?.[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
};

/** `the refund of 20.00 USD`; what a cancellation pays back stands behind it. */
const describeAmount = (name: string, minor: number | null): string => {
  if (name !== 'refund') return `the ${name}`;
  return minor === null ? 'a refund' : `the refund of ${minorToAmount(minor)} ${CURRENCY}`;
};

const NAMES: Readonly<Record<string, string>> = { process_refund: 'refund', cancel_order: 'cancellation' };

const describe = ({ tool, args, result }: RecordedOutcome): string => {
  const name = NAMES[tool] ?? 'request';
  const value = objectOf(result, 'value') ?? result;
  const recorded = value?.['amountMinor'];
  const minor = typeof recorded === 'number' ? recorded : amountToMinor(args['amount']);
  const amount = describeAmount(name, minor);
  const order = canonicalOrderId(textOf(args, 'order_id') ?? '');
  return order === null ? amount : `${amount} ${name === 'refund' ? 'for' : 'of'} order ${order}`;
};

const CODE_WORDS: Readonly<Record<string, string>> = {
  done: 'was made',
  refused: 'was refused by the payment service; nothing was paid',
  unknown: 'was sent, but whether it went through is not known yet; a colleague checks it',
  refusedByRule: 'is not allowed by our refund rules; nothing was paid',
  needsReview: 'waits for a colleague to decide; nothing was paid yet',
  rejected: 'was decided against by a colleague; nothing was paid',
  asked: 'was not decided yet: a colleague has a question about it; nothing was paid',
  started: 'was sent, but whether it went through is not known yet; a colleague checks it',
  vetoed: 'was decided against by a colleague; nothing was paid',
  expired: 'was not decided in time; nothing was paid',
  pendingElsewhere: 'waits for a colleague to decide; nothing was paid yet',
};

const QUESTION_CHARS_MAX = 600;

/** A colleague's question in one line: no line break of theirs may look like a sentence of ours. */
const quote = (question: string): string => {
  const points = Array.from(question.replace(/[\p{C}\s]+/gu, ' ').trim());
  return points.length <= QUESTION_CHARS_MAX ? points.join('') : `${points.slice(0, QUESTION_CHARS_MAX).join('')} ...`;
};

const addition = (outcome: RecordedOutcome): string => {
  if (outcome.code === 'asked' && outcome.question !== undefined)
    return ` The colleague asks: "${quote(outcome.question)}"`;
  const value = objectOf(outcome.result, 'value') ?? outcome.result;
  const receipt = outcome.code === 'done' ? textOf(value, 'id') : null;
  return receipt === null ? '' : ` Your receipt is ${receipt}.`;
};

const sayRecorded = (outcome: RecordedOutcome): string => {
  const words = CODE_WORDS[outcome.code] ?? 'was not made';
  return `To your request: ${describe(outcome)} ${words}.${addition(outcome)}`;
};

const REPLY_CHARS_MAX = 4_000;

/** At most as long as a reply may be. */
export const toReply = (lines: readonly string[]): string => lines.join('\n').slice(0, REPLY_CHARS_MAX);

/** One sentence an effect; none for what is no effect of support. */
export const recordedLines = (outcomes: readonly RecordedOutcome[]): readonly string[] =>
  outcomes.filter(({ tool }) => Object.hasOwn(NAMES, tool)).map(sayRecorded);

/** One sentence an effect; without any, that a colleague takes it on. Never more than the recorded outcomes say. */
export const replyFromOutcomes = (outcomes: readonly RecordedOutcome[]): string => {
  const told = recordedLines(outcomes);
  return told.length > 0 ? toReply(told) : 'A colleague takes on your request.';
};
