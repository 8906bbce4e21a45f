// How a model is told of earlier turns: what was said, as messages, and one message of the program a turn with what came of it. The
// newest turns stand in full while there is room; of older ones only the facts are told. Effects, decisions and what waits are told
// of every turn, however old: forgetting one would have it proposed again. Text from outside never stands in a program's message.
import type { EarlierEffect, EarlierReview, EarlierTurn, EarlierTurns } from './earlier-turns';
import type { TranscriptMessage } from './agent-kit';

/** So many turns at most stand in full. */
export const fullTurnsMax = 6;
/** The most bytes of words of earlier turns, whatever the budget. */
export const earlierBytesMax = 8_000;
/** The share of a turn's tokens that earlier turns may take in each call: the rest is for the turn itself. */
const budgetShare = 5;

/** The room earlier turns have under a budget; a token is never shorter than a byte. */
export const earlierBytesOf = (tokensMax: number): number =>
  Math.min(earlierBytesMax, Math.floor(tokensMax / budgetShare));

const STATUS_WORDS: Readonly<Record<string, string>> = {
  starting: 'has not begun yet',
  running: 'is still being worked on',
  interrupted: 'waits for a person',
  cancelled: 'was stopped and may go on later',
  failed_resumable: 'is stuck and a person has to look at it',
  aborted: 'was ended by a person',
  answered: 'was answered',
  handedOff: 'was handed to a person',
};

const EFFECT_WORDS: Readonly<Record<string, string>> = {
  done: 'done',
  refused: 'refused by the outside system, not done',
  started: 'being carried out, not known to be done',
  unknown: 'sent, whether it was done is not known',
};

const REVIEW_WORDS: Readonly<Record<string, string>> = {
  pending: 'waits for a person to decide',
  granted: 'approved by a person, not done yet',
  rejected: 'a person decided against it; that holds for the case',
  asked: 'a person asked back',
  expired: 'nobody decided in time; not done',
};

/** What may be an order's name; anything else a model wrote there is not repeated in the program's words. */
const ORDER_NAME = /^[#\w.-]{1,40}$/;

const nameAction = ({ tool, amount, currency, order }: Omit<EarlierEffect, 'state'>): string => {
  const sum = amount === null || currency === null ? '' : ` ${amount} ${currency}`;
  return `${tool}${sum}${order !== null && ORDER_NAME.test(order) ? ` of order ${order}` : ''}`;
};

const tellEffect = (effect: EarlierEffect): string =>
  `${nameAction(effect)}: ${EFFECT_WORDS[effect.state] ?? 'not known'}.`;

const tellReview = (review: EarlierReview): readonly string[] => {
  const words = REVIEW_WORDS[review.state];
  const isPending = review.state === 'pending' || review.state === 'granted';
  if (words === undefined || (isPending && !review.isOpen)) return [];
  const told = `${nameAction(review)}: ${words} (review ${review.reviewId}, since ${review.since})`;
  return [isPending ? `${told}; do not propose it again.` : `${told}.`];
};

/** What came of an earlier turn, in the program's own words; one line a fact. */
export const earlierFacts = (earlier: EarlierTurn): readonly string[] => [
  ...earlier.effects.map(tellEffect),
  ...earlier.reviews.flatMap(tellReview),
];

/** One line for a person or a model: how the turn stands, and its facts. */
export const tellEarlierTurn = (earlier: EarlierTurn): string => {
  const { turn, status, outcome } = earlier;
  const stands = STATUS_WORDS[status] ?? STATUS_WORDS[outcome ?? ''] ?? 'ended';
  return [`Turn ${turn} of this case ${stands}.`, ...earlierFacts(earlier)].join(' ');
};

const factsMessage = (earlier: EarlierTurn): TranscriptMessage => ({ role: 'program', text: tellEarlierTurn(earlier) });

const sayReply = (message: string): TranscriptMessage => ({
  role: 'assistant',
  text: JSON.stringify({ message }),
  calls: [],
});

const inFull = (earlier: EarlierTurn): readonly TranscriptMessage[] => [
  ...earlier.messages.map((text): TranscriptMessage => ({ role: 'customer', text })),
  ...(earlier.reply === null ? [] : [sayReply(earlier.reply)]),
  factsMessage(earlier),
];

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
const aroundMessage = 16;
const sizeOf = (messages: readonly TranscriptMessage[]): number =>
  messages.reduce((sum, { text }) => sum + bytesOf(text) + aroundMessage, 0);

/** The beginning of a text too long to be told whole; whoever judges reads the record, never this. */
const cut = (text: string, bytesMax: number): string => {
  if (bytesOf(text) <= bytesMax) return text;
  const mark = ' [cut]';
  let kept = '';
  let size = bytesOf(mark);
  for (const point of text) {
    size += bytesOf(point);
    if (size > bytesMax) break;
    kept += point;
  }
  return kept + mark;
};

/** The newest turn is told in any case: its last message and its reply, each cut to its half of the room. */
const shortened = (earlier: EarlierTurn, bytesMax: number): EarlierTurn => {
  const half = Math.max(0, Math.floor(bytesMax / 2) - 100);
  return {
    ...earlier,
    messages: earlier.messages.slice(-1).map((text) => cut(text, half)),
    reply: earlier.reply === null ? null : cut(earlier.reply, half),
  };
};

/** An old turn of which there is nothing to tell is only counted. */
const compacted = (turns: readonly EarlierTurn[]): readonly TranscriptMessage[] => {
  const isPlain = (earlier: EarlierTurn): boolean =>
    earlier.status === 'completed' && earlierFacts(earlier).length === 0;
  const plain = turns.filter(isPlain).length;
  const note: readonly TranscriptMessage[] =
    plain === 0 ? [] : [{ role: 'program', text: `Older turns of this case that changed nothing: ${plain}.` }];
  return [...note, ...turns.filter((earlier) => !isPlain(earlier)).map(factsMessage)];
};

/** The messages a model's view begins with; empty in a case's first turn. Facts of all turns are kept, also beyond the room. */
export const earlierMessages = ({ turns, bytesMax }: EarlierTurns): readonly TranscriptMessage[] => {
  const newest = turns.at(-1);
  if (newest === undefined) return [];
  const told: (readonly TranscriptMessage[])[] = [];
  let left = bytesMax;
  for (const earlier of turns.slice(-fullTurnsMax).toReversed()) {
    const whole = inFull(earlier);
    if (sizeOf(whole) > left) break;
    told.unshift(whole);
    left -= sizeOf(whole);
  }
  if (told.length === 0) told.push(inFull(shortened(newest, bytesMax)));
  return [...compacted(turns.slice(0, turns.length - told.length)), ...told.flat()];
};
