// The closed list of reasons a cancellation may carry. Prose goes into the note.
export const cancelReasons = ['noLongerNeeded', 'orderedByMistake'] as const;
export type CancelReason = (typeof cancelReasons)[number];
