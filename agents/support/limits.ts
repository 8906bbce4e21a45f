// Limits of a turn. What an owner may change of the rules on effects stands in policy.json.
import type { Limits } from '../../core/loop-governor/limits';
import type { RefundReason } from './refund-reasons';

export const SUPPORT_LIMITS: Limits = {
  stepMax: 5,
  atStepCap: 'finalize',
  movesWithoutModelCallMax: 40,
  tokensMax: 20_000,
  costMicroMax: 200_000,
  toolCallsMax: 20,
  perToolCallsMax: { find_orders: 4, get_order: 10, get_policy: 4, process_refund: 5, cancel_order: 5, hand_off: 1 },
  workingMs: 120_000,
  finalizationReserve: 0.15,
  outputTokensMax: 800,
  volatileRepeatsMax: 3,
  historyEventsMax: 2_000,
  historyBytesMax: 1_048_576,
};

export const GUARD_ATTEMPTS_MAX = 3;
export const ANSWER_CHARS_MAX = 4_000;
export const CURRENCY = 'USD';

// What the offline reader expects of the shop: as a model would, from what it was told, not from the rules in force.
/** Minor units of USD. */
export const ALONE_MAX_MINOR = 10_000;
export const REFUNDABLE_STATUSES: readonly string[] = ['delivered'];
export const CANCELLABLE_STATUSES: readonly string[] = ['pending'];
/** `notReceived` contradicts our records and `other` names none: a person must take those on. */
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
