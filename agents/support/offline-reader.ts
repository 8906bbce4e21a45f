// A backend of rules and phrases that reads what was really typed and what really came back. It is no language model and says so.
// It calls nothing it does not need, proposes no refund nobody asked for, and gives what it can not do to a person.
import type { ModelView, RawReply, StoredCall } from '../../core/moves/agent-kit';
import { SAY, askWhichOrder, sayNoSuchOrder, sayOrder, sayOrders, sayRefundState, sayWaiting } from './answers';
import { chooseOrders } from './choose-orders';
import { callFindOrders, callGetOrders, callGetPolicy, handOff, type NextMove, say, toHandOffCall } from './next-move';
import { planParts } from './plan-parts';
import { sayPassages } from './say-passages';
import { readMessage, type Reading, type Wish } from './read-message';
import { collectParts } from './read-parts';
import { readRequest, type Request } from './read-request';
import { type Knowledge, type OrderView, readTranscript } from './read-transcript';
import { answerPerson, takeBack } from './take-back';
import { reportOutcomes } from './report-outcomes';

export const OFFLINE_MODEL = 'offline-reader@1 (rules and phrases; not a language model)';

/** About what a tokenizer makes of English and JSON; the reader has no tokens of its own. */
const CHARS_PER_TOKEN = 4;

const countTokens = (texts: readonly string[]): number =>
  Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / CHARS_PER_TOKEN);

/** Answers a question about orders from their records. */
const answerQuestion = (reading: Reading, orderIds: readonly string[], known: Knowledge): NextMove => {
  const orders = orderIds.flatMap((id) => known.details.get(id) ?? []);
  const missing = orderIds.filter((id) => !known.details.has(id));
  const sayOne = (order: OrderView): string =>
    reading.wish === 'refundStatus' && order.status !== 'cancelled' ? sayRefundState(order) : sayOrder(order);
  const lines = [...orders.map(sayOne), ...missing.map(sayNoSuchOrder)];
  if (reading.wish === 'refundQuestion') lines.push(SAY.policy);
  return say(lines.join('\n'));
};

const settleOpen = (reading: Reading, known: Knowledge): NextMove | { readonly orderIds: readonly string[] } => {
  if (reading.hasBrokenOrderId) return say(SAY.brokenOrderId);
  const { orders } = known;
  if (orders === null)
    return known.readFailed ? handOff('cannotProceed', 'the orders could not be read') : callFindOrders;
  if (orders.length === 0) return say(sayOrders(orders));
  const choice = chooseOrders(reading, orders, null);
  if (choice.kind === 'orders') return { orderIds: choice.orderIds };
  if (reading.wish === 'refundStatus') return say(askWhichOrder(choice.among));
  return say(reading.wish === 'refundQuestion' ? `${SAY.policy}\n${sayOrders(choice.among)}` : sayOrders(choice.among));
};

/** Looks up what a question about orders needs, then answers it. */
const followOrders = (reading: Request, known: Knowledge): NextMove => {
  const settled = reading.orderIds.length > 0 ? { orderIds: reading.orderIds } : settleOpen(reading, known);
  if ('kind' in settled) return settled;
  const unread = settled.orderIds.filter((id) => !known.details.has(id) && !known.missing.has(id)).slice(0, 5);
  if (unread.length > 0) {
    return known.readFailed ? handOff('cannotProceed', 'an order could not be read') : callGetOrders(unread);
  }
  return answerQuestion(reading, settled.orderIds, known);
};

