// What the program tells of refunds that wait in earlier turns (core/moves/earlier-view). Only the program's own messages are read.
import type { TranscriptMessage } from '../../core/moves/agent-kit';

export interface WaitingRefund {
  readonly amount: string;
  readonly orderId: string;
}

const WAITING =
  /process_refund (\d+\.\d{2}) USD of order (#W\d{7}): (?:waits for a person to decide|approved by a person, not done yet) \(review/g;

/** Never throws; empty where nothing waits. */
export const readWaiting = (messages: readonly TranscriptMessage[]): readonly WaitingRefund[] =>
  messages.flatMap((message) =>
    message.role === 'program' && message.text.startsWith('Turn ')
      ? [...message.text.matchAll(WAITING)].map(([, amount = '', orderId = '']) => ({ amount, orderId }))
      : [],
  );
