// What the customer writes while the turn runs: addresses in the order they came, never words. A message waits for the next model
// call and goes into it behind the results of the step; what came meanwhile waits for the call after. Two bounds keep a sender
// without end from filling the run's state. Whatever else is signalled is counted and ignored; nothing here throws, for it runs in
// a signal handler. The list only grows at its end and shrinks at its front, so that a call dispatched again after a stop, with
// more messages behind those it took, still drops exactly those its receipt names.
import * as z from 'zod/mini';

/** So many wait at most. */
export const inboxMax = 20;
/** So many are taken in one turn at most, read or not. */
export const inboxOfTurnMax = 100;

const bytesMax = 100_000;
const tokensMax = 200_000;

/** What the signal carries: the address of the words, their size, and the most tokens they may take in a model's view. */
export const customerMessageSchema = z.strictObject({
  noteRef: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  bytes: z.int().check(z.gte(1), z.lte(bytesMax)),
  tokensUpper: z.int().check(z.gte(1), z.lte(tokensMax)),
});
export type CustomerMessage = z.infer<typeof customerMessageSchema>;

export interface Inbox {
  readonly waiting: readonly CustomerMessage[];
  /** Addresses of what a model call took, oldest first. */
  readonly taken: readonly string[];
  /** Signals that were no message, or one too many. */
  readonly ignored: number;
}

const emptyInbox: Inbox = { waiting: [], taken: [], ignored: 0 };

/** Takes whatever was signalled. The same address again is the same message: a sender may repeat itself after a failure. */
export const takeMessage = (before: Inbox | undefined, raw: unknown): Inbox => {
  const inbox = before ?? emptyInbox;
  const read = customerMessageSchema.safeParse(raw);
  if (!read.success) return { ...inbox, ignored: inbox.ignored + 1 };
  const { waiting, taken } = inbox;
  const { noteRef } = read.data;
  if (taken.includes(noteRef) || waiting.some((message) => message.noteRef === noteRef)) return inbox;
  const isFull = waiting.length >= inboxMax || waiting.length + taken.length >= inboxOfTurnMax;
  return isFull ? { ...inbox, ignored: inbox.ignored + 1 } : { ...inbox, waiting: [...waiting, read.data] };
};

/** Without the first `count` that waited: they were read. */
export const dropTaken = (inbox: Inbox, count: number): Inbox => ({
  ...inbox,
  waiting: inbox.waiting.slice(count),
  taken: [...inbox.taken, ...inbox.waiting.slice(0, count).map(({ noteRef }) => noteRef)],
});

export const waitingMessages = (state: { readonly inbox?: Inbox }): readonly CustomerMessage[] =>
  state.inbox?.waiting ?? [];

/** For an activity's argument: the addresses of what waits, or no field at all. */
export const inboxArg = (state: {
  readonly inbox?: Inbox;
}): { readonly inbox?: readonly Pick<CustomerMessage, 'noteRef'>[] } => {
  const waiting = waitingMessages(state);
  return waiting.length === 0 ? {} : { inbox: waiting.map(({ noteRef }) => ({ noteRef })) };
};

/** For an update of the state: the inbox without what an activity says it took, or no field at all. */
export const withoutTaken = (
  state: { readonly inbox?: Inbox },
  count: number | undefined,
): { readonly inbox?: Inbox } =>
  state.inbox === undefined || count === undefined || count === 0 ? {} : { inbox: dropTaken(state.inbox, count) };