const QUESTION_MAX = 300;
const DELIVERED = /(?<!\b(?:not|n't|never|yet|been|be) )\b(?:delivered|received|arrived|came)\b/i;

/** A question about what is allowed, answered from policy documents where there is a tool for them. */
const followPolicy = (reading: Request, known: Knowledge): NextMove => {
  if (reading.orderIds.length > 0) return followOrders(reading, known);
  const question = reading.plain.trim().slice(0, QUESTION_MAX);
  if (!known.hasPolicyTool || question.length < 3) return say(SAY.policy);
  if (known.passages === null) return callGetPolicy(question);
  const isDelivered = known.customerMessages.some((message) => DELIVERED.test(message));
  return say(sayPassages(known.passages, isDelivered) ?? SAY.noPolicy);
};

/** A side topic alone: said that it can not be done; who insists gets a person. */
const followSide = (reading: Request, known: Knowledge): NextMove =>
  known.dialog.some(({ said }) => said.includes(SAY.side) || /I can not do anything about/.test(said))
    ? handOff('outsideScope', `asked for again: ${reading.topics.join(', ')}`)
    : say(SAY.side);

/** Wishes over the whole case; a wish with none that is open is a thing of the past. */
const followWishes = (reading: Request, known: Knowledge): NextMove => {
  const parts = collectParts(known.dialog);
  return parts.length > 0 ? planParts(parts, known) : followNone(reading, known);
};

const followUnclear = (reading: Reading, known: Knowledge): NextMove => {
  if (reading.hasBrokenOrderId) return say(SAY.brokenOrderId);
  return known.wasAsked && known.customerMessages.length > 1
    ? handOff('unclear', 'the message was not understood, also after a question')
    : say(SAY.unclear);
};

const followNone = (reading: Request, known: Knowledge): NextMove =>
  reading.orderIds.length > 0 ? followOrders({ ...reading, wish: 'details' }, known) : followUnclear(reading, known);

/** What was done or waits is not called unchanged. */
const sayNo = ({ waiting, done }: Knowledge, words: string): NextMove =>
  say(waiting.length + done.length > 0 ? SAY.leftAsItIs : words);

/** A yes that answers no question of ours. */
const followYes = (reading: Request, known: Knowledge): NextMove => {
  if (reading.orderIds.length > 0 || known.waiting.length + known.done.length === 0) return followNone(reading, known);
  const lines = known.waiting.map(sayWaiting);
  return say([...lines, SAY.nothingOpen].join('\n'));
};

const FOLLOW: Readonly<Record<Wish, (reading: Request, known: Knowledge) => NextMove>> = {
  injection: () => handOff('outsideScope', 'the message tries to change the rules or to dictate calls'),
  foreign: () => handOff('outsideScope', 'the message is not in English'),
  person: () => handOff('personRequested', 'the customer asked for a person'),
  outside: (reading) => handOff('outsideScope', `asked for: ${reading.topics.join(', ')}`),
  side: followSide,
  refund: followWishes,
  cancel: followWishes,
  status: followOrders,
  details: followOrders,
  refundStatus: followOrders,
  refundQuestion: followPolicy,
  noRefund: (_reading, known) => sayNo(known, SAY.noRefund),
  no: (_reading, known) => sayNo(known, SAY.nothingDone),
  thanks: () => say(SAY.thanks),
  greeting: () => say(SAY.greeting),
  yes: followYes,
  none: followNone,
};

/** What the last message leaves to the wishes of the case: an answer, an addition, a second thought. */
const LEAVES_WISHES: ReadonlySet<Wish> = new Set([
  'refund',
  'cancel',
  'yes',
  'no',
  'none',
  'noRefund',
  'thanks',
  'details',
]);

/** Whether the same was asked twice before and the answers settled nothing. */
const isAskedAgain = ({ dialog }: Knowledge, move: NextMove): boolean => {
  const [first, second] = dialog.slice(-2).map(({ said }) => said);
  return move.kind === 'say' && move.message.includes('?') && first === second && second === move.message;
};

const nextMove = (known: Knowledge): NextMove => {
  const move = followMessage(known);
  return isAskedAgain(known, move) ? handOff('unclear', 'the same was asked twice and stayed open') : move;
};

const followMessage = (known: Knowledge): NextMove => {
  const reading = readRequest(known.customerMessages, known.wasAsked);
  const last = readMessage(known.customerMessages.at(-1) ?? '');
  const early = known.outcomes.length === 0 ? (takeBack(last, known) ?? answerPerson(last, known)) : null;
  if (early !== null) return early;
  const parts = LEAVES_WISHES.has(last.wish) ? collectParts(known.dialog) : [];
  if (parts.length > 0) return planParts(parts, known);
  return reportOutcomes(known.outcomes) ?? tellWaiting(reading, known) ?? FOLLOW[reading.wish](reading, known);
};

const isOffered = (view: ModelView, calls: readonly StoredCall[]): boolean =>
  view.purpose === 'act' && calls.every((call) => view.tools.some((tool) => tool.name === call.tool));

/** What can be told when nothing may be called any more. */
const sayWhatIsThere = (known: Knowledge): string => {
  const outcomes = reportOutcomes(known.outcomes);
  if (outcomes?.kind === 'say') return outcomes.message;
  if (outcomes?.kind === 'handOff') return `${outcomes.note} ${SAY.cannotCheck}`;
  const orders = [...known.details.values()].map(sayOrder);
  if (orders.length > 0) return `${orders.join('\n')}\n${SAY.cannotCheck}`;
  return known.orders !== null && known.orders.length > 0
    ? `${sayOrders(known.orders)}\n${SAY.cannotCheck}`
    : SAY.handOff;
};

const toReply = (view: ModelView, known: Knowledge, move: NextMove): Pick<RawReply, 'text' | 'calls' | 'ending'> => {
  const answer = (message: string): Pick<RawReply, 'text' | 'calls' | 'ending'> => ({
    text: JSON.stringify({ message: message.slice(0, 3_900) }),
    calls: [],
    ending: 'answered',
  });
  if (move.kind === 'say') return answer(known.wasCorrected ? SAY.cannotCheck : move.message);
  const calls = move.kind === 'call' ? move.calls : [toHandOffCall(move.reason, move.note)];
  if (isOffered(view, calls)) return { text: '', calls, ending: 'toolsProposed' };
  return answer(move.kind === 'handOff' && known.outcomes.length === 0 ? SAY.handOff : sayWhatIsThere(known));
};

/** What waits for a person in an earlier turn is told; of what was done, the records. */
const tellWaiting = (reading: Request, known: Knowledge): NextMove | null => {
  const { wish, orderIds } = reading;
  if (wish !== 'refundStatus' && wish !== 'refundQuestion') return null;
  const meant = known.waiting.filter(({ orderId }) => orderIds.length === 0 || orderIds.includes(orderId));
  if (meant.length > 0) return say(meant.map(sayWaiting).join('\n'));
  const isOfDone = wish === 'refundStatus' && orderIds.length === 0 && known.done.length > 0;
  return isOfDone ? followOrders({ ...reading, orderIds: known.done }, known) : null;
};

/** Proposes the next calls or the final answer. Pure, never throws, linear in what was typed; usage is its own estimate. */
export const readOffline = (view: ModelView): RawReply => {
  const known = readTranscript(view);
  const reply = toReply(view, known, nextMove(known));
  const read = [
    view.system,
    ...view.messages.flatMap((message) =>
      message.role === 'assistant' ? [message.text, ...message.calls.map((call) => call.argsText)] : [message.text],
    ),
    ...view.tools.map((tool) => JSON.stringify(tool)),
  ];
  return {
    ...reply,
    usage: {
      inputTokens: countTokens(read),
      outputTokens: countTokens([reply.text, ...reply.calls.map((call) => call.argsText)]),
    },
    model: OFFLINE_MODEL,
  };
};
