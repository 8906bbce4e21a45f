// What came before in a case, as a turn is told it. It is frozen when the turn starts, so that the turn reads the same however
// often it is dispatched, and whatever the turns before it do meanwhile: what was said, what came of it, and what waits for a
// person. The record lies sealed in the store; nothing of it crosses to a workflow but its size.
import * as z from 'zod/mini';
import type { DialogLine } from './agent-kit';

const money = { amount: z.nullable(z.string()), currency: z.nullable(z.string()) };
/** The order as the call named it; null where none can be told. */
const order = z.nullable(z.string());

const earlierEffectSchema = z.object({ tool: z.string(), state: z.string(), ...money, order });
export type EarlierEffect = z.infer<typeof earlierEffectSchema>;

const earlierReviewSchema = z.object({
  reviewId: z.string(),
  round: z.int(),
  tool: z.string(),
  ...money,
  order,
  state: z.string(),
  /** It waits for a person, or for what a person granted, and its turn has not ended. */
  isOpen: z.boolean(),
  sinceMs: z.int(),
  /** The same instant, ISO 8601 in UTC. */
  since: z.string(),
});
export type EarlierReview = z.infer<typeof earlierReviewSchema>;

const earlierTurnSchema = z.object({
  turn: z.int(),
  /** The customer's own, oldest first. */
  messages: z.array(z.string()),
  /** What the customer was told; null while there is none. */
  reply: z.nullable(z.string()),
  status: z.string(),
  outcome: z.nullable(z.string()),
  /** The turns whose last reply had been delivered when this one started: those its message may answer. */
  repliesBefore: z.array(z.int()),
  effects: z.array(earlierEffectSchema),
  reviews: z.array(earlierReviewSchema),
});
export type EarlierTurn = z.infer<typeof earlierTurnSchema>;

export const earlierTurnsSchema = z.object({
  version: z.literal(1),
  /** The most bytes the words of these turns may take in a model's view. */
  bytesMax: z.int(),
  /** Oldest first; of the same agent and subject. */
  turns: z.array(earlierTurnSchema),
});
export type EarlierTurns = z.infer<typeof earlierTurnsSchema>;

/** For a turn of before such records were kept. */
export const noEarlierTurns: EarlierTurns = { version: 1, bytesMax: 0, turns: [] };

/** Where the record of a turn lies. */
export const earlierReceiptKey = (turnKey: string): string => `earlier:${turnKey}`;

/** A turn that ended says nothing more: its reply is the last one. */
export const isOver = ({ status }: Pick<EarlierTurn, 'status'>): boolean =>
  status === 'completed' || status === 'aborted';

/** The customer's messages of the whole case, oldest first. */
export const customerMessagesOf = ({ turns }: EarlierTurns, own: readonly string[]): readonly string[] => [
  ...turns.flatMap(({ messages }) => messages),
  ...own,
];

/**
 * The case as it was heard and said. Turns may overlap: a reply stands before a message only when it had been delivered before the
 * message's turn started, so that nobody's yes answers a question that came after it.
 */
export const dialogOf = ({ turns }: EarlierTurns, own: readonly string[]): readonly DialogLine[] => {
  const lines: DialogLine[] = [];
  const told = new Set<number>();
  const tell = ({ turn, reply }: EarlierTurn): void => {
    if (reply === null || told.has(turn)) return;
    told.add(turn);
    lines.push({ speaker: 'agent', text: reply });
  };
  for (const { messages, repliesBefore } of turns) {
    turns.filter(({ turn }) => repliesBefore.includes(turn)).forEach(tell);
    lines.push(...messages.map((text): DialogLine => ({ speaker: 'customer', text })));
  }
  turns.forEach(tell);
  return [...lines, ...own.map((text): DialogLine => ({ speaker: 'customer', text }))];
};
