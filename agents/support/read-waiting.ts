// What the program tells of earlier turns (core/moves/earlier-view): what waits for a person, what was done, what a person asked back.
// Only the program's own messages are read.
import type { TranscriptMessage } from '../../core/moves/agent-kit';

export interface WaitingEffect {
  readonly tool: 'process_refund' | 'cancel_order';
  /** Of a refund; null where none was told. */
  readonly amount: string | null;
  readonly orderId: string;
}

const WAITING =
  /(process_refund|cancel_order)(?: (\d+\.\d{2}) USD)? of order (#W\d{7}): (?:waits for a person to decide|approved by a person, not done yet) \(review/g;
const DONE = /(?:process_refund|cancel_order)(?: \d+\.\d{2} USD)? of order (#W\d{7}): done\./g;
const ASKED_BACK = /: a person asked back \(review/;

const factsIn = (messages: readonly TranscriptMessage[]): readonly string[] =>
  messages.flatMap(({ role, text }) => (role === 'program' && text.startsWith('Turn ') ? [text] : []));

/** Never throws; empty where nothing waits. */
export const readWaiting = (messages: readonly TranscriptMessage[]): readonly WaitingEffect[] =>
  factsIn(messages).flatMap((text) =>
    [...text.matchAll(WAITING)].map(([, tool, amount, orderId = '']) => ({
      tool: tool === 'cancel_order' ? ('cancel_order' as const) : ('process_refund' as const),
      amount: amount ?? null,
      orderId,
    })),
  );

/** Orders of which something was done in an earlier turn. */
export const readDone = (messages: readonly TranscriptMessage[]): readonly string[] => [
  ...new Set(factsIn(messages).flatMap((text) => [...text.matchAll(DONE)].map(([, orderId = '']) => orderId))),
];

/** Whether a person's question of the turn before is open. */
export const wasAskedBack = (messages: readonly TranscriptMessage[]): boolean =>
  ASKED_BACK.test(factsIn(messages).at(-1) ?? '');
