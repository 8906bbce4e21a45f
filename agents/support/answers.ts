// What the offline reader says to a customer: plain words, with figures only as they stand in a result. It promises no date and
// nothing a person has yet to decide.
import { CURRENCY } from './limits';
import type { WaitingEffect } from './read-waiting';
import type { EffectOutcome, OrderSummaryView, OrderView, OutcomeKind } from './read-transcript';

export const money = (amount: string | number): string => `${String(amount)} ${CURRENCY}`;

export const joinNames = (names: readonly string[]): string =>
  names.length <= 1 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;

export const nameOfMethod = (source: string): string =>
  ({ gift_card: 'gift card', paypal: 'PayPal account', credit_card: 'credit card' })[source] ??
  'original payment method';

export const sayOrderLine = (order: OrderSummaryView): string =>
  `${order.order_id}: ${joinNames(order.items)}; ${order.status}; ${money(order.total)}`;

export const sayOrders = (orders: readonly OrderSummaryView[]): string =>
  orders.length === 0
    ? 'I find no orders on your account.'
    : `These are the orders on your account:\n${orders.map(sayOrderLine).join('\n')}`;

/** What a status means where its word alone does not say it. */
const STATUS_WORDS: Readonly<Record<string, string>> = {
  pending: 'It has not been sent yet.',
  processed: 'It is being prepared for shipping.',
};

const sayRefunds = (order: OrderView): string =>
  order.refunds.length === 0 ? '' : ` Refunded so far: ${joinNames(order.refunds.map(({ amount }) => money(amount)))}.`;

export const sayOrder = (order: OrderView): string => {
  const items = joinNames(order.items.map((item) => `${item.name} (${money(item.price)})`));
  const tracking = order.tracking.length === 0 ? '' : ` Tracking: ${order.tracking.join(', ')}.`;
  const status = `Order ${order.order_id} is ${order.status}. ${STATUS_WORDS[order.status] ?? ''}`.trim();
  const paid = order.refund_methods.filter((method) => method.original).map((method) => nameOfMethod(method.source));
  const paidWith = paid.length === 0 ? '' : `, paid with your ${joinNames(paid)}`;
  return `${status} It holds ${items}, ${money(order.total)} in total${paidWith}.${sayRefunds(order)}${tracking}`;
};

export const sayRefundState = (order: OrderView): string =>
  order.refunds.length === 0
    ? `I see no refund in the records of order ${order.order_id}. It is ${order.status}. If you are asking for one, tell me which items.`
    : `In the records of order ${order.order_id} I see:${sayRefunds(order)}`;

export const nameWaiting = ({ tool, amount, orderId }: WaitingEffect): string => {
  if (tool === 'cancel_order') return `the cancellation of order ${orderId}`;
  return `the refund${amount === null ? '' : ` of ${money(amount)}`} for order ${orderId}`;
};

export const sayWaiting = (effect: WaitingEffect): string =>
  `A colleague is looking at ${nameWaiting(effect)}. It was not made yet.`;

export const sayNoSuchOrder = (orderId: string): string =>
  `I cannot find order ${orderId} on your account. Please check the number, or tell me what was in the order.`;

export const askWhichOrder = (orders: readonly OrderSummaryView[]): string =>
  `Which order do you mean? Please tell me the order number.\n${orders.map(sayOrderLine).join('\n')}`;

export const askWhichItems = (order: OrderView): string => {
  const items = order.items.map((item) => {
    const options = Object.values(item.options).join(', ');
    return `${item.name}${options === '' ? '' : ` (${options})`}: ${money(item.price)}`;
  });
  return `Which items of order ${order.order_id} should be refunded, or is it the whole order (${money(order.total)})?\n${items.join('\n')}`;
};

/** One of several that were named as alternatives. */
export const askWhichOne = (items: OrderView['items'], orderId: string): string =>
  `You named ${joinNames(items.map(({ name }) => name))} of order ${orderId}, one or the other. Which one should be refunded? Please name only that one, with its order number.`;

const sayWhose = (priced: string | null): string =>
  priced === null ? 'which is not that amount' : `which is the price of the ${priced}`;

export const askAmount = (of: {
  orderId: string;
  names: readonly string[];
  amount: string;
  named: string | null;
  /** The item whose price was named, where it is another's. */
  priced?: string | null;
}): string => {
  const what = of.names.length === 0 ? `order ${of.orderId}` : `the ${joinNames(of.names)} of order ${of.orderId}`;
  const differs = of.named === null ? '' : `You named ${of.named}, ${sayWhose(of.priced ?? null)}. `;
  return `${differs}The amount for ${what} is ${money(of.amount)}. Shall I refund exactly that? If so, please answer "Yes, refund ${money(of.amount)} for order ${of.orderId}".`;
};

