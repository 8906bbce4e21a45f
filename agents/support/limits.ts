// The figures support stands on until an owner's policy file replaces them. A figure that can change a policy answer is part of
// the rules' digest, so that a review is void when it changes.
import type { Limits } from '../../core/loop-governor/limits';
import type { RefundReason } from './refund-reasons';

export const SUPPORT_LIMITS: Limits = {
  stepMax: 5,
  atStepCap: 'finalize',
  movesWithoutModelCallMax: 40,
  tokensMax: 20_000,
  costMicroMax: 200_000,
  toolCallsMax: 20,
  perToolCallsMax: { find_orders: 4, get_order: 10, process_refund: 5, hand_off: 1 },
  workingMs: 120_000,
  finalizationReserve: 0.15,
  outputTokensMax: 800,
  volatileRepeatsMax: 3,
  historyEventsMax: 2_000,
  historyBytesMax: 1_048_576,
};

export const REVIEW_EXPIRY_MS = 24 * 3_600_000;
export const GUARD_ATTEMPTS_MAX = 3;
export const ANSWER_CHARS_MAX = 4_000;

/** What support may refund without a person, minor units of USD; the limit itself is still inside. */
export const ALONE_MAX_MINOR = 10_000;
export const CURRENCY = 'USD';
/** For one customer and day without a person; over it a person is asked. */
export const ALONE_CAPS_PER_DAY = { count: 5, amount: '250.00', currency: CURRENCY } as const;
export const REFUNDABLE_STATUSES: readonly string[] = ['delivered'];

/** Reasons policy accepts. `notReceived` contradicts our records and `other` names none: a person must take those on. */
export const REASONS_ALLOWED: readonly RefundReason[] = [
  'faulty',
  'damaged',
  'incomplete',
  'wrongItem',
  'notAsDescribed',
  'late',
  'noLongerNeeded',
  'orderedByMistake',
  'cheaperElsewhere',
  'notStated',
];
