// What the customer asks for now. The last message decides; when it only answers a question of ours (an order number, an item, an
// amount, a yes), it is read together with the message it completes.
import { YES } from './phrases';
import { readMessage, type Reading, type Wish } from './read-message';

const STANDS_ALONE: ReadonlySet<Wish> = new Set([
  'injection',
  'foreign',
  'person',
  'outside',
  'side',
  'noRefund',
  'no',
  'thanks',
  'refundStatus',
]);
const CARRIES: ReadonlySet<Wish> = new Set(['refund', 'cancel', 'refundStatus', 'refundQuestion', 'status', 'details']);
const LOOK_BACK = 4;

/** A request, and whether it is the customer's yes to a question of ours: agreed, but perhaps without naming an amount. */
export interface Request extends Reading {
  readonly isYes: boolean;
}

/** Two readings of one wish: what was said later counts where both say something. */
export const joinReadings = (earlier: Reading, later: Reading): Reading => {
  const both = readMessage(`${earlier.plain}\n${later.plain}`);
  const isRefund =
    later.wish === 'refund' || earlier.wish === 'refund' || (earlier.wish === 'refundQuestion' && later.wish === 'yes');
  return {
    ...both,
    wish: isRefund ? 'refund' : CARRIES.has(later.wish) ? later.wish : earlier.wish,
    topics: [],
    orderIds: later.orderIds.length > 0 ? later.orderIds : earlier.orderIds,
    hasBrokenOrderId: later.hasBrokenOrderId,
    amounts: later.amounts.length > 0 ? later.amounts : earlier.amounts,
    method: later.method ?? earlier.method,
    reason: later.reason !== 'notStated' ? later.reason : earlier.reason,
  };
};

const isComplete = (reading: Reading): boolean => reading.orderIds.length > 0 && CARRIES.has(reading.wish);

/** The request as it stands after the last message; `wasAsked`: we asked something before it. */
export const readRequest = (messages: readonly string[], wasAsked: boolean): Request => {
  const readings = messages.slice(-LOOK_BACK).map(readMessage);
  const last = readings.at(-1) ?? readMessage('');
  const isYes = wasAsked && YES.test(last.sentences[0] ?? '');
  if (STANDS_ALONE.has(last.wish) || isComplete(last) || last.wish === 'greeting') return { ...last, isYes };
  const earlier = readings.slice(0, -1).findLast((reading) => CARRIES.has(reading.wish));
  const isAddition = earlier !== undefined && (wasAsked || !CARRIES.has(last.wish));
  return { ...(isAddition ? joinReadings(earlier, last) : last), isYes };
};