export const askMethod = (order: OrderView): string => {
  const ways = order.refund_methods.map(
    (method) => `your ${nameOfMethod(method.source)}${method.original ? ', which you paid with' : ''}`,
  );
  const question = ways.length === 1 ? 'Is that all right?' : 'Which one should it be?';
  return `A refund of order ${order.order_id} can only go to ${ways.join(' or ')}. ${question}`;
};

const RULE_WORDS: Readonly<Record<string, string>> = {
  'gatekeeper.customer': 'your account could not be verified',
  'gatekeeper.ownership': 'I cannot find that order on your account',
  'gatekeeper.status': 'only a delivered order can be refunded, and only a pending one cancelled',
  'gatekeeper.items': 'the items do not match the order',
  'gatekeeper.amount': 'the amount does not match the items',
  'gatekeeper.paymentMethod': 'a refund goes only to the original payment method or to a gift card of yours',
  'gatekeeper.alreadyRefunded': 'it was refunded before',
  'gatekeeper.alreadyCancelled': 'something of it was paid back before',
  'gatekeeper.severalPayments': 'it was not paid by one payment alone',
  'gatekeeper.window': 'too much time has passed since the delivery',
  'gatekeeper.reason': 'the reason is not one our refund rules cover',
  'ledger.orderTotal': 'refunds can not pass the total of the order',
};

const nameOf = ({ tool, amount, orderId }: EffectOutcome): string =>
  tool === 'cancel_order' || amount === null
    ? `the cancellation of order ${orderId}`
    : `the refund of ${money(amount)} for order ${orderId}`;

const sayDone = (effect: string, { tool, orderId, receiptId }: EffectOutcome): string => {
  const done = tool === 'cancel_order' ? `cancelled order ${orderId}` : `made ${effect}`;
  return `I have ${done}.${receiptId === null ? '' : ` Your receipt is ${receiptId}.`}`;
};

const sayRefused = (effect: string, { rule }: EffectOutcome): string =>
  `I could not make ${effect}: ${RULE_WORDS[rule] ?? 'our rules do not allow it'}.`;

const OUTCOME_WORDS: Readonly<Record<OutcomeKind, (effect: string, outcome: EffectOutcome) => string>> = {
  done: sayDone,
  refusedByRule: sayRefused,
  underway: (effect, { tool }) =>
    tool === 'cancel_order'
      ? `I have not made ${effect}: money of this order is being worked on and the outcome is not known yet.`
      : `I have not made ${effect}: a refund of this order is being worked on and its outcome is not known yet.`,
  rejected: (effect) => `A colleague looked at ${effect} and decided against it. That decision stands.`,
  asked: (effect, { question }) =>
    `A colleague has a question before ${effect} is decided. It was not made yet.${question === null ? '' : ` The question is: ${question}`}`,
  expired: (effect) => `Nobody has decided on ${effect} yet, so it was not made.`,
  pendingElsewhere: (effect) => `A colleague is looking at ${effect} already. It was not made yet.`,
  suppressed: (effect) => `I asked for ${effect} before and do not ask for it twice.`,
  held: (effect) => `I can not make ${effect} myself right now; nothing was paid.`,
  refusedOutside: (effect) => `The payment service refused ${effect}. Nothing was paid.`,
  failed: (effect) => `What came of ${effect} is not certain yet: I could not complete it.`,
};

/** One sentence for what an effect came to. */
export const sayOutcome = (outcome: EffectOutcome): string => OUTCOME_WORDS[outcome.kind](nameOf(outcome), outcome);

export const SAY = {
  greeting:
    'Hello! I can look up your orders, refund delivered ones and cancel those not sent yet. What can I do for you?',
  thanks: 'You are welcome. Is there anything else I can do?',
  nothingDone: 'All right, I have not changed anything.',
  leftAsItIs:
    'All right, I do nothing more about that. What was settled before in this conversation stays as it is. If you want something of it looked at again, tell me and a colleague takes it on.',
  nothingOpen: 'There is no question of mine open. Is there anything else I can do?',
  noRefund: 'All right, I will not make a refund. Nothing was changed.',
  unclear:
    'I am not sure what you need. Do you want to know about an order, or have one refunded? Please tell me the order number.',
  brokenOrderId: 'That order number does not look complete. It is # and W followed by seven digits. Which order is it?',
  policy:
    'A delivered order, or single items of it, can be refunded to the payment method you paid with or to a gift card of yours. ' +
    'If you want that, tell me the order and the items.',
  handOff: 'I can not do this myself. A colleague has to take it on; I have changed nothing.',
  side: 'I can not help with that myself, only with orders and refunds. Is there anything else about an order I can do?',
  noPolicy: 'I find nothing about that in our policy documents. A colleague can tell you more.',
  cannotCheck: 'I could not complete this. A colleague has to take it on.',
} as const;
