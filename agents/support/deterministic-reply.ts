// The reply without a model: what is recorded of this turn's effects and nothing else.
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
  vetoed: 'was decided against by a colleague; nothing was paid',
  expired: 'was not decided in time; nothing was paid',
  pendingElsewhere: 'waits for a colleague to decide; nothing was paid yet',
};

const sayRecorded = (outcome: RecordedOutcome): string => {
  const value = objectOf(outcome.result, 'value') ?? outcome.result;
  const receipt = outcome.code === 'done' ? textOf(value, 'id') : null;
  const words = CODE_WORDS[outcome.code] ?? 'was not made';
  return `To your request: ${describe(outcome)} ${words}.${receipt === null ? '' : ` Your receipt is ${receipt}.`}`;
};

/** One sentence an effect; without any, that a colleague takes it on. Never more than the recorded outcomes say. */
export const replyFromOutcomes = (outcomes: readonly RecordedOutcome[]): string => {
  const told = outcomes.filter((outcome) => Object.hasOwn(NAMES, outcome.tool)).map(sayRecorded);
  return told.length > 0
    ? told.join('\n').slice(0, 4_000)
    : 'A colleague takes on your request. No refund is recorded for it so far.';
};
