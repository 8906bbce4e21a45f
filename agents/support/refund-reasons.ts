// The closed list of reasons a refund may carry. Prose goes into the note; `notStated` keeps a model from inventing a reason.
export const refundReasons = [
  'faulty',
  'damaged',
  'incomplete',
  'wrongItem',
  'notAsDescribed',
  'late',
  'notReceived',
  'noLongerNeeded',
  'orderedByMistake',
  'cheaperElsewhere',
  'notStated',
  'other',
] as const;
export type RefundReason = (typeof refundReasons)[number];
